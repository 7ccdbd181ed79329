/// A field of a request of HTTP whose value is a secret, such as the token of a health check.
///
/// It says where the value stands, and is no secret itself: what asks, reads the value when it asks, so that no request, no
/// record and no configuration holds it. It is for one host alone, and goes out over TLS, where the host has proved who it
/// is, or to this machine itself.
public struct SecretField: Hashable, Sendable {
    /// Where a secret stands.
    public enum Source: Hashable, Sendable {
        /// The text of a file, without the line break at its end; given is the absolute path.
        case file(String)
        /// A variable of the environment, by its name.
        case environment(String)
    }

    /// The name of the field, such as `Authorization`.
    public let name: String
    /// Where its value stands.
    public let source: Source
    /// What the value begins with, before the secret, such as `Bearer `.
    public let prefix: String
    /// The host that may learn it, in small letters.
    public let host: String

    /// Creates a field.
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - source: Where its value stands.
    ///   - prefix: What the value begins with, before the secret.
    ///   - url: A URL of the host that may learn it.
    public init(_ name: String, from source: Source, prefix: String = "", to url: HTTPURL) {
        self.name = name
        self.source = source
        self.prefix = prefix
        host = url.host
    }

    /// Whether a request for a URL may carry the field: to ``host``, over TLS or to this machine itself.
    /// - Parameter url: The URL.
    /// - Returns: `true` if it may.
    public func mayGo(to url: HTTPURL) -> Bool {
        url.host == host && (url.scheme == .https || url.address?.isLoopback == true)
    }
}
