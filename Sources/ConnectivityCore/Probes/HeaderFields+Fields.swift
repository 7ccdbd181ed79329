// Header fields in JSON: a list of objects with `name` and `value`, in order.
//
// No recorded secret is written. Of these fields the values that identify a person are replaced by `REDACTED`, whatever
// the field is part of:
// - `Authorization`, `Proxy-Authorization`, `Cookie`: the whole value.
// - `Set-Cookie`: the value of the cookie; its name and attributes stay.
//
// Signs of a portal do not rest on these values. A validator that does, such as ``Header`` with the name `Set-Cookie`,
// comes to another verdict when a written exchange is read again.

extension HeaderFields: Codable, Described {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Field].self))
    }

    /// Writes a list of fields, without the values of cookies and credentials.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(fields)
    }

    package static var schema: Schema { .list(Field.schema) }
}

extension HeaderFields.Field: Tabulated {
    package static let fields = FieldTable(
        Self(name: "", value: ""),
        [.required("name", \.name), .required("value", \.writtenValue)]
    )

    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }

    /// Writes the name and the value, which is replaced if it is a cookie's or a credential.
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

    package static var schema: Schema { fields.schema("HeaderField") }

    private var writtenValue: String {
        get { valueWithoutSecret }
        set { value = newValue }
    }

    private var valueWithoutSecret: String {
        switch name.lowercased() {
        case "authorization", "proxy-authorization", "cookie":
            return Self.redacted(value[...])
        case "set-cookie":
            let pair = value.prefix { $0 != ";" }
            let attributes = value[pair.endIndex...]
            guard let sign = pair.firstIndex(of: "=") else { return Self.redacted(pair) + attributes }
            return pair[...sign] + Self.redacted(pair[pair.index(after: sign)...]) + attributes
        default:
            return value
        }
    }

    private static func redacted(_ secret: Substring) -> String { secret.isEmpty ? "" : "REDACTED" }
}
