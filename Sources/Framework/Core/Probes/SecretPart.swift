/// A part of a request, in which secrets are filled in when it is sent.
///
/// A list of parts is the path, as far as they are segments, and then the body of a POST and the query of another method.
/// The author of the list never has a secret.
package struct SecretPart: Hashable, Sendable {
    package indirect enum Value: Hashable, Sendable {
        /// A text that is not a secret.
        case text(String)
        case secret(HTTPQuestion.SecretField.Source)
        /// The MD5 digest (RFC 1321) of concatenated values, in lowercase hexadecimal digits.
        case md5([Value])
        /// Bytes that are not text, such as a challenge; only within a digest.
        case bytes([UInt8])
    }

    package enum Escaping: Hashable, Sendable {
        /// No escaping.
        case none
        /// For `application/x-www-form-urlencoded` (URL Standard, section 5.2).
        case form
        /// As the inner part of a JSON string (RFC 8259, section 7).
        case json
        /// As a segment of a path, with a slash before it (RFC 3986, section 3.3).
        case segment
    }

    package var value: Value
    package var escaping: Escaping
    /// The realm of a user's name (RFC 7542): appended to the value after `@` unless present; a different one is refused.
    package var realm: String?

    package init(_ value: Value, escaping: Escaping = .none, realm: String? = nil) {
        (self.value, self.escaping, self.realm) = (value, escaping, realm)
    }
}

extension SecretPart.Value {
    package var sources: [HTTPQuestion.SecretField.Source] {
        switch self {
        case .text, .bytes: []
        case .secret(let source): [source]
        case .md5(let parts): parts.flatMap(\.sources)
        }
    }
}
