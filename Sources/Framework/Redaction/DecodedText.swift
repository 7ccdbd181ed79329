import ConnectivityCore

/// A text with resolved escapes, with the place of each of its bytes in the source.
///
/// Percent encoding, the escapes of JSON and scripts, and character references of HTML are resolved, also within each other and
/// up to four times. A search of the result finds names, separators and values in any escaped form. Each byte has its layers, so
/// that an escaped delimiter within a value does not end the value. The work is linear in the number of bytes, for any bytes.
package struct DecodedText {
    /// The number of escapes of each kind around a byte.
    struct Layers: Equatable {
        private var counts: UInt16 = 0

        private static let fields: [UInt16] = [0x00F, 0x0F0, 0xF00]
        private static let (percentField, escapeField, referenceField): (UInt16, UInt16, UInt16) = (1, 0x10, 0x100)

        fileprivate mutating func addPercent() { counts += Self.percentField }
        fileprivate mutating func addEscape() { counts += Self.escapeField }
        fileprivate mutating func addReference() { counts += Self.referenceField }

        fileprivate mutating func formUnion(_ other: Layers) {
            guard other.counts != 0 else { return }
            counts = Self.fields.reduce(0) { $0 | max(counts & $1, other.counts & $1) }
        }

        /// Whether every kind of escape is at most as often around the byte as around another.
        func isWithin(_ other: Layers) -> Bool {
            if counts == 0 { return true }
            return Self.fields.allSatisfy { counts & $0 <= other.counts & $0 }
        }

        /// Whether the byte is percent-encoded at most as often as another.
        func isPercentWithin(_ other: Layers) -> Bool { counts & 0x00F <= other.counts & 0x00F }
    }

    package private(set) var bytes: [UInt8]
    /// The offset in the source of each decoded byte, and of the end; empty if nothing is escaped.
    private var starts: [Int32] = []
    private var layers: [Layers] = []

    /// The maximum number of decoding passes; no meaningful text is escaped more often.
    private static let passCountMax = 4

    /// Resolves the escapes of a text.
    package init(_ source: [UInt8]) {
        bytes = source
        for _ in 0..<Self.passCountMax where !decode() { break }
    }

    func layers(at index: Int) -> Layers { layers.isEmpty ? Layers() : layers[index] }

    /// Returns the range in the source of a part.
    package func source(of range: Range<Int>) -> Range<Int> {
        starts.isEmpty ? range : Int(starts[range.lowerBound])..<Int(starts[range.upperBound])
    }

    /// A part of the decoded bytes, and its replacement.
    package typealias Edit = (range: Range<Int>, replacement: [UInt8])

    /// Replaces parts of the source of this text, in order and without overlap; all other bytes stay.
    package func applying(_ edits: [Edit], to source: [UInt8]) -> [UInt8] {
        guard !edits.isEmpty else { return source }
        var output: [UInt8] = []
        output.reserveCapacity(source.count)
        var position = 0
        // Unchanged text keeps its escapes.
        for (range, replacement) in edits where !bytes[range].elementsEqual(replacement) {
            let place = self.source(of: range)
            output += source[position..<max(position, place.lowerBound)]
            output += replacement
            position = max(position, place.upperBound)
        }
        return output + source[position...]
    }

    // MARK: Decoding

    /// Resolves one layer of escapes, and returns whether there was any.
    private mutating func decode() -> Bool {
        var position = 0
        while position < bytes.count, escape(at: position) == nil { position += 1 }
        guard position < bytes.count else { return false }
        if starts.isEmpty {
            starts = (0...Int32(bytes.count)).map(\.self)
            layers = [Layers](repeating: Layers(), count: bytes.count)
        }
        var decoded = Array(bytes[..<position])
        var newStarts = Array(starts[..<position])
        var newLayers = Array(layers[..<position])
        decoded.reserveCapacity(bytes.count)
        newStarts.reserveCapacity(bytes.count + 1)
        newLayers.reserveCapacity(bytes.count)
        while position < bytes.count {
            guard let escape = escape(at: position) else {
                decoded.append(bytes[position])
                newStarts.append(starts[position])
                newLayers.append(layers[position])
                position += 1
                continue
            }
            var layer = layers[position]
            for index in position + 1..<position + escape.byteCount { layer.formUnion(layers[index]) }
            switch bytes[position] {
            case UInt8(ascii: "%"): layer.addPercent()
            case UInt8(ascii: "\\"): layer.addEscape()
            default: layer.addReference()
            }
            for byte in escape.bytes {
                decoded.append(byte)
                newStarts.append(starts[position])
                newLayers.append(layer)
            }
            position += escape.byteCount
        }
        newStarts.append(starts[bytes.count])
        (bytes, starts, layers) = (decoded, newStarts, newLayers)
        return true
    }

    private typealias Escape = (bytes: [UInt8], byteCount: Int)

    /// Reads the escape at an index; `nil` if no escape begins there.
    private func escape(at index: Int) -> Escape? {
        switch bytes[index] {
        case UInt8(ascii: "%"): return hexadecimal(at: index + 1, digitCount: 2).map { ([UInt8($0)], 3) }
        case UInt8(ascii: "\\"): return scriptEscape(at: index)
        case UInt8(ascii: "&"):
            guard let reference = CharacterReference(at: bytes[index...]) else { return nil }
            return (Array(Character(reference.character).utf8), reference.byteCount)
        default: return nil
        }
    }

    private func scriptEscape(at index: Int) -> Escape? {
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "`"):
            return ([bytes[index + 1]], 2)
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "b"), UInt8(ascii: "f"): return ([0x20], 2)
        case UInt8(ascii: "x"):
            return hexadecimal(at: index + 2, digitCount: 2).map { (Array(String(Unicode.Scalar(UInt8($0))).utf8), 4) }
        case UInt8(ascii: "u"):
            guard let unit = hexadecimal(at: index + 2, digitCount: 4) else { return nil }
            if let scalar = Unicode.Scalar(unit) { return (Array(String(scalar).utf8), 6) }
            guard unit < 0xDC00, index + 7 < bytes.count, bytes[(index + 6)...].starts(with: "\\u".utf8),
                let low = hexadecimal(at: index + 8, digitCount: 4), (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00)
            else { return (Array("\u{FFFD}".utf8), 6) }
            return (Array(String(scalar).utf8), 12)
        default: return nil
        }
    }

    private func hexadecimal(at start: Int, digitCount: Int) -> UInt32? {
        guard start + digitCount <= bytes.count else { return nil }
        var number: UInt32 = 0
        for index in start..<start + digitCount {
            let digit = bytes[index]
            guard digit.isASCIIHexDigit else { return nil }
            number = number << 4 | UInt32(digit <= 0x39 ? digit - 0x30 : (digit | 0x20) - 0x57)
        }
        return number
    }
}
