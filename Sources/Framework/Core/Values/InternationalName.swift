/// Converts the labels of an internationalised name to A-labels (RFC 5890, section 2.3.2.1), the only form that is looked up and
/// shown: two names that look alike stay different.
///
/// A label consists of letters, digits, marks and hyphens that neither case folding nor compatibility mapping changes (RFC 5892,
/// sections 2.1 and 2.2); capital letters are converted first. Composed and decomposed letters stay different, because the
/// standard library does not offer normalization.
enum InternationalName {
    /// The full stops of other scripts (RFC 3490, section 3.1).
    private static let fullStops: Set<Unicode.Scalar> = ["\u{3002}", "\u{FF0E}", "\u{FF61}"]
    /// The letters that are allowed although case folding changes them (RFC 5892, section 2.6): ß and ς.
    private static let exceptions: Set<Unicode.Scalar> = ["\u{DF}", "\u{3C2}"]
    private static let labelByteCountMax = 63

    /// Replaces the labels that are not ASCII by A-labels; `nil` if one of them is not valid.
    ///
    /// Percent-encoded bytes are decoded, and must then be UTF-8.
    static func ascii(_ name: Substring) -> String? {
        guard let decoded = percentDecoded(name) else { return nil }
        if decoded.utf8.allSatisfy({ $0 < 0x80 }) { return decoded }
        let labels = decoded.lowercased().unicodeScalars
            .split(omittingEmptySubsequences: false) { $0 == "." || fullStops.contains($0) }
            .map { label in label.allSatisfy(\.isASCII) ? String(label) : aLabel(Array(label)) }
        let valid = labels.compactMap(\.self)
        return valid.count == labels.count ? valid.joined(separator: ".") : nil
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let parts = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        var bytes = Array(parts[0])
        for part in parts.dropFirst() {
            let digits = part.prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isASCIIHexDigit),
                let byte = UInt8(Substring(digits), radix: 16)
            else { return nil }
            bytes.append(byte)
            bytes += part.dropFirst(2)
        }
        return String(validUTF8: bytes)
    }

    private static func aLabel(_ label: [Unicode.Scalar]) -> String? {
        let hyphen: Unicode.Scalar = "-"
        guard let first = label.first, !first.isMark, first != hyphen, label.last != hyphen,
            label.count < 4 || label[2...3] != [hyphen, hyphen], label.count <= labelByteCountMax,
            label.allSatisfy({ $0 == hyphen || isAllowed($0) })
        else { return nil }
        let encoded = "xn--" + Punycode.encoded(label)
        return encoded.utf8.count <= labelByteCountMax ? encoded : nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark, .spacingMark:
            !scalar.properties.changesWhenNFKCCaseFolded || exceptions.contains(scalar)
        default: false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        let category = properties.generalCategory
        return category == .nonspacingMark || category == .spacingMark
    }
}

/// The encoding of Unicode in letters, digits and hyphens (RFC 3492).
enum Punycode {
    // The parameters of RFC 3492, section 5.
    private static let base = 36
    private static let (tMin, tMax) = (1, 26)
    private static let (skew, damp) = (38, 700)
    private static let initialBias = 72
    private static let initialNumber: UInt32 = 0x80

    /// Encodes the characters of one label, without the prefix of an A-label (RFC 3492, section 6.3).
    ///
    /// There are at most 63, so no number overflows and the time is bounded.
    static func encoded(_ label: [Unicode.Scalar]) -> String {
        var output = label.filter(\.isASCII).map { UInt8($0.value) }
        let basicCount = output.count
        var handledCount = basicCount
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var (number, delta, bias) = (initialNumber, 0, initialBias)
        while handledCount < label.count, let next = label.lazy.map(\.value).filter({ $0 >= number }).min() {
            delta += Int(next - number) * (handledCount + 1)
            number = next
            for scalar in label {
                if scalar.value < number { delta += 1 }
                guard scalar.value == number else { continue }
                var rest = delta
                var weight = base
                while true {
                    let threshold = min(max(weight - bias, tMin), tMax)
                    if rest < threshold { break }
                    output.append(digit(threshold + (rest - threshold) % (base - threshold)))
                    rest = (rest - threshold) / (base - threshold)
                    weight += base
                }
                output.append(digit(rest))
                bias = adapted(delta, handledCount + 1, isFirst: handledCount == basicCount)
                delta = 0
                handledCount += 1
            }
            delta += 1
            number += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var bias = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            bias += base
        }
        return bias + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(value < 26 ? value + Int(UInt8(ascii: "a")) : value - 26 + Int(UInt8(ascii: "0")))
    }
}
