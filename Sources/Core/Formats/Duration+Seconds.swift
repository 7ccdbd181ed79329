// Durations in JSON are numbers of seconds. Both directions use the decimal text of the number, so that 0.02 means
// exactly twenty milliseconds and not the nearest binary number. This is exact for up to 15 significant digits,
// which is whole nanoseconds for eleven days. A duration with more digits is written as the nearest number, and
// that number is read back.

extension Duration {
    /// The number of seconds, as the nearest `Double`.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        return Double("\(sign)\(seconds.magnitude).\(attoseconds.magnitude.padded(to: 18))") ?? .infinity
    }

    /// Creates the duration that a number of seconds has in its decimal form, without what is after the eighteenth
    /// decimal place.
    ///
    /// The result is `nil` if the magnitude is a billion or more, or if the number is not a number.
    package init?(writtenSeconds seconds: Double) {
        guard seconds.magnitude < 1e9 else { return nil }
        let parts = "\(seconds.magnitude)".split(separator: "e")
        let number = parts[0].split(separator: ".")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        // Zeros on both sides, so that the decimal point can move over them.
        let zeros = String(repeating: "0", count: exponent.magnitude < 400 ? Int(exponent.magnitude) : 0)
        let digits = "\(zeros)\(number[0])\(number.count > 1 ? number[1] : "")\(zeros)"
        let point = zeros.utf8.count + number[0].utf8.count + exponent
        let fraction = digits.dropFirst(point).prefix(18)
        guard let whole = Int64("0\(digits.prefix(point))"),
            let rest = Int64(fraction + String(repeating: "0", count: 18 - fraction.utf8.count))
        else { return nil }
        let sign: Int64 = seconds < 0 ? -1 : 1
        self.init(secondsComponent: sign * whole, attosecondsComponent: sign * rest)
    }
}

/// A duration in its JSON form.
package struct Seconds: Hashable, Sendable, Codable, SchemaProviding {
    package var duration: Duration

    package init(_ duration: Duration) { self.duration = duration }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let duration = Duration(writtenSeconds: try container.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "must be less than a billion seconds"
            )
        }
        self.duration = duration
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(duration.seconds)
    }

    package static var schema: Schema { .number }

    /// Reads the digits themselves if they are so few that no other number of seconds is nearer.
    package static func scalar(_ json: JSON) -> Self? {
        switch json.value {
        case .integer(let whole) where whole.magnitude < 1_000_000_000: return Self(.seconds(whole))
        case .number(let text): return Duration(fewDigits: text).map(Self.init)
        default: return nil
        }
    }

    package func writeScalar(to output: JSONOutput) -> Bool {
        output.write(scalar: duration.fewDigits.map { JSON(.number($0)) } ?? .number(duration.seconds))
    }
}

extension Duration {
    /// Creates a duration of seconds with a point and at most 15 digits, which is exact; `nil` for any other text.
    fileprivate init?(fewDigits text: String) {
        guard text.utf8.count <= 16 else { return nil }
        var (whole, fraction, scale): (Int64, Int64, Int64) = (0, 0, 1_000_000_000_000_000_000)
        var isBehindPoint = false
        for byte in text.utf8 {
            if byte.isASCIIDigit {
                let digit = Int64(byte - 0x30)
                if isBehindPoint {
                    scale /= 10
                    fraction += digit * scale
                } else {
                    whole = whole * 10 + digit
                }
            } else if byte == UInt8(ascii: "."), !isBehindPoint {
                isBehindPoint = true
            } else {
                return nil
            }
        }
        guard whole < 1_000_000_000 else { return nil }
        self.init(secondsComponent: whole, attosecondsComponent: fraction)
    }

    /// The seconds with a fraction, if that has at most 15 digits and is printed without an exponent; otherwise `nil`.
    fileprivate var fewDigits: String? {
        var (whole, fraction) = components
        guard whole >= 0, whole < 1_000_000, fraction > 0, whole > 0 || fraction >= 100_000_000_000_000,
            fraction % 1_000_000_000 == 0
        else { return nil }
        fraction /= 1_000_000_000
        var width = 9
        while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
        return "\(whole).\(fraction.padded(to: width))"
    }
}

extension FixedWidthInteger {
    /// Returns the decimal digits, padded with leading zeros.
    func padded(to width: Int) -> String {
        let digits = "\(self)"
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
