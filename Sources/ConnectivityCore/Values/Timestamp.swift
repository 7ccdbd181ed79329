/// A point of civil time, for people and records; never used to measure.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// The time since 1970-01-01 00:00:00 UTC, without leap seconds.
    public var sinceEpoch: Duration

    /// Creates a point of time.
    /// - Parameter sinceEpoch: The time since 1970-01-01 00:00:00 UTC, without leap seconds.
    public init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.sinceEpoch < rhs.sinceEpoch }
}

extension Timestamp: CustomStringConvertible {
    /// The RFC 3339 form in UTC with milliseconds, such as `2026-11-21T08:30:00.250Z`.
    public var description: String {
        let (seconds, attoseconds) = sinceEpoch.components
        var milliseconds = attoseconds / 1_000_000_000_000_000
        var whole = seconds
        if milliseconds < 0 {
            milliseconds += 1000
            whole -= 1
        }
        let days = (whole >= 0 ? whole : whole - 86_399) / 86_400
        let second = whole - days * 86_400
        // From days to a civil date: years begin in March, so that the leap day comes last; eras have 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func padded(_ value: Int64, _ width: Int) -> String {
            let digits = "\(value)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
            + ".\(padded(milliseconds, 3))Z"
    }
}
