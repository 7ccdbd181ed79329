// Durations in JSON are numbers of seconds. Both directions use the decimal text of the number: 0.02 means exactly twenty
// milliseconds and not the nearest binary number. This is exact for up to 15 significant digits, which is whole nanoseconds for
// eleven days. A duration with more digits is written as the nearest number, and that number is read back.

extension Duration {
    /// The number of seconds, as the nearest `Double`.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        return Double("\(sign)\(seconds.magnitude).\(attoseconds.magnitude.padded(to: 18))") ?? .infinity
    }

    /// Creates the duration of a decimal number of seconds, truncated after the eighteenth decimal place.
    ///
    /// The result is `nil` if the magnitude is a billion or more, or if the number is NaN.
    package init?(writtenSeconds seconds: Double) {
        guard seconds.magnitude < 1e9 else { return nil }
        let parts = "\(seconds.magnitude)".split(separator: "e")
        let number = parts[0].split(separator: ".")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        // Zeros on both sides, over which the decimal point can move.
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
package struct Seconds: Hashable, Sendable, Codable {
    package var duration: Duration

    package init(_ duration: Duration) { self.duration = duration }

    package init(from decoder: any Decoder) throws {
        guard let duration = Duration(writtenSeconds: try decoder.singleValueContainer().decode(Double.self)) else {
            throw decoder.fault("must be less than a billion seconds")
        }
        self.duration = duration
    }

    package func encode(to encoder: any Encoder) throws { try duration.seconds.encode(to: encoder) }
}

extension FixedWidthInteger {
    /// Returns the decimal digits, padded with leading zeros.
    package func padded(to width: Int) -> String {
        let digits = "\(self)"
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
