package import ConnectivityCore

extension EndpointReport: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("name") { $0.name },
            .written("owner") { $0.owner },
            .written("url") { $0.exchange.request.url },
            .written("finding") { $0.verdict.finding },
            .written("reason") { $0.verdict.reason },
            .written("basis") { $0.verdict.basis },
            .written("status") { $0.exchange.response?.status },
        ],
        FieldTable<Self>.Field.inlined(ProbeExchange.fields, \.exchange)
    )
}
