import ConnectivityCore

/// The references of a page that a browser loads or submits: scripts, styles, images, frames, forms and refreshes.
///
/// Links that a person may follow are left out. Nothing is executed, so the requests of scripts are unknown.
struct PageReferences {
    /// The references as written, in order; at most ``countMax``.
    private(set) var targets: [String] = []

    private static let countMax = 200
    private static let elements: Set<String> = [
        "script", "img", "iframe", "frame", "link", "form", "input", "embed", "source", "video", "audio", "meta",
        "base", "body",
    ]
    private static let attributes: Set<String> = ["src", "href", "action", "content", "background", "poster"]

    init(_ body: [UInt8]) {
        var rest = body[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")), targets.count < Self.countMax {
            rest = rest[(start + 1)...]
            let name = Self.word(&rest)
            guard Self.elements.contains(name) else { continue }
            while let (attribute, value) = Self.attribute(&rest) {
                guard Self.attributes.contains(attribute) else { continue }
                if attribute != "content" {
                    targets.append(value)
                } else if name == "meta", let target = Self.refresh(value) {
                    targets.append(target)
                }
            }
        }
    }

    /// Consumes the letters, digits and hyphens at the beginning, in lower case.
    private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
        let word = rest.prefix { $0.isWord }
        rest = rest.dropFirst(word.count)
        return String(decoding: word.prefix(40).map(\.asciiLowercased), as: UTF8.self)
    }

    /// Consumes the next attribute of a tag; `nil` at the end of the tag.
    private static func attribute(_ rest: inout ArraySlice<UInt8>) -> (name: String, value: String)? {
        rest = rest.drop { !$0.isWord && $0 != UInt8(ascii: ">") }
        guard rest.first != nil, rest.first != UInt8(ascii: ">") else { return nil }
        let name = word(&rest)
        rest = rest.drop { $0.isSpace }
        guard rest.first == UInt8(ascii: "=") else { return (name, "") }
        rest = rest.dropFirst().drop { $0.isSpace }
        let value: ArraySlice<UInt8>
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            value = rest.dropFirst().prefix { $0 != quote }
            rest = rest.dropFirst(value.count + 2)
        } else {
            value = rest.prefix { !$0.isSpace && $0 != UInt8(ascii: ">") }
            rest = rest.dropFirst(value.count)
        }
        return (name, String(decoding: value.prefix(HTTPURL.byteCountMax), as: UTF8.self).replacing("&amp;", with: "&"))
    }

    /// The target of a refresh, such as `0; url=/sign-in`; `nil` for other content.
    private static func refresh(_ content: String) -> String? {
        guard content.first?.isNumber == true, let place = content.lowercased().firstRange(of: "url=") else {
            return nil
        }
        return String(content.dropFirst(content.lowercased().distance(from: content.startIndex, to: place.upperBound)))
            .trimmingQuotes
    }
}

extension String {
    fileprivate var trimmingQuotes: String { filter { $0 != "'" && $0 != "\"" } }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    fileprivate var isWord: Bool {
        let letter = asciiLowercased
        return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(letter) || letter == UInt8(ascii: "-")
    }
}
