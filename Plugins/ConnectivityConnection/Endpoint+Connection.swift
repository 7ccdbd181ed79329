package import ConnectivityCore

// Hosts that accept DNS over TLS from anybody (RFC 7858), at an address for which their certificate is valid. They are asked
// only if they are named.

extension Endpoint {
    /// Opens a connection with TLS to Cloudflare's public resolver.
    package static let cloudflareConnection = connection("connection.cloudflare", "Cloudflare", "1.1.1.1:853")
    /// Opens a connection with TLS to Google's public resolver.
    package static let googleConnection = connection("connection.google", "Google", "8.8.8.8:853")
    /// Opens a connection with TLS to Quad9's public resolver.
    package static let quad9Connection = connection("connection.quad9", "Quad9", "9.9.9.9:853")

    /// All endpoints for connections.
    package static let connections = [cloudflareConnection, googleConnection, quad9Connection]

    private static func connection(_ name: String, _ owner: String, _ destination: String) -> Endpoint {
        guard let question = ConnectionQuestion(to: destination) else {
            preconditionFailure("not a host: \(destination)")
        }
        return Endpoint(question, name: name, owner: owner, expecting: ConnectionMeets())
    }
}
