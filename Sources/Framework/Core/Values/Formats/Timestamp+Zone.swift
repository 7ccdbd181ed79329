extension Timestamp {
    /// The time for people, in whole seconds (RFC 3339), such as `2026-11-21T08:30:00Z` or `2026-11-21T09:30:00+01:00`.
    ///
    /// The offset is the number of seconds by which the local time is ahead of UTC. The time is in UTC if it is zero or more than
    /// a day.
    package func text(offset: Int = 0) -> String {
        guard offset != 0, offset.magnitude <= 86_400 else { return description.prefix(19) + "Z" }
        let local = Timestamp(sinceEpoch: sinceEpoch + .seconds(offset)).description.prefix(19)
        // Offsets of RFC 3339 have no seconds; those of the time before standard zones do.
        let minutes = offset.magnitude / 60
        return "\(local)\(offset < 0 ? "-" : "+")\(Int(minutes / 60).padded(to: 2)):\(Int(minutes % 60).padded(to: 2))"
    }
}
