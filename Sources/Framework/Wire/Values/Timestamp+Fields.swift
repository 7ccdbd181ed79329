package import ConnectivityCore

extension Timestamp: SchemaProviding {
    package static var schema: Schema { .text(format: "date-time") }
    package static func scalar(_ json: JSON) -> Self? { json.string.flatMap { Timestamp(rfc3339: $0) } }
    package func writeScalar(to output: JSONOutput) -> Bool { output.write(scalar: exactDescription) }
}
