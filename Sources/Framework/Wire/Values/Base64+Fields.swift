package import ConnectivityCore

extension Base64: SchemaProviding {
    package static var schema: Schema { .text() }
}
