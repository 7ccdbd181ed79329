import ConnectivityCore
package import ConnectivityOutages
import ConnectivityText
package import ConnectivityWire

// The JSON of `connectivityctl report --json`: durations are seconds, times are RFC 3339, and an absent value is null.

extension MachineReport: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("version") { _ in WireForm.version },
            .written("machine") { $0.name },
            .written("text") { $0.headline(in: .utc) },
            .written("from") { $0.availability.from },
            .written("to") { $0.availability.to },
            .written("state") { $0.newest?.span.state },
            .written("isPresent") { $0.newest?.isPresent ?? false },
            .written("paths") { $0.availability.paths }, .written("quality") { $0.quality },
        ]
    )

    package static var schema: Schema { fields.schema("Availability") }
}

extension Availability.Path: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("name") { $0.name.isEmpty ? nil : $0.name },
            .written("share") { $0.share },
            .written("observed") { Seconds($0.observed) },
            .written("times") { Times(path: $0) },
            .written("outages") { $0.outages },
            .written("states") { $0.spans },
        ]
    )

    private struct Times: FieldEncodable {
        var path: Availability.Path

        static let fields = FieldTable<Self>(
            writing: AccessSpan.State.allCases.map { state in
                .written(FieldName(stringLiteral: state.rawValue)) { Seconds($0.path.time(state)) }
            }
        )
    }
}

extension Availability.Outage: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("from") { $0.from },
            .written("to") { $0.to },
            .written("duration") { Seconds($0.duration) },
            .written("state") { $0.state },
            .written("reason") { $0.reason },
            .written("cause") { $0.cause },
            .written("interface") { $0.interface },
            .written("hasEnded") { $0.hasEnded },
        ]
    )
}

extension QualityPeriod: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("from") { $0.from },
            .written("rounds") { $0.roundCount },
            .written("slow") { $0.slowCount },
            .written("latency") { Seconds($0.latency) },
            .written("longest") { Seconds($0.longest) },
            .written("loss") { $0.loss },
        ]
    )
}

extension AccessSpan: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("state") { $0.state },
            .written("from") { $0.from },
            .written("to") { $0.to },
            .written("reason") { $0.reason },
            .written("interface") { $0.interface },
        ]
    )

    package static var schema: Schema { fields.schema("State") }
}

extension AccessSpan.State: Encodable, SchemaProviding {}
