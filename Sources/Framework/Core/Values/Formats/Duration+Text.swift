// The form of a duration for people: numbers with units, such as `5s`, `500ms`, `1m30s` or `30d`; without a unit, seconds.

extension Duration {
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("w", 604_800_000_000_000), ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
        ("s", 1_000_000_000), ("ms", 1_000_000),
    ]

    /// Reads a duration of at most 100 years, such as `5s`, `500ms`, `1m30s`, `1.5h`, `30d`, or `5` for five seconds.
    ///
    /// Larger units come first, and each at most once. A number has decimal digits and at most one decimal point.
    package init?(text: String) {
        var rest = Substring(text)
        guard rest.utf8.count <= 40 else { return nil }
        if let seconds = Self.number(rest, in: 1_000_000_000) {
            self = seconds
        } else {
            var sum = Duration.zero
            var open = Self.units[...]
            repeat {
                let number = rest.prefix { $0 == "." || $0.isASCII && $0.isNumber }
                let name = rest.dropFirst(number.count).prefix { $0.isLowercase }
                guard let index = open.firstIndex(where: { $0.name == name }),
                    let part = Self.number(number, in: open[index].nanoseconds)
                else { return nil }
                sum += part
                open = open[(index + 1)...]
                rest = rest.dropFirst(number.count + name.count)
            } while !rest.isEmpty
            self = sum
        }
        guard self <= .seconds(3_155_760_000) else { return nil }
    }

    /// Reads a decimal number of a unit, to whole nanoseconds.
    private static func number(_ text: Substring, in unit: Int64) -> Duration? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let whole = Int64(parts[0]), whole <= 3_155_760_000
        else { return nil }
        let (digits, isLarge) = whole.multipliedReportingOverflow(by: unit)
        guard !isLarge else { return nil }
        var sum = Duration.nanoseconds(digits)
        if parts.count == 2 {
            var place = unit
            for digit in parts[1].utf8 {
                place /= 10
                sum += .nanoseconds(Int64(digit - 48) * place)
            }
        }
        return sum
    }

    /// The duration in the form of ``init(text:)``, in whole milliseconds, such as `1m30s`; `0s` if it is less than one.
    package var text: String {
        var rest = max(0, (components.seconds * 1000) + components.attoseconds / 1_000_000_000_000_000)
        var text = ""
        // Weeks are only read; they are written as days.
        for (name, nanoseconds) in Self.units.dropFirst() {
            let unit = nanoseconds / 1_000_000
            if rest >= unit { text += "\(rest / unit)\(name)" }
            rest %= unit
        }
        return text.isEmpty ? "0s" : text
    }

    /// The duration rounded to whole milliseconds, such as `12 ms`.
    package var inWholeMilliseconds: String {
        // Integers: Core alone links without the C library, whose functions round numbers.
        let (seconds, attoseconds) = (self + .microseconds(500)).components
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
