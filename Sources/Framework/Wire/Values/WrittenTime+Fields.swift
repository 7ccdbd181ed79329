package import ConnectivityCore

extension WrittenTime: SchemaProviding {
    package static var schema: Schema { .either([.number, .text()]) }
}
