import ConnectivityCore
public import ConnectivityPipeline
public import ConnectivityRegistry
package import ConnectivityWire

extension ScriptedInterfaceSource: Codable, ConfigurationWritable, Configurable, TableConfigurable
where C == ContinuousClock {
    public static var pluginID: PluginID { "source.scripted" }
    public static var summary: String { "reports given interfaces one after the other, at given times" }
    package static var table: FieldTable<Script> { Script.table }

    package var options: Script { Script(steps: steps.map(Script.Step.init), ends: ends) }

    package init(options: Script) {
        self.init(options.steps.map { ($0.after, $0.snapshot) }, clock: .continuous, ends: options.ends)
    }
}

/// The options of a scripted source.
package struct Script: Sendable {
    var steps: [Step] = []
    var ends = false

    static let table = FieldTable(Self(), [.required("steps", \.steps), .filled("ends", \.ends, false)])

    /// A step: the members of a snapshot, and the delay before it.
    struct Step: Codable, SchemaProviding {
        var after = Duration.zero
        var snapshot: InterfaceSnapshot?

        private static let delay = FieldTable(
            Self(),
            [.converted("after", \.after, .time(in: WrittenTime.rangeFromZero), usual: WrittenTime(.zero))]
        )

        init() {}
        init(_ step: (after: Duration, snapshot: InterfaceSnapshot?)) { (after, snapshot) = step }

        init(from decoder: any Decoder) throws {
            self = try Self.delay.read(from: decoder)
            guard try decoder.container(keyedBy: FieldName.self).contains("interfaces") else { return }
            snapshot = try InterfaceSnapshot(writtenIn: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            try snapshot?.encode(to: encoder)
            try Self.delay.write(self, to: encoder)
        }

        static var schema: Schema {
            .object("ScriptStep") {
                (delay.members() + InterfaceSnapshot.writtenFields.members()).map {
                    Schema.Member($0.name, $0.schema)
                }
            }
        }
    }
}
