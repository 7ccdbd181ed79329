package import ConnectivityCore

/// Replaces secrets in texts, and stores the replacement of each.
///
/// A secret is found by its name, by its shape, or because it is known. Escapes are resolved first (``DecodedText``); only
/// the part of the source is replaced, so all other bytes stay. The work is linear in the number of bytes, for any bytes.
package struct TextRedactor {
    package struct Rules: Sendable {
        let names: NamePatterns
        let shapes: Set<SecretShape>
        let texts: KnownTexts

        /// Creates rules: the names whose values are secret, in lower case, the secret shapes, and secret texts.
        ///
        /// In names, `*` at either end matches any text. Texts are found in every encoding of ``KnownTexts``.
        package init(
            names: [String] = SecretNames.parameters,
            shapes: Set<SecretShape> = Set(SecretShape.allCases),
            texts: [String] = []
        ) {
            self.names = NamePatterns(names)
            self.shapes = shapes
            self.texts = KnownTexts(texts)
        }

        /// The names and shapes that the guide lists.
        package static let standard = Rules()
    }

    let rules: Rules
    /// The number of each secret; secrets of one kind are numbered in the order in which they were found.
    private var tokens: [ArraySlice<UInt8>: Int] = [:]
    private var numbers: [ArraySlice<UInt8>: Int] = [:]
    private var hardwareAddresses: [ArraySlice<UInt8>: Int] = [:]

    /// Creates a redactor that has found nothing yet.
    package init(_ rules: Rules) { self.rules = rules }

    /// Replaces secrets in bytes, in a superset of ASCII or in UTF-16, which do not have to be valid text.
    ///
    /// If the text is the value of a header field, its parameters have commas or spaces between them.
    package mutating func redacted(_ source: [UInt8], isField: Bool = false) -> [UInt8] {
        if let wide = WideText(source) {
            let redacted = redacted(wide.narrow, isField: isField)
            return redacted == wide.narrow ? source : wide.widened(redacted)
        }
        var bytes = rules.texts.replacing(in: source) { replacement(forToken: $0[...]) }
        if !rules.shapes.isEmpty {
            let text = DecodedText(bytes)
            bytes = text.applying(shapeEdits(in: text), to: bytes)
        }
        let text = DecodedText(bytes)
        return text.applying(nameEdits(in: text, isField: isField), to: bytes)
    }

    /// Replaces secrets in a text.
    package mutating func redacted(_ text: String, isField: Bool = false) -> String {
        String(decoding: redacted(Array(text.utf8), isField: isField), as: UTF8.self)
    }

    /// Whether a value with this name is secret.
    package func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        // Attributes of pages for scripts begin with `data-`.
        let name = name.starts(with: "data-".utf8) ? name.dropFirst(5) : name
        var letters: [UInt8] = []
        for index in name.indices where name[index].isASCIILetter { letters.append(name[index].asciiLowercased) }
        guard !letters.isEmpty else { return false }
        if rules.names.contain(String(decoding: letters, as: UTF8.self)) { return true }
        return letters.last == UInt8(ascii: "s")
            && rules.names.contain(String(decoding: letters.dropLast(), as: UTF8.self))
    }

    // MARK: Replacements

    private static let mark = Array("REDACTED".utf8)

    /// Whether the bytes are already a replacement.
    static func isReplaced(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: mark) else { return false }
        let padding = bytes.dropFirst(mark.count).drop { $0 == UInt8(ascii: "-") }.drop(while: \.isASCIIDigit)
        return padding.allSatisfy { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "-") }
    }

    /// Returns the replacement of a token or another secret text, which is as long as the secret if it fits.
    package mutating func replacement(forToken secret: ArraySlice<UInt8>) -> [UInt8] {
        guard !secret.isEmpty, !Self.isReplaced(secret) else { return Array(secret) }
        let index = Self.index(of: secret, in: &tokens)
        let text = Self.mark + "-\(index)".utf8
        let padding = max(0, secret.count - text.count)
        return text + (0..<padding).map { (padding - $0) % 2 == 1 ? UInt8(ascii: "x") : UInt8(ascii: "-") }
    }

    /// Returns the replacement of a number, which has the same number of digits; other characters stay.
    package mutating func replacement(forNumber secret: ArraySlice<UInt8>) -> [UInt8] {
        let digits = secret.filter(\.isASCIIDigit)
        // No device has such a number.
        guard !digits.starts(with: "100000000".utf8) else { return Array(secret) }
        let index = Array("\(Self.index(of: digits[...], in: &numbers))".utf8)
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits.count - 1 - index.count))
        var new = ([UInt8(ascii: "1")] + zeros + index.suffix(max(0, digits.count - 1))).makeIterator()
        return secret.map { $0.isASCIIDigit ? new.next() ?? $0 : $0 }
    }

    /// Returns the digits that replace those of a hardware address of 48 or 64 bits (RFC 7042, section 2.1.2).
    mutating func replacement(forHardwareAddress digits: [UInt8]) -> [UInt8] {
        // The middle of a 64-bit address that was made from a 48-bit address has no information.
        let isWide = digits.count == 16
        let documentation = Array((isWide ? "00005efffe0053" : "00005e0053").utf8)
        guard !digits.starts(with: documentation) else { return digits }
        let isMade = isWide && digits[6..<10].elementsEqual("fffe".utf8)
        let key = isMade ? Array(digits[..<6] + digits[10...]) : digits
        let index = Self.index(of: key[...], in: &hardwareAddresses) % 256
        let hexadecimal = Array("0123456789abcdef".utf8)
        return documentation + [hexadecimal[index >> 4], hexadecimal[index & 15]]
    }

    mutating func replacement(forEmailAddress secret: ArraySlice<UInt8>) -> [UInt8] {
        let known = Array("@redacted.example".utf8)
        if secret.suffix(known.count).elementsEqual(known) { return Array(secret) }
        return Array("person-\(Self.index(of: secret, in: &tokens))".utf8) + known
    }

    /// Returns the address with the hardware address in it replaced (RFC 4291, appendix A).
    package mutating func redacted(_ address: IPAddress) -> IPAddress {
        let bytes = address.bytes
        guard rules.shapes.contains(.hardwareAddress), bytes.count == 16, bytes[11] == 0xFF, bytes[12] == 0xFE else {
            return address
        }
        let digits = [bytes[8] ^ 2, bytes[9], bytes[10], bytes[13], bytes[14], bytes[15]].flatMap { octet in
            let text = Array(String(octet, radix: 16).utf8)
            return text.count == 1 ? [UInt8(ascii: "0")] + text : text
        }
        let new = replacement(forHardwareAddress: digits)
        let last = UInt8(String(decoding: new.suffix(2), as: UTF8.self), radix: 16) ?? 0
        return IPAddress(bytes: bytes.prefix(8) + [2, 0, 0x5E, 0xFF, 0xFE, 0, 0x53, last]) ?? address
    }

    private static func index(of secret: ArraySlice<UInt8>, in known: inout [ArraySlice<UInt8>: Int]) -> Int {
        if let index = known[secret] { return index }
        // The key is a copy; a slice would keep the whole text in memory.
        known[Array(secret)[...]] = known.count + 1
        return known.count
    }
}

/// A text in UTF-16, which is searched as UTF-8.
private struct WideText {
    /// The text in UTF-8, with its byte order mark if it has one.
    let narrow: [UInt8]
    private let isLittleEndian: Bool
    private let rest: ArraySlice<UInt8>

    /// Reads a text; `nil` if it is not UTF-16 by its byte order mark or by the zeros in its ASCII.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        let beginning = bytes.prefix(64)
        let zeros = beginning.indices.filter { bytes[$0] == 0 }
        let isHalf = zeros.count * 4 >= beginning.count
        if bytes.starts(with: [0xFF, 0xFE]) || isHalf && zeros.allSatisfy({ $0 % 2 == 1 }) {
            isLittleEndian = true
        } else if bytes.starts(with: [0xFE, 0xFF]) || isHalf && zeros.allSatisfy({ $0 % 2 == 0 }) {
            isLittleEndian = false
        } else {
            return nil
        }
        let (low, high) = isLittleEndian ? (0, 1) : (1, 0)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + low]) | UInt16(bytes[index + high]) << 8
        }
        narrow = Array(String(decoding: units, as: UTF16.self).utf8)
        rest = bytes[(units.count * 2)...]
    }

    func widened(_ narrow: [UInt8]) -> [UInt8] {
        String(decoding: narrow, as: UTF8.self).utf16.flatMap { unit in
            let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
            return isLittleEndian ? [low, high] : [high, low]
        } + rest
    }
}

extension UInt8 {
    var isLetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    var isNamePart: Bool { isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
}

extension [UInt8] {
    /// Returns the end of a run of bytes that meet a condition.
    func end(from start: Int, limit: Int = .max, while belongs: (UInt8) -> Bool) -> Int {
        let end = limit < count - start ? start + limit : count
        var position = start
        while position < end, belongs(self[position]) { position += 1 }
        return position
    }

    /// Whether the byte at an index has a value; `false` before the start and after the end.
    func has(_ byte: UInt8, at index: Int) -> Bool { index >= 0 && index < count && self[index] == byte }
}
