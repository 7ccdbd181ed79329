// Header fields in JSON: a list of objects with `name` and `value`, in order.
//
// No recorded secret is written. Of these fields the values that identify a person are replaced by `REDACTED`, whatever
// the field is part of:
// - `Authorization`, `Proxy-Authorization`, `Cookie`: the whole value.
// - `Set-Cookie`: the value of the cookie; its name and attributes stay.
//
// Signs of a portal do not rest on these values. A validator that does, such as ``Header`` with the name `Set-Cookie`,
// comes to another verdict when a written exchange is read again.

extension HeaderFields: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Field].self))
    }

    /// Writes a list of fields, without the values of cookies and credentials.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(fields)
    }
}

extension HeaderFields.Field: Codable {
    private enum CodingKeys: CodingKey {
        case name, value
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        value = try container.decode(String.self, forKey: .value)
    }

    /// Writes the name and the value, which is replaced where it is a cookie's or a credential.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(valueWithoutSecret, forKey: .value)
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
