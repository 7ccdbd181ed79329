package import ConnectivityCore
import ConnectivityNames

// Hosts with DNS over TLS for any client (RFC 7858), at an address in their certificate. They are asked only if named.

extension Endpoint {
    package static let cloudflareConnection = connection("connection.cloudflare", "Cloudflare", "1.1.1.1:853")
    package static let googleConnection = connection("connection.google", "Google", "8.8.8.8:853")
    package static let quad9Connection = connection("connection.quad9", "Quad9", "9.9.9.9:853")

    package static let connections = [cloudflareConnection, googleConnection, quad9Connection]

    /// Public resolvers, each asked over TLS for its own address, like the resolvers of the kind `dns`.
    package static let namesOverTLS = [
        names("dot.cloudflare", "Cloudflare", "1.1.1.1", "one.one.one.one"),
        names("dot.google", "Google", "8.8.8.8", "dns.google"),
        names("dot.quad9", "Quad9", "9.9.9.9", "dns.quad9.net"),
    ]

    private static func names(_ name: String, _ owner: String, _ address: String, _ asked: DNSName) -> Endpoint {
        guard let question = DoTQuestion(to: address, asking: DNSQuestion(asked)) else {
            preconditionFailure("not a host: \(address)")
        }
        return Endpoint(question, name: name, owner: owner, expecting: DNSRecords(address))
    }

    private static func connection(_ name: String, _ owner: String, _ destination: String) -> Endpoint {
        guard let question = ConnectionQuestion(to: destination) else {
            preconditionFailure("not a host: \(destination)")
        }
        return Endpoint(question, name: name, owner: owner, expecting: ConnectionRequirement())
    }
}
