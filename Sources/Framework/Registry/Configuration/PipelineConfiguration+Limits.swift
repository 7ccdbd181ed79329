import ConnectivityCore
import ConnectivityWire

extension PipelineConfiguration {
    /// The limits of probes as they are written; missing values default to those of `ProbeLimits`.
    struct WrittenLimits: Codable, SchemaProviding {
        var limits: ProbeLimits

        init(_ limits: ProbeLimits) { self.limits = limits }

        init(from decoder: any Decoder) throws {
            limits = try ProbeLimits.fields.read(from: decoder, isWrittenByHand: true)
        }

        func encode(to encoder: any Encoder) throws { try limits.encode(to: encoder) }

        static var schema: Schema { ProbeLimits.fields.schema("Limits", isWrittenByHand: true) }
    }
}
