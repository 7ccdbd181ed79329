package import ConnectivityCore

extension Seconds: SchemaProviding {
    package static var schema: Schema { .number }

    /// Reads the digits exactly if they are so few that no other number of seconds is nearer.
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

extension Timestamp: SchemaProviding {
    package static var schema: Schema { .text(format: "date-time") }
    package static func scalar(_ json: JSON) -> Self? { json.string.flatMap { Timestamp(rfc3339: $0) } }
    package func writeScalar(to output: JSONOutput) -> Bool { output.write(scalar: exactDescription) }
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
