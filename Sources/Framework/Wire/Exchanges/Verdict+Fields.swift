package import ConnectivityCore

extension Verdict: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("finding") { $0.finding },
            .written("reason") { $0.reason },
            .written("basis") { $0.basis },
            .written("portal") { $0.portal },
        ]
    )
}

extension Verdict.Finding: SchemaProviding {}
extension Verdict.Basis: SchemaProviding {}
extension PageSign: SchemaProviding {}

extension Testimony: FieldCodable {
    package static let fields = FieldTable(
        Testimony(witness: "", version: "", digest: nil, verdict: .inconclusive),
        [
            .required("witness", \.witness),
            .required("version", \.version),
            .optional("digest", \.digest),
            .required("finding", \.verdict.finding),
            .required("reason", \.verdict.reason),
            .required("basis", \.basis),
            .optional("portal", \.verdict.portal),
            .filled("content", \.statesContent, false),
        ]
    )
}
