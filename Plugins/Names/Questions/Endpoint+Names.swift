package import ConnectivityCore

// Name servers as endpoints. They are asked only if they are named: most portals let questions about names pass, so a
// DNS answer shows less than an HTTP answer.

extension Endpoint {
    /// Asks for a name under `invalid`, where no name exists (RFC 6761, section 6.4): an intermediary invents records.
    ///
    /// Resolvers may know that there is no such name; `nonexistentName(under:)` with your own domain shows more.
    package static let nonexistentName: Endpoint = nonexistentName(
        under: "invalid",
        name: "dns.nonexistent",
        owner: "unassigned"
    )

    /// Asks the network's name servers for the name servers of the root; a cache may answer without an uplink.
    package static let networkResolver = Endpoint(
        DNSQuestion(.root, .ns),
        name: "dns.resolver",
        owner: "the network",
        expecting: DNSRecords()
    )

    /// Cloudflare's public resolver, asked for its own address.
    package static let cloudflareResolver = resolver(
        "dns.cloudflare",
        "Cloudflare",
        of: "1.1.1.1",
        "one.one.one.one",
        "1.1.1.1"
    )
    /// Google's public resolver, asked for its own address.
    package static let googleResolver = resolver("dns.google", "Google", of: "8.8.8.8", "dns.google", "8.8.8.8")
    /// Quad9's public resolver, asked for its own address.
    package static let quad9Resolver = resolver("dns.quad9", "Quad9", of: "9.9.9.9", "dns.quad9.net", "9.9.9.9")

    package static let nameServers = [
        nonexistentName, networkResolver, cloudflareResolver, googleResolver, quad9Resolver,
    ]

    /// Public resolvers, each asked over HTTPS for its own address.
    package static let namesOverHTTPS = [
        names("doh.cloudflare", "Cloudflare", at: "https://1.1.1.1/dns-query", "one.one.one.one", "1.1.1.1"),
        names("doh.google", "Google", at: "https://8.8.8.8/dns-query", "dns.google", "8.8.8.8"),
        names("doh.quad9", "Quad9", at: "https://9.9.9.9/dns-query", "dns.quad9.net", "9.9.9.9"),
    ]

    private static func names(
        _ name: String,
        _ owner: String,
        at url: HTTPURL,
        _ asked: DNSName,
        _ address: String
    ) -> Endpoint {
        guard let question = DoHQuestion(to: url, asking: DNSQuestion(asked)) else {
            preconditionFailure("not a server of names over HTTPS: \(url)")
        }
        return Endpoint(question, name: name, owner: owner, expecting: DNSRecords(address))
    }

    /// Returns an endpoint that detects answers for names that do not exist; it asks for another name each time.
    ///
    /// Below the parent, only known names exist, such as your own; the owner operates its name servers. The default of
    /// the name in tables is derived from the question.
    package static func nonexistentName(under parent: DNSName, name: String? = nil, owner: String) -> Endpoint {
        Endpoint(DNSQuestion(randomNameUnder: parent), name: name, owner: owner, expecting: NoSuchName())
    }

    private static func resolver(
        _ name: String,
        _ owner: String,
        of server: NameServer,
        _ asked: DNSName,
        _ address: String
    ) -> Endpoint {
        Endpoint(DNSQuestion(asked, of: server), name: name, owner: owner, expecting: DNSRecords(address))
    }
}
