import ConnectivityCore

/// Known secret texts, and the search for them in any usual encoding.
///
/// The search finds a text unchanged, with any of its bytes escaped as ``DecodedText`` resolves them, and in Base64,
/// also within a longer encoded text. The work is linear in the length of the searched bytes.
package struct KnownTexts: Hashable, Sendable {
    /// The texts; none is empty.
    let values: [[UInt8]]
    private let needles: [Needle]

    /// Creates the texts, without empty ones.
    package init(_ texts: some Sequence<String>) { self.init(texts.map { Array($0.utf8) }) }

    init(_ texts: [[UInt8]]) {
        values = texts.filter { !$0.isEmpty }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        needles = values.enumerated().flatMap { index, value in
            ([DecodedText(value).bytes] + Self.partsInBase64(value)).map { Needle(folding: $0, of: index) }
        }
    }

    package var isEmpty: Bool { values.isEmpty }

    /// Replaces the texts in bytes; all other bytes stay.
    ///
    /// If the bytes were cut at their end, the beginning of a text at the end is replaced too.
    package func replacing(
        in source: [UInt8],
        isCut: Bool = false,
        by replacement: (_ text: [UInt8]) -> [UInt8]
    ) -> [UInt8] {
        let places = places(in: source, isCut: isCut)
        guard !places.isEmpty else { return source }
        var output: [UInt8] = []
        var position = 0
        for (range, index) in places {
            output += source[position..<range.lowerBound]
            output += replacement(values[index])
            position = range.upperBound
        }
        return output + source[position...]
    }

    /// Returns the ranges of the texts in bytes, in order and without overlap, each with the index of its text.
    private func places(in source: [UInt8], isCut: Bool) -> [(range: Range<Int>, index: Int)] {
        guard !isEmpty, !source.isEmpty else { return [] }
        let text = DecodedText(source)
        var found: [(range: Range<Int>, index: Int)] = []
        for needle in needles {
            needle.search(text.bytes, isCut: isCut) { found.append((text.source(of: $0), needle.index)) }
        }
        // A text whose beginning continues an escape before it is found in the source alone.
        for (index, value) in values.enumerated() where text.bytes.count != source.count {
            Needle(folding: value, of: index).search(source, isCut: isCut) { found.append(($0, index)) }
        }
        found.sort { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
        return found.reduce(into: []) { places, place in
            guard let last = places.last, place.range.lowerBound < last.range.upperBound else {
                return places.append(place)
            }
            let end = max(last.range.upperBound, place.range.upperBound)
            places[places.count - 1].range = last.range.lowerBound..<end
        }
    }

    /// Returns the parts of a text's Base64 that do not depend on the bytes before and after it.
    private static func partsInBase64(_ value: [UInt8]) -> [[UInt8]] {
        // Shorter texts have so few fixed digits that they could occur by chance.
        guard value.count >= 6 else { return [] }
        return (0..<3).map { offset in
            let digits = Array(Base64.encoded([UInt8](repeating: 0, count: offset) + value).utf8)
            // Digits with bits of a neighbour are left out.
            let first = (offset * 8 + 5) / 6
            return Array(digits[first..<(offset + value.count) * 8 / 6])
        }
    }
}

/// A text to search for, by the algorithm of Knuth, Morris and Pratt, which reads each byte once.
private struct Needle: Hashable, Sendable {
    private let bytes: [UInt8]
    /// The length of the longest proper prefix that is also a suffix, for each prefix.
    private let borders: [Int]
    /// The index of the original text.
    let index: Int

    init(folding text: [UInt8], of index: Int) {
        bytes = text.map(\.folded)
        self.index = index
        var borders = [0]
        for place in 1..<max(1, bytes.count) {
            var length = borders[place - 1]
            while length > 0, bytes[length] != bytes[place] { length = borders[length - 1] }
            borders.append(bytes[length] == bytes[place] ? length + 1 : 0)
        }
        self.borders = borders
    }

    /// The minimum number of bytes at the end of a cut text that count as the beginning of a secret.
    private static let beginningMin = 4

    func search(_ text: [UInt8], isCut: Bool, found: (Range<Int>) -> Void) {
        guard !bytes.isEmpty else { return }
        var length = 0
        for (place, byte) in text.enumerated() {
            let byte = byte.folded
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            if bytes[length] == byte { length += 1 }
            guard length == bytes.count else { continue }
            found(place + 1 - length..<place + 1)
            length = 0
        }
        if isCut, length >= Self.beginningMin { found(text.count - length..<text.count) }
    }
}

extension UInt8 {
    /// The byte, equal for variants in encodings: a space and `+`, and the last digits of Base64.
    fileprivate var folded: UInt8 {
        switch self {
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 0x20
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: self
        }
    }
}
