/// Something that can be wrong with a network, by a stable name.
///
/// Each has a title and one thing to do, in the file `Sentences/causes.tsv` of this module.
public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
    // The link
    /// No interface has a link.
    case noLink = "no-link"
    /// Another machine has the same address.
    case duplicateAddress = "duplicate-address"
    /// The network gave no address.
    case noAddress = "no-address"
    /// No route leads out of the network.
    case noRoute = "no-route"

    // This device
    /// A firewall or a rule of this device forbids the packets.
    case ownFirewall = "own-firewall"
    /// One of this device's own networks, such as that of containers, has the address of the name server or of the sign-in page.
    case ownNetwork = "own-network"
    /// A VPN is up, and the network below it requires a sign-in.
    case portalBelowTunnel = "portal-below-tunnel"
    /// A tunnel takes the packets, but nothing comes back through it.
    case tunnelDead = "tunnel-dead"
    /// The direct way out is closed, and the proxy that this device is set to use works.
    case proxyUnused = "proxy-unused"

    // Intermediaries that answer
    /// The network requires a sign-in.
    case portal
    /// A filter answers in the endpoints' names.
    case filter
    /// A proxy requires credentials.
    case proxyRequired = "proxy-required"
    /// The proxy that this device is set to use cannot be reached.
    case proxySilent = "proxy-silent"
    /// The proxy that this device is set to use refuses to connect to hosts.
    case proxyRefuses = "proxy-refuses"

    // The way
    /// No host answers at the gateway's address.
    case gatewaySilent = "gateway-silent"
    /// A filter forbids what is not answered.
    case prohibited
    /// Nothing behind the gateway answers.
    case noUplink = "no-uplink"
    /// Names are found, but no address answers.
    case addressesSilent = "addresses-silent"

    // Names
    /// The encrypted name servers that this device is set to use, or that the network designates, cannot be reached, and plain ones can.
    case encryptedNamesBlocked = "encrypted-names-blocked"
    /// An intermediary answers in place of these servers, without their certificate.
    case encryptedNamesUntrusted = "encrypted-names-untrusted"
    /// The name servers do not answer.
    case nameServerSilent = "name-server-silent"
    /// The name servers refuse to answer.
    case nameServerRefuses = "name-server-refuses"
    /// The name servers cannot find out any name.
    case nameServerFails = "name-server-fails"
    /// The name servers withhold names, or say that well-known names do not exist.
    case namesWithheld = "names-withheld"
    /// The name servers give addresses that are not those of the names.
    case namesForged = "names-forged"
    /// The name servers that this device chose do not answer, but those of the network do.
    case nameServersBlocked = "name-servers-blocked"

    // A part of the Internet
    /// Nothing works over IPv4.
    case ipv4Broken = "ipv4-broken"
    /// Nothing works over IPv6.
    case ipv6Broken = "ipv6-broken"
    /// On a network without IPv4, hosts without IPv6 do not answer through the translator that the network announces.
    case nat64Dead = "nat64-dead"
    /// On a network without IPv4, nothing leads to hosts without IPv6.
    case dns64Missing = "dns64-missing"
    /// The clock of this device is wrong.
    case clockWrong = "clock-wrong"
    /// An intermediary terminates TLS connections in place of the servers.
    case tlsIntercepted = "tls-intercepted"
    /// Large packets are lost.
    case largePacketsLost = "large-packets-lost"
    /// Connections to port 443 are refused or lost.
    case tlsBlocked = "tls-blocked"
    /// Plain HTTP is refused, lost or answered by an intermediary.
    case httpBlocked = "http-blocked"
    /// QUIC, which is encrypted HTTP over UDP, does not come through.
    case quicBlocked = "quic-blocked"
    /// Many packets are lost.
    case lossy
    /// Everything comes through, but slowly.
    case slow

    // The service that was asked for; what others answer is the evidence
    /// The user's own server refuses the connection, or does not answer as it should.
    case serviceFailing = "service-failing"
    /// The name of the user's own server cannot be found.
    case serviceNameUnknown = "service-name-unknown"
    /// The certificate of the user's own server is not valid.
    case serviceCertificate = "service-certificate"
    /// The user's own server does not answer.
    case serviceUnreachable = "service-unreachable"
}

/// How sure it is that a cause holds.
public enum Confidence: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The evidence excludes the cause.
    case ruledOut = "ruled-out"
    /// The evidence says nothing about the cause, because another one hides it or a question had no answer.
    case undecided
    /// The evidence agrees with the cause, and with others.
    case possible
    /// The evidence agrees with the cause better than with others.
    case likely
    /// The evidence shows the cause.
    case certain

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
