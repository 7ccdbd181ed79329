/// Finds the elements of a WISPr message, tolerant of invalid XML from gateways.
///
/// It reads the message in one pass, in time linear in its size, for any bytes.
package struct WISPrReader {
    package enum Element: String, CaseIterable {
        case messageType, responseCode, accessProcedure, versionLow, versionHigh, accessLocation, locationName
        case loginURL, loginResultsURL, abortLoginURL, logoffURL, nextURL, statusURL, replyMessage, delay,
            maxSessionTime
        case eapMessage = "EAPMsg"
    }

    static let byteCountMax = 64 * 1024
    /// The maximum size of a value in bytes: one more than that of a URL, to detect a longer one.
    private static let valueByteCountMax = HTTPURL.byteCountMax + 1
    private static let elements = NameTable(Element.allCases.map { ($0.rawValue.lowercased(), $0) })
    private static let root = Array("wispaccessgatewayparam".utf8)
    private static let commentEnd = Array("-->".utf8)
    private static let sectionStart = Array("<![cdata[".utf8)
    private static let sectionEnd = Array("]]>".utf8)
    private static let tagEnd = Array("</".utf8)

    private var values: [Element: String] = [:]
    private let bytes: [UInt8]
    private let elements = Self.elements
    private var position = 0
    private var end: Int

    /// The value of an element; `nil` if it is absent or empty.
    package subscript(element: Element) -> String? { values[element] }

    /// Reads the first message; `nil` if the text has no message.
    package init?(_ body: [UInt8]) {
        bytes = body
        end = body.count
        repeat {
            guard let found = body.firstOffset(ofLowercased: Self.root, from: position) else { return nil }
            position = found + Self.root.count
        } while !Self.beginsTag(body, at: position - Self.root.count)
        skipTag()
        // The message ends with its element, or with the comment around it if the element is not closed.
        end = min(end, position + Self.byteCountMax)
        for mark in [Self.root, Self.commentEnd] {
            end = body.firstOffset(ofLowercased: mark, from: position, to: end) ?? end
        }
        readElements()
    }

    /// Returns whether the name at this offset is in a start tag, with or without a prefix, and not in text.
    private static func beginsTag(_ body: [UInt8], at offset: Int) -> Bool {
        offset > 0 && (body[offset - 1] == UInt8(ascii: "<") || body[offset - 1] == UInt8(ascii: ":"))
    }

    private mutating func readElements() {
        while position < end {
            guard bytes[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            position += 1
            guard let element = elements.value(in: bytes, readName()) else { continue }
            skipTag()
            let value = readText().withoutMisspeltSection.withoutReferences
            if values[element] == nil, !value.isEmpty { values[element] = value[...].text }
        }
    }

    /// Reads the local name of a start tag; empty for anything else.
    private mutating func readName() -> Range<Int> {
        var start = position
        while position < end, bytes[position].isNameByte {
            position += 1
            if bytes[position - 1] == UInt8(ascii: ":") { start = position }
        }
        return start..<position
    }

    private mutating func skipTag() {
        while position < end, bytes[position] != UInt8(ascii: ">") { position += 1 }
        position = min(position + 1, end)
    }

    /// Reads the text up to the next tag, including the content of CDATA sections.
    private mutating func readText() -> ArraySlice<UInt8> {
        var text: [UInt8] = []
        func add(_ byte: UInt8, to text: inout [UInt8]) {
            if text.count < Self.valueByteCountMax { text.append(byte) }
        }
        while position < end {
            if matches(Self.sectionStart) {
                position += Self.sectionStart.count
                // A section that is not closed ends with its element.
                while position < end, !matches(Self.sectionEnd), !matches(Self.tagEnd) {
                    add(bytes[position], to: &text)
                    position += 1
                }
                if matches(Self.sectionEnd) { position += Self.sectionEnd.count }
            } else if bytes[position] == UInt8(ascii: "<") {
                break
            } else {
                add(bytes[position], to: &text)
                position += 1
            }
        }
        return text.trimmed
    }

    private func matches(_ mark: [UInt8]) -> Bool {
        guard position + mark.count <= end else { return false }
        for offset in mark.indices where bytes[position + offset].asciiLowercased != mark[offset] { return false }
        return true
    }
}

extension UInt8 {
    fileprivate var isNameByte: Bool {
        isASCIILetter || isASCIIDigit || self == UInt8(ascii: ":") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
    }
}

extension ArraySlice<UInt8> {
    /// The text without `CDATA[[` and `]]`, which CoovaChilli and PacketFence write instead of a section.
    fileprivate var withoutMisspeltSection: ArraySlice<UInt8> {
        let start = Array("CDATA[[".utf8)
        guard starts(with: start) else { return self }
        let rest = dropFirst(start.count)
        return rest.suffix(2).elementsEqual([UInt8(ascii: "]"), UInt8(ascii: "]")]) ? rest.dropLast(2) : rest
    }

    /// The text with the character references of XML resolved; invalid references stay unchanged.
    fileprivate var withoutReferences: [UInt8] {
        guard contains(UInt8(ascii: "&")) else { return Array(self) }
        let longest = 10
        var output: [UInt8] = []
        var index = startIndex
        while index < endIndex {
            if self[index] == UInt8(ascii: "&"),
                let close = self[index...].prefix(longest).firstIndex(of: UInt8(ascii: ";")),
                let scalar = Self.scalar(String(decoding: self[(index + 1)..<close], as: UTF8.self))
            {
                output += Array(String(scalar).utf8)
                index = close + 1
            } else {
                output.append(self[index])
                index += 1
            }
        }
        return output
    }

    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default:
            if reference.lowercased().hasPrefix("#x") {
                UInt32(reference.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
            } else if reference.hasPrefix("#") {
                UInt32(reference.dropFirst()).flatMap(Unicode.Scalar.init)
            } else {
                nil
            }
        }
    }
}
