extension Verdict: Encodable, SchemaProviding {
    package static let fields = FieldTable(
        Verdict.inconclusive,
        [
            .written("verdict") { $0.finding },
            .written("reason") { $0.reason },
            .written("basis") { $0.basis },
            .written("portal") { $0.portal },
        ]
    )

    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
    package static var schema: Schema { fields.schema("Verdict") }
}

extension Verdict.Finding: SchemaProviding {}
extension Verdict.Basis: SchemaProviding {}
