public import ConnectivityCore

// Name servers as endpoints. None is asked unless it is named: most portals let questions of names through, so that an answer
// shows less than one over HTTP does.

extension Endpoint {
    /// A name under `invalid`, where none exists (RFC 6761, section 6.4): whatever is answered is made up on the way.
    ///
    /// Resolvers may know by themselves that there is none and ask nobody; ``nonexistentName(under:)`` with a parent of one's
    /// own shows more.
    public static let nonexistentName: Endpoint = nonexistentName(
        under: "invalid",
        name: "dns.nonexistent",
        owner: "nobody"
    )

    /// The name servers of the network: whether they know those of the root.
    ///
    /// They may answer from memory while there is no way out.
    public static let networkResolver = Endpoint(
        DNSQuestion(.root, .ns),
        name: "dns.resolver",
        owner: "the network",
        expecting: DNSRecords()
    )

    /// Cloudflare's public resolver, asked for its own address.
    public static let cloudflareResolver = resolver(
        "dns.cloudflare",
        "Cloudflare",
        of: "1.1.1.1",
        "one.one.one.one",
        "1.1.1.1"
    )
    /// Google's public resolver, asked for its own address.
    public static let googleResolver = resolver("dns.google", "Google", of: "8.8.8.8", "dns.google", "8.8.8.8")
    /// Quad9's public resolver, asked for its own address.
    public static let quad9Resolver = resolver("dns.quad9", "Quad9", of: "9.9.9.9", "dns.quad9.net", "9.9.9.9")

    /// Every endpoint that is a name server.
    public static let nameServers = [
        nonexistentName, networkResolver, cloudflareResolver, googleResolver, quad9Resolver,
    ]

    /// Makes an endpoint that finds out whether somebody answers for names that do not exist.
    /// - Parameters:
    ///   - parent: Under which no name exists but those that are known, such as a domain of one's own.
    ///   - name: The name in tables; by default what is asked about.
    ///   - owner: Who runs the parent's name servers.
    /// - Returns: The endpoint, which asks for another name each time.
    public static func nonexistentName(under parent: DNSName, name: String? = nil, owner: String) -> Endpoint {
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
