// How a round went in JSON: `seed`, `isMetered` and `systemConnectivity` or null, `patience` and `budget` in seconds, and
// `arrivals`, each with the place of the `endpoint`, or null for the end of a wait, and the seconds `after` the beginning.

extension RoundCourse: Codable {
    private enum CodingKeys: CodingKey {
        case seed, isMetered, systemConnectivity, patience, budget, arrivals
    }

    /// Reads a course; the path and the kind of its interface stand elsewhere in a record.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let context = RoundContext(
            isMetered: try container.decodeIfPresent(Bool.self, forKey: .isMetered),
            systemConnectivity: try container.decodeIfPresent(SystemConnectivity.self, forKey: .systemConnectivity),
            patience: try container.decodeSeconds(forKey: .patience),
            budget: try container.decodeSeconds(forKey: .budget),
            seed: try container.decode(UInt32.self, forKey: .seed)
        )
        self.init(context, arrivals: try container.decode([Arrival].self, forKey: .arrivals))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(context.seed, forKey: .seed)
        try container.encode(context.isMetered, forKey: .isMetered)
        try container.encode(context.systemConnectivity, forKey: .systemConnectivity)
        try container.encode(context.patience.seconds, forKey: .patience)
        try container.encode(context.budget.seconds, forKey: .budget)
        try container.encode(arrivals, forKey: .arrivals)
    }
}

extension RoundCourse.Arrival: Codable {
    private enum CodingKeys: CodingKey {
        case endpoint, after
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decodeIfPresent(Int.self, forKey: .endpoint),
            after: try container.decodeSeconds(forKey: .after)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(endpoint, forKey: .endpoint)
        try container.encode(after.seconds, forKey: .after)
    }
}
