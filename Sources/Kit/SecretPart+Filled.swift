import ConnectivityCore
import ConnectivityRegistry
import ConnectivityTLS

extension [SecretPart] {
    /// Returns the text with its secrets, and the texts that identify them in answers.
    func filled() throws(UnusableSecret) -> (text: String, secrets: [String]) {
        var text = ""
        var secrets: [String] = []
        for part in self {
            let value = String(decoding: try part.value.bytes(noting: &secrets), as: UTF8.self)
            guard part.escaping != .segment || ![".", ".."].contains(value) else {
                throw UnusableSecret(description: "a segment of a path cannot be \(value)")
            }
            text += part.escaping.applied(to: try part.completed(value))
        }
        return (text, secrets)
    }
}

extension SecretPart {
    /// Returns a value with the realm, if the part has one.
    fileprivate func completed(_ value: String) throws(UnusableSecret) -> String {
        guard let realm else { return value }
        guard let sign = value.lastIndex(of: "@") else { return "\(value)@\(realm)" }
        guard value[value.index(after: sign)...].lowercased() == realm.lowercased() else {
            throw UnusableSecret(description: "the user's name has another realm than \(realm.printable(limit: 200))")
        }
        return value
    }
}

extension SecretPart.Value {
    /// Returns the bytes of the value, and adds the texts that identify secrets in answers.
    fileprivate func bytes(noting secrets: inout [String]) throws(UnusableSecret) -> [UInt8] {
        switch self {
        case .text(let text): return Array(text.utf8)
        case .bytes(let bytes): return bytes
        case .secret(let source):
            let value = try source.value(isLine: true, byteCountMin: 1)
            // A configured text is not secret, and gateways repeat it in URLs that must be requested next.
            if source.text == nil { secrets += source.texts(of: value) }
            return Array(value.utf8)
        case .md5(let parts):
            var content: [UInt8] = []
            for part in parts { content += try part.bytes(noting: &secrets) }
            guard let digest = Digest.md5(of: content) else {
                throw UnusableSecret(description: "this build or its OpenSSL has no MD5, which the portal asks for")
            }
            // With the digest and the challenge, an attacker can try passwords.
            secrets.append(digest)
            return Array(digest.utf8)
        }
    }
}

extension SecretPart.Escaping {
    fileprivate func applied(to text: String) -> String {
        switch self {
        case .none: text
        case .form: text.formEncoded
        case .json: String(JSON.string(text).text.dropFirst().dropLast())
        case .segment: "/\(text.percentEncoded)"
        }
    }
}

extension HTTPURL {
    /// The URL with another path unless it is empty, and another query, without a fragment; `nil` if it is too long.
    func with(path: String, query: String?) -> HTTPURL? {
        let target = (path.isEmpty ? self.path : path) + (query.map { "?\($0)" } ?? "")
        return try? HTTPURL("\(scheme.rawValue)://\(authority)\(target)")
    }
}
