package import ConnectivityCore

extension HTTPURL: SchemaProviding {
    package static var schema: Schema { .text() }
    package static func scalar(_ json: JSON) -> Self? { json.string.flatMap { try? HTTPURL($0) } }
    package func writeScalar(to output: JSONOutput) -> Bool { output.write(scalar: description) }
}

extension HTTPURL.Scheme: SchemaProviding {}

extension IPAddress: SchemaProviding {
    package static var schema: Schema { .text() }
    package static func scalar(_ json: JSON) -> Self? { json.string.flatMap { try? IPAddress($0) } }
    package func writeScalar(to output: JSONOutput) -> Bool { output.write(scalar: description) }
}
