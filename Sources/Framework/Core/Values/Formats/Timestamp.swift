/// A point in civil time, for people and records; it is never used to measure durations.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// The time since 1970-01-01 00:00:00 UTC, without leap seconds.
    public var sinceEpoch: Duration

    /// Creates a point in time.
    public init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.sinceEpoch < rhs.sinceEpoch }
}

extension Timestamp: CustomStringConvertible {
    /// The RFC 3339 form in UTC with milliseconds, such as `2026-11-21T08:30:00.250Z`.
    public var description: String { text(digits: 3...3) }

    /// The RFC 3339 form in UTC with all fractional digits, at least three.
    package var exactDescription: String { text(digits: 3...18) }

    private func text(digits: ClosedRange<Int>) -> String {
        let (seconds, attoseconds) = sinceEpoch.components
        let whole = attoseconds < 0 ? seconds - 1 : seconds
        let fraction = attoseconds < 0 ? attoseconds + 1_000_000_000_000_000_000 : attoseconds
        let days = (whole >= 0 ? whole : whole - 86_399) / 86_400
        let second = whole - days * 86_400
        // Converts days to a civil date: years begin in March, so the leap day is last; eras have 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        var behindPoint = fraction.padded(to: 18).prefix(digits.upperBound)
        while behindPoint.utf8.count > digits.lowerBound, behindPoint.last == "0" { behindPoint.removeLast() }
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))T"
            + "\((second / 3600).padded(to: 2)):\((second / 60 % 60).padded(to: 2)):\((second % 60).padded(to: 2))"
            + ".\(behindPoint)Z"
    }

    /// Reads an RFC 3339 time in the years 0 through 9999, with capital letters.
    ///
    /// It accepts any zone, also one without a colon as in ISO 8601, and up to 18 fractional digits or no fraction.
    package init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        guard (20...44).contains(bytes.count), let zone = Self.zone(bytes[19...]) else { return nil }
        let fraction = bytes[19..<bytes.count - zone.byteCount]
        guard fraction.isEmpty || fraction.first == UInt8(ascii: ".") && (2...19).contains(fraction.count),
            fraction.dropFirst().allSatisfy(\.isASCIIDigit)
        else { return nil }
        func number(_ range: Range<Int>) -> Int64 { Int64(String(decoding: bytes[range], as: UTF8.self)) ?? -1 }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard year >= 0, (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        // Converts a civil date to days, the inverse of the above.
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let whole = Duration.seconds(days * 86_400 + hour * 3600 + minute * 60 + second)
        // This also rejects wrong separators, and days that a month does not have.
        guard Timestamp(sinceEpoch: whole).description.utf8.prefix(19).elementsEqual(bytes.prefix(19)) else {
            return nil
        }
        let digits = fraction.dropFirst() + repeatElement(UInt8(ascii: "0"), count: 18 - max(0, fraction.count - 1))
        let attoseconds = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        sinceEpoch =
            Duration(secondsComponent: whole.components.seconds, attosecondsComponent: attoseconds) - zone.offset
        // The zone can move the time out of the years with four digits.
        guard (.seconds(-62_167_219_200) ..< .seconds(253_402_300_800)).contains(sinceEpoch) else { return nil }
    }

    /// Returns the zone at the end of a time, `Z` or for example `+01:00`, and its length in bytes.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> (offset: Duration, byteCount: Int)? {
        if bytes.last == UInt8(ascii: "Z") { return (.zero, 1) }
        guard let sign = bytes.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else {
            return nil
        }
        let zone = bytes[(sign + 1)...]
        let digits = zone.count == 5 && zone[sign + 3] == UInt8(ascii: ":") ? zone.prefix(2) + zone.suffix(2) : zone
        guard digits.count == 4, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let parts = digits.map { Int64($0 - 0x30) }
        let (hours, minutes) = (parts[0] * 10 + parts[1], parts[2] * 10 + parts[3])
        guard hours <= 23, minutes <= 59 else { return nil }
        let offset = Duration.seconds(hours * 3600 + minutes * 60)
        return (bytes[sign] == UInt8(ascii: "-") ? .zero - offset : offset, zone.count + 1)
    }
}

extension Timestamp {
    /// The English names of the months.
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The day in UTC for people, such as `12 November 2026`.
    package var day: String {
        let parts = description.prefix { $0 != "T" }.split(separator: "-")
        guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]) else { return description }
        return "\(day) \(Self.months[month - 1]) \(parts[0])"
    }

    /// Reads the preferred form of a date in HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    package init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard text.utf8.count == 29, parts.count == 6, parts[5] == "GMT",
            let month = Self.months.firstIndex(where: { $0.prefix(3) == parts[2] })
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        self.init(rfc3339: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}

extension Timestamp: Codable {
    /// Reads an RFC 3339 time in any zone, with or without fractional digits.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(orThrow: "is not a time such as 2026-11-21T08:30:00.250Z") { Timestamp(rfc3339: $0) }
    }

    /// Writes the RFC 3339 form in UTC with all fractional digits, at least three.
    public func encode(to encoder: any Encoder) throws { try exactDescription.encode(to: encoder) }
}
