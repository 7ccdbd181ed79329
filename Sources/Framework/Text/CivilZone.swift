package import ConnectivityCore

/// The time zone of the times in text for people.
package struct CivilZone: Sendable {
    private let rule: @Sendable (Timestamp) -> (offset: Int, name: String)

    /// Creates a zone from a function that returns, for a time, the seconds to add to UTC and the abbreviation, such as `CET`.
    package init(_ rule: @escaping @Sendable (Timestamp) -> (offset: Int, name: String)) { self.rule = rule }

    package static let utc = CivilZone { _ in (0, "UTC") }

    /// The abbreviation at a time; an offset such as `+03` if the zone has no name.
    package func name(at time: Timestamp) -> String { rule(time).name.printable(limit: 10) }

    /// The time in seconds without the zone, such as `2026-11-21 09:30:00`.
    package func time(_ time: Timestamp) -> String {
        let local = Timestamp(sinceEpoch: time.sinceEpoch + .seconds(rule(time).offset))
        // A year beyond 9999 has more digits.
        return String(local.description.dropLast(5)).replacing("T", with: " ")
    }

    /// The time in seconds as one term of a line, with its offset, such as `2026-11-21T09:30:00+01:00`.
    package func stamp(_ time: Timestamp) -> String { time.text(offset: rule(time).offset) }

    /// The time in seconds with the zone, such as `2026-11-21 09:30:00 CET`.
    package func text(_ time: Timestamp) -> String { "\(self.time(time)) \(name(at: time))" }

    /// The beginning of the civil day of a time, or of a day after it; if the clocks skip midnight, the time of the change.
    package func beginOfDay(_ time: Timestamp, after count: Int64 = 0) -> Timestamp {
        let local = (time.sinceEpoch + .seconds(rule(time).offset)).components.seconds
        let day = (local >= 0 ? local : local - 86_399) / 86_400 + count
        // The offset at midnight can differ from the offset at the time.
        var begin = Timestamp(sinceEpoch: .seconds(day * 86_400 - Int64(rule(time).offset)))
        for _ in 0..<2 { begin = Timestamp(sinceEpoch: .seconds(day * 86_400 - Int64(rule(begin).offset))) }
        return begin
    }
}
