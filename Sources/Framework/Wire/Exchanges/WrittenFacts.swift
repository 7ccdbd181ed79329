package import ConnectivityCore

/// The encoded form of a question or answer whose kind has no type in Core.
package struct WrittenFacts: FieldCodable {
    package var kind: Question.Kind
    package var facts: Facts

    package init(_ kind: Question.Kind, _ facts: Facts) {
        self.kind = kind
        self.facts = facts
    }

    package static let fields = FieldTable(
        WrittenFacts("-", [:]),
        [
            .required("kind", \.kind, Rule("must not be http, which has its own form") { $0 != .http }),
            .required("facts", \.facts),
        ]
    )
}

extension Question.Kind: SchemaProviding {
    package static var schema: Schema { .text() }
}
