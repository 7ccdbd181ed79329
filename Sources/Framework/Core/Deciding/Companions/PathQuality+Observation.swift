extension PathQuality: TypedObservation {
    /// `quality`; the subject is a path, and the state a ``Level``.
    public static let kind = "quality"

    /// Reads the level, the reason and the facts: `nameLookup`, `connection` and `firstByte`, median times in seconds, `lost` and `attempts`.
    public init?(_ observation: CompanionObservation) {
        guard let level = Level(rawValue: observation.state) else { return nil }
        self.init(level, because: observation.reason)
        func figure(_ name: String) -> Figure? {
            observation.facts[name]?.number.flatMap(Duration.init(writtenSeconds:)).map { Figure(median: $0) }
        }
        (nameLookup, connection, firstByte) = (figure("nameLookup"), figure("connection"), figure("firstByte"))
        lost = observation.facts["lost"]?.integer.flatMap(Int.init(exactly:)) ?? 0
        attempts = observation.facts["attempts"]?.integer.flatMap(Int.init(exactly:)) ?? 0
    }

    /// The facts of an observation, from which the quality is read again.
    package var facts: Facts {
        [
            "nameLookup": Fact(nameLookup?.median.seconds),
            "connection": Fact(connection?.median.seconds), "firstByte": Fact(firstByte?.median.seconds),
            "lost": Fact(lost), "attempts": Fact(attempts),
        ]
    }
}
