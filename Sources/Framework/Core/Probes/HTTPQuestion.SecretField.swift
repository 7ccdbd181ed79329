extension HTTPQuestion {
    /// A field of an HTTP request whose value is a secret, such as the token of a health check.
    ///
    /// It names the place of the value. The value is read when the request is sent, so no record holds it, and is replaced in the
    /// response before any other part receives that. The field is sent only to one host, and only over TLS to a verified host, or
    /// to this device itself.
    public struct SecretField: Hashable, Sendable {
        /// The place of a secret.
        public enum Source: Hashable, Sendable {
            /// The text of a file, without the line break at its end; the value is the absolute path.
            case file(String)
            /// An environment variable; the value is its name.
            case environment(String)
            /// The text itself, which is not a real secret, but is not recorded either; it may be sent over plain HTTP.
            case text(String)
            /// A secret in the keyring of the user's session, by the attributes with which it was stored.
            case keyring([String: String])

            package var text: String? { if case .text(let text) = self { text } else { nil } }

            /// Returns whether the value may be sent to the host of a URL over its scheme.
            package func isAllowed(over url: HTTPURL) -> Bool {
                text != nil || url.scheme == .https || url.address?.isLoopback == true
            }
        }

        /// The name of the field, such as `Authorization`.
        package let name: String
        /// The place of the secret.
        package let source: Source
        /// The beginning of the field's value, before the secret, such as `Bearer `.
        package let prefix: String
        /// The only host that may receive the field, in lower case.
        package let host: String

        /// Creates a field that only the host of a URL may receive.
        public init(_ name: String, from source: Source, prefix: String = "", to url: HTTPURL) {
            self.name = name
            self.source = source
            self.prefix = prefix
            host = url.host
        }

        /// Returns whether a request to a URL may carry the field: only to ``host``, and except for a text only over TLS or to
        /// this device itself.
        package func isAllowed(to url: HTTPURL) -> Bool {
            url.host == host && source.isAllowed(over: url)
        }
    }
}

extension Requirement {
    /// The requirement of the place of a secret; `nil` for a text.
    package init?(_ source: HTTPQuestion.SecretField.Source) {
        switch source {
        case .file(let path): self = .secretFile(path)
        case .environment(let name): self = .secretVariable(name)
        case .keyring(let attributes): self = .secretOfKeyring(attributes)
        case .text: return nil
        }
    }
}
