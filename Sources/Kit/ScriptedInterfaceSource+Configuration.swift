import ConnectivityCore
public import ConnectivityPipeline
public import ConnectivityRegistry
import ConnectivityWire

extension ScriptedInterfaceSource: Codable where C == ContinuousClock {
    private enum CodingKeys: CodingKey {
        case steps, ends
    }

    /// Reads the object described above, without `use`.
    /// - Throws: `DecodingError` if a value is missing, has another type or is out of range; a step waits for at most one day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let steps = try container.decode([ScriptStep].self, forKey: .steps)
        let ends = try container.decodeIfPresent(Bool.self, forKey: .ends) ?? false
        self.init(steps.map { ($0.after, $0.snapshot) }, clock: .continuous, ends: ends)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(steps.map(ScriptStep.init), forKey: .steps)
        try container.encode(ends, forKey: .ends)
    }
}

/// The written form of a step: the members of a snapshot, and the delay before it.
private struct ScriptStep: Codable {
    var after: Duration
    var snapshot: InterfaceSnapshot?

    private enum CodingKeys: CodingKey {
        case after, interfaces
    }

    init(_ step: (after: Duration, snapshot: InterfaceSnapshot?)) { (after, snapshot) = step }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let after = try container.time(.after, in: WrittenTime.rangeFromZero) ?? .zero
        self.after = after
        snapshot = container.contains(.interfaces) ? try InterfaceSnapshot(writtenIn: decoder) : nil
    }

    func encode(to encoder: any Encoder) throws {
        try snapshot?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(after.seconds, forKey: .after)
    }
}

extension ScriptedInterfaceSource: ConfigurationWritable, Configurable where C == ContinuousClock {
    public static var pluginID: PluginID { "source.scripted" }
    public static var summary: String { "reports given interfaces one after the other, at given times" }
}
