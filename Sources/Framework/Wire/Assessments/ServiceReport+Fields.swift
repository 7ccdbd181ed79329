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
