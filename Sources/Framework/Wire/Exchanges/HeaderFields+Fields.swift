public import ConnectivityCore
import ConnectivityRedaction

// Header fields in JSON: a list of objects with `name` and `value`, in order.
//
// Recorded secrets are never written. In every message, `REDACTED` replaces the values of the fields that identify a
// person (``HeaderFields/secretNames``); the names and the attributes of cookies stay.
//
// The signs of a portal do not depend on these values. A validator that depends on them, such as ``HeaderValue`` with the
// name `Set-Cookie`, returns another verdict for an exchange that was written and read again.

extension HeaderFields: Codable, SchemaProviding {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Field].self))
    }

    /// Writes a list of fields, without the values of cookies and credentials.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

    package static var schema: Schema { .list(Field.schema) }
    package static func scalar(_ json: JSON) -> Self? { json.isEmptyArray ? [:] : nil }
    package func writeScalar(to output: JSONOutput) -> Bool { fields.writeScalar(to: output) }
}

extension HeaderFields.Field: FieldCodable {
    /// The value of a cookie or credential is redacted when it is written.
    package static let fields = FieldTable(
        Self(name: "", value: ""),
        [.required("name", \.name), .required("value", \.writtenValue)]
    )

    package static var schema: Schema { fields.schema("HeaderField") }

    private var writtenValue: String {
        get { valueWithoutSecret }
        set { value = newValue }
    }
}
