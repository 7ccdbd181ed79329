import ConnectivityCore
import ConnectivityWire

extension PipelineConfiguration {
    /// The bounds of the quality as they are written, with times in seconds; missing values default to those of
    /// ``QualityRules``.
    struct WrittenQuality: FieldCodable {
        var slowConnection: Double?
        var poorConnection: Double?
        var slowFirstByte: Double?
        var poorFirstByte: Double?
        var slowLoss: Double?
        var poorLoss: Double?
        var owners: Int?

        static let fields = FieldTable(
            WrittenQuality(),
            [
                .optional(
                    "slowConnection",
                    \.slowConnection,
                    about: "The median time to open a connection from which a path is slow, in seconds."
                ),
                .optional(
                    "poorConnection",
                    \.poorConnection,
                    about: "The median time to open a connection from which a path is poor, in seconds."
                ),
                .optional(
                    "slowFirstByte",
                    \.slowFirstByte,
                    about: "The median time to the first byte of an answer from which a path is slow, in seconds."
                ),
                .optional(
                    "poorFirstByte",
                    \.poorFirstByte,
                    about: "The median time to the first byte of an answer from which a path is poor, in seconds."
                ),
                .optional(
                    "slowLoss",
                    \.slowLoss,
                    about: "The share of lost attempts from which a path is slow, greater than 0 and at most 1."
                ),
                .optional(
                    "poorLoss",
                    \.poorLoss,
                    about: "The share of lost attempts from which a path is poor, greater than 0 and at most 1."
                ),
                .optional(
                    "owners",
                    \.owners,
                    about: "The number of owners whose answers are needed; with fewer the quality is unknown."
                ),
            ],
            usual: { WrittenQuality(QualityRules()) }
        )

        init() {}

        static var schema: Schema { fields.schema("Quality") }

        init(_ rules: QualityRules) {
            slowConnection = rules.slowConnection.seconds
            poorConnection = rules.poorConnection.seconds
            slowFirstByte = rules.slowFirstByte.seconds
            poorFirstByte = rules.poorFirstByte.seconds
            (slowLoss, poorLoss) = (rules.slowLoss, rules.poorLoss)
            owners = rules.owners
        }

        func rules() throws(PluginError) -> QualityRules {
            var rules = QualityRules()
            func time(_ seconds: Double?, _ name: String) throws(PluginError) -> Duration? {
                try duration(seconds, at: ["quality", name])
            }
            // A bound that is not stated follows the other one of its pair.
            rules.slowConnection = try time(slowConnection, "slowConnection") ?? rules.slowConnection
            rules.poorConnection =
                try time(poorConnection, "poorConnection") ?? max(rules.poorConnection, rules.slowConnection)
            rules.slowFirstByte = try time(slowFirstByte, "slowFirstByte") ?? rules.slowFirstByte
            rules.poorFirstByte =
                try time(poorFirstByte, "poorFirstByte") ?? max(rules.poorFirstByte, rules.slowFirstByte)
            rules.slowLoss = slowLoss ?? rules.slowLoss
            rules.poorLoss = poorLoss ?? max(rules.poorLoss, rules.slowLoss)
            for (name, share) in [("slowLoss", rules.slowLoss), ("poorLoss", rules.poorLoss)] {
                guard share > 0, share <= 1 else {
                    throw fault(["quality", name], "must be greater than 0 and at most 1")
                }
            }
            let pairs = [
                ("Connection", rules.slowConnection <= rules.poorConnection),
                ("FirstByte", rules.slowFirstByte <= rules.poorFirstByte), ("Loss", rules.slowLoss <= rules.poorLoss),
            ]
            for (name, isInOrder) in pairs where !isInOrder {
                throw fault(["quality", "poor\(name)"], "must not be less than slow\(name)")
            }
            rules.owners = owners ?? rules.owners
            guard rules.owners >= 1 else { throw fault(["quality", "owners"], "must be at least 1") }
            return rules
        }
    }
}
