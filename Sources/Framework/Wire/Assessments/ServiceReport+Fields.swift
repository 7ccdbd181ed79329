package import ConnectivityCore

extension ServiceReport: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("name") { $0.name },
            .written("state") { $0.state },
            .written("reason") { $0.reason },
            .written("judgedAt") { $0.judgedAt },
            .written("since") { $0.since },
            .written("control") { $0.control },
            .written("answer") { $0.answer },
        ]
    )
}

extension ServiceState: SchemaProviding {}

extension ServiceControl: FieldCodable {
    package static let fields = FieldTable(
        ServiceControl(
            Assessment(access: .determining, reason: .notYetJudged, startedAt: Timestamp(sinceEpoch: .zero))
        ),
        [
            .required("access", \.access),
            .required("assessedAt", \.assessedAt),
            .required("families", \.families),
            .required("ports", \.ports),
            .filled("isElsewhere", \.isElsewhere, false),
        ]
    )
}

/// The recorded evidence of the reports on services.
package struct ServiceRecord: Decodable, Sendable {
    package var name: String
    package var judgedAt: Timestamp
    package var since: Timestamp
    package var control: ServiceControl?
    package var answer: ProbeExchange
}
