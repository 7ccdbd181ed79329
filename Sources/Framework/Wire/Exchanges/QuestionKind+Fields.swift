package import ConnectivityCore

extension QuestionKind: SchemaProviding {
    package static var schema: Schema { .text() }
}
