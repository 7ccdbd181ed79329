/// An absolute `http` or `https` URL that is safe to request and safe to show.
///
/// A value of this type always has one of the two schemes, a host, no user name or password, and no character outside RFC 3986.
/// All text from the network that becomes a URL is checked here.
///
/// Illegal characters that browsers accept in a path or query, such as spaces and non-ASCII bytes, are percent-encoded, and an
/// internationalised host becomes its A-label ("xn--..."). The limit is `byteCountMax` bytes.
public struct HTTPURL: Hashable, Sendable {
    /// The maximum size of an accepted text in bytes.
    package static let byteCountMax = 8192

    /// The scheme of a URL.
    public enum Scheme: String, Hashable, Sendable, Codable, CaseIterable {
        /// Plain HTTP.
        case http
        /// HTTP over TLS.
        case https

        package var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }

    private struct Components: Hashable {
        let scheme: Scheme
        let host: String
        let port: UInt16?
        let path: String
        let query: String?
        let fragment: String?
    }

    /// Shared, because most values have several URLs.
    @Shared private var components: Components

    /// The scheme.
    public var scheme: Scheme { components.scheme }
    /// The host in lower case: a name, an IPv4 address, or an IPv6 address without brackets.
    public var host: String { components.host }
    /// The port, if it differs from the default port of the scheme.
    public var port: UInt16? { components.port }
    /// The path, which begins with a slash.
    public var path: String { components.path }
    /// The text after the question mark, if there is one.
    public var query: String? { components.query }
    /// The text after the number sign, if there is one; it is never sent.
    package var fragment: String? { components.fragment }

    /// The host as an address, if it is written as one.
    public var address: IPAddress? { try? IPAddress(host) }

    /// The host and port in the form of a request's `Host` field.
    public var authority: String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    /// The path and query in the form of a request line.
    package var requestTarget: String { query.map { "\(path)?\($0)" } ?? path }

    /// Parses an absolute URL; surrounding white space is dropped.
    /// - Throws: The first ``Fault`` found.
    public init(_ text: some StringProtocol) throws(Fault) {
        let parts = try Parts(text)
        guard let scheme = parts.scheme else { throw .scheme(nil) }
        guard let authority = parts.authority else { throw .host }
        try self.init(scheme: scheme, authority: authority, path: parts.path, query: parts.query, parts.fragment)
    }

    /// Resolves a reference as a browser resolves a `Location` field (RFC 3986, section 5.2); surrounding white space is dropped.
    /// - Throws: The first ``Fault`` found, such as a scheme that is neither `http` nor `https`.
    public func resolving(_ reference: some StringProtocol) throws(Fault) -> HTTPURL {
        let parts = try Parts(reference)
        if let authority = parts.authority {
            return try HTTPURL(
                scheme: parts.scheme ?? scheme,
                authority: authority,
                path: parts.path,
                query: parts.query,
                parts.fragment
            )
        }
        guard parts.scheme == nil else { throw .host }
        let merged: String
        var query = parts.query
        if parts.path.isEmpty {
            merged = path
            query = query ?? self.query
        } else if parts.path.hasPrefix("/") {
            merged = parts.path
        } else {
            merged = path[...(path.lastIndex(of: "/") ?? path.startIndex)] + parts.path
        }
        return HTTPURL(scheme: scheme, host: host, port: port, path: merged, query: query, fragment: parts.fragment)
    }

    private init(
        scheme: Scheme,
        authority: Substring,
        path: String,
        query: String?,
        _ fragment: String?
    ) throws(Fault) {
        let (host, port) = try Self.hostAndPort(authority)
        self.init(
            scheme: scheme,
            host: host,
            port: port == scheme.defaultPort ? nil : port,
            path: path,
            query: query,
            fragment: fragment
        )
    }

    private init(scheme: Scheme, host: String, port: UInt16?, path: String, query: String?, fragment: String?) {
        let path = Self.removingDotSegments(path)
        components = Components(scheme: scheme, host: host, port: port, path: path, query: query, fragment: fragment)
    }
}

extension HTTPURL: CustomStringConvertible {
    public var description: String {
        var text = ""
        write { text += $0 }
        return text
    }

    /// Passes the parts of the text to a body, in order.
    package func write(to body: (String) -> Void) {
        body(scheme == .http ? "http://" : "https://")
        body(authority)
        body(path)
        if let query {
            body("?")
            body(query)
        }
        if let fragment {
            body("#")
            body(fragment)
        }
    }
}

extension HTTPURL: ExpressibleByStringLiteral {
    /// Creates a URL from a literal, which must be an absolute `http` or `https` URL.
    public init(stringLiteral value: String) {
        do throws(Fault) {
            self = try HTTPURL(value)
        } catch {
            preconditionFailure("a URL literal must be an absolute http or https URL: \(value): \(error)")
        }
    }
}

extension HTTPURL: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(Fault) { self = try HTTPURL(text) } catch {
            throw decoder.fault("is not a usable URL: \(error)")
        }
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
