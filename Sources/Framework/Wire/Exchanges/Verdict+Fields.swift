package import ConnectivityCore

extension Verdict: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("verdict") { $0.finding },
            .written("reason") { $0.reason },
            .written("basis") { $0.basis },
            .written("portal") { $0.portal },
        ]
    )
}

extension Verdict.Finding: SchemaProviding {}
extension Verdict.Basis: SchemaProviding {}
