// Header fields in JSON: a list of objects with `name` and `value`, in order.
//
// Recorded secrets are never written. In every message, `REDACTED` replaces the values of the fields that identify a
// person, see ``HeaderFields/secretNames``; the names and the attributes of cookies stay.
//
// The signs of a portal do not depend on these values. A validator that depends on them, such as ``HasHeader`` with
// the name `Set-Cookie`, gives another verdict when a written exchange is read again.

extension HeaderFields: Codable, Described {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Field].self))
    }

    /// The patterns for the names of fields that hold cookies, credentials, keys and tokens.
    package static let secretPatterns = [
        "cookie", "cookie2", "set-cookie", "set-cookie2", "*authorization", "*authentication-info", "dpop",
        "*api-key", "x-auth*", "x-csrf*", "x-xsrf*", "x-session*", "*-token", "*-secret", "*-password",
    ]
    static let secretNames = NamePatterns(secretPatterns)

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

    /// Writes the name and the value; the value of a cookie or credential is redacted.
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

    package static var schema: Schema { fields.schema("HeaderField") }

    private var writtenValue: String {
        get { valueWithoutSecret }
        set { value = newValue }
    }

    private var valueWithoutSecret: String {
        guard HeaderFields.secretNames.contain(name.lowercased()) else { return value }
        guard isCookieOfServer else { return Self.redacted(value[...]) }
        let pair = value.prefix { $0 != ";" }
        let attributes = value[pair.endIndex...]
        guard let sign = pair.firstIndex(of: "=") else { return Self.redacted(pair) + attributes }
        return pair[...sign] + Self.redacted(pair[pair.index(after: sign)...]) + attributes
    }

    /// Whether the field sets a cookie, whose name and attributes say nothing about a person.
    package var isCookieOfServer: Bool { ["set-cookie", "set-cookie2"].contains(name.lowercased()) }

    private static func redacted(_ secret: Substring) -> String { secret.isEmpty ? "" : "REDACTED" }
}
