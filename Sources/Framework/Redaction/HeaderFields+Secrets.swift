package import ConnectivityCore

extension HeaderFields {
    /// The patterns for the names of fields that hold cookies, credentials, keys and tokens.
    package static let secretPatterns = [
        "cookie", "cookie2", "set-cookie", "set-cookie2", "*authorization", "*authentication-info", "dpop",
        "*api-key", "x-auth*", "x-csrf*", "x-xsrf*", "x-session*", "*-token", "*-secret", "*-password",
    ]
    /// The names of fields with digests and numbers of documents and of caches, which are no secrets.
    package static let publicNames: Set<String> = [
        "etag", "if-none-match", "if-match", "digest", "content-digest", "repr-digest", "content-md5", "cf-ray",
        "integrity",
        "x-amz-cf-pop", "x-cache", "x-served-by", "last-modified", "build", "buildid", "commit", "revision", "date",
        "expires",
    ]
    package static let secretNames = NamePatterns(secretPatterns)
}

extension HeaderFields.Field {
    /// The value without the secrets of a field with this name.
    package var valueWithoutSecret: String {
        HeaderFields.secretNames.contain(name.lowercased()) ? replacingSecrets { _ in "REDACTED" } : value
    }

    /// Whether the field sets cookies, whose names and attributes do not identify a person.
    private var isCookieOfServer: Bool { ["set-cookie", "set-cookie2"].contains(name.lowercased()) }

    /// The attributes of cookies (RFC 6265, section 4.1.1; RFC 2965, section 3.2.2; and additions of browsers).
    private static let cookieAttributes: Set<String> = [
        "expires", "max-age", "domain", "path", "samesite", "priority", "version", "comment", "commenturl", "port",
    ]

    /// Returns the value with its secrets replaced: the values of all cookies in a field that sets them, otherwise the
    /// whole value.
    package func replacingSecrets(by replacement: (Substring) -> String) -> String {
        guard isCookieOfServer else { return value.isEmpty ? "" : replacement(value[...]) }
        let segments = value.split(separator: ";", omittingEmptySubsequences: false)
        return segments.enumerated().map { index, segment in
            Self.cookies(in: segment).enumerated().map { place, part in
                let sign = part.firstIndex(of: "=")
                let name = part[..<(sign ?? part.endIndex)].filter { $0 != " " && $0 != "\t" }.lowercased()
                // The first part of a cookie is its value, whatever its name is; other parts have a value if they have
                // an equals sign.
                if index > 0, place == 0, sign == nil || Self.cookieAttributes.contains(name) { return String(part) }
                let secret = sign.map { part[part.index(after: $0)...] } ?? part.drop { $0 == " " }
                return part[..<secret.startIndex] + (secret.isEmpty ? "" : replacement(secret))
            }
            .joined(separator: ",")
        }
        .joined(separator: ";")
    }

    /// Divides a text at the commas before another cookie; dates have commas too.
    private static func cookies(in segment: Substring) -> [Substring] {
        var parts: [Substring] = []
        for part in segment.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.drop { $0 == " " }.prefix { $0 != "=" }
            if let last = parts.last, name.isEmpty || name.endIndex == part.endIndex || name.contains(" ") {
                parts[parts.count - 1] = segment[last.startIndex..<part.endIndex]
            } else {
                parts.append(part)
            }
        }
        return parts
    }
}
