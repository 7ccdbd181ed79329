/// A possible problem of a network, with a stable name.
///
/// Each has a title and one piece of advice, in the file `Sentences/causes.tsv` of this module.
public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
    // The link
    /// No interface has a link.
    case noLink = "no-link"
    /// Another device has the same address.
    case duplicateAddress = "duplicate-address"
    /// The network assigned no address.
    case noAddress = "no-address"
    /// No route leads out of the network.
    case noRoute = "no-route"

    // This device
    /// The preferred connection is dead, and another one of this device works.
    case uplinkDead = "uplink-dead"
    /// The file of names of this device (hosts(5)) leads names elsewhere.
    case hostsFile = "hosts-file"
    /// A cache of this device has the addresses of a portal for names that lead elsewhere.
    case staleNames = "stale-names"
    /// Nothing listens at the address on this device where names are looked up.
    case resolverStopped = "resolver-stopped"
    /// This device knows no name server.
    case noNameServer = "no-name-server"
    /// A firewall or a rule of this device forbids the packets.
    case ownFirewall = "own-firewall"
    /// A network of this device, such as a container network, has the address of the name server or of the sign-in page.
    case ownNetwork = "own-network"
    /// A VPN is up, and the network below it requires a sign-in.
    case portalBelowTunnel = "portal-below-tunnel"
    /// A tunnel carries the packets, but nothing returns through it.
    case tunnelDead = "tunnel-dead"
    /// The direct route is closed, and this device's configured proxy works.
    case proxyUnused = "proxy-unused"

    // Intermediaries that answer
    /// The network requires a sign-in.
    case portal
    /// The sign-in page of a portal cannot be opened.
    case portalPageDead = "portal-page-dead"
    /// A filter answers in place of the endpoints.
    case filter
    /// An intermediary answers every request with an error of a gateway, such as 502.
    case intermediaryFails = "intermediary-fails"
    /// A proxy requires credentials.
    case proxyRequired = "proxy-required"
    /// This device's configured proxy is unreachable.
    case proxySilent = "proxy-silent"
    /// This device's configured proxy refuses to connect to hosts.
    case proxyRefuses = "proxy-refuses"

    // The path
    /// No host answers at the gateway's address.
    case gatewaySilent = "gateway-silent"
    /// A filter forbids the unanswered traffic.
    case prohibited
    /// Nothing beyond the gateway answers.
    case noUplink = "no-uplink"
    /// Names are resolved, but no address answers.
    case addressesSilent = "addresses-silent"

    // Names
    /// The configured or designated encrypted name servers are unreachable, and plain ones are reachable.
    case encryptedNamesBlocked = "encrypted-names-blocked"
    /// An intermediary answers in place of these servers, without their certificate.
    case encryptedNamesUntrusted = "encrypted-names-untrusted"
    /// The name servers do not answer.
    case nameServerSilent = "name-server-silent"
    /// The name servers refuse to answer.
    case nameServerRefuses = "name-server-refuses"
    /// The name servers cannot resolve any name.
    case nameServerFails = "name-server-fails"
    /// The name servers withhold names, or deny the existence of well-known names.
    case namesWithheld = "names-withheld"
    /// The name servers return wrong addresses for names.
    case namesForged = "names-forged"
    /// The name server that this device asks first answers late or not at all, while connections are quick.
    case nameServerSlow = "name-server-slow"
    /// The name servers of this device's choice do not answer, but those of the network do.
    case nameServersBlocked = "name-servers-blocked"

    // A part of the Internet
    /// Nothing works over IPv4.
    case ipv4Broken = "ipv4-broken"
    /// Nothing works over IPv6.
    case ipv6Broken = "ipv6-broken"
    /// On a network without IPv4, hosts without IPv6 do not answer through the announced translator.
    case nat64Dead = "nat64-dead"
    /// On a network without IPv4, no route leads to hosts without IPv6.
    case dns64Missing = "dns64-missing"
    /// The clock of this device is wrong.
    case clockWrong = "clock-wrong"
    /// An intermediary terminates TLS connections in place of the servers.
    case tlsIntercepted = "tls-intercepted"
    /// This device lacks the certificate authorities of the Internet.
    case authoritiesMissing = "authorities-missing"
    /// Large packets are lost.
    case largePacketsLost = "large-packets-lost"
    /// Connections to port 443 are refused or lost.
    case tlsBlocked = "tls-blocked"
    /// Connections to port 443 open, and TLS is then cut off or swallowed.
    case tlsStopped = "tls-stopped"
    /// Connections open, and are then closed or stay without an answer, over plain HTTP and over TLS.
    case connectionsCut = "connections-cut"
    /// Plain HTTP is refused, lost or answered by an intermediary.
    case httpBlocked = "http-blocked"
    /// QUIC (encrypted HTTP over UDP) is blocked.
    case quicBlocked = "quic-blocked"
    /// Many packets are lost.
    case lossy
    /// All traffic passes, but slowly.
    case slow

    // The user's service; the answers of other servers are the evidence
    /// The user's own server refuses the connection, or answers incorrectly.
    case serviceFailing = "service-failing"
    /// The name of the user's own server cannot be resolved.
    case serviceNameUnknown = "service-name-unknown"
    /// The certificate of the user's own server is not valid.
    case serviceCertificate = "service-certificate"
    /// The user's own server does not answer.
    case serviceUnreachable = "service-unreachable"
}

/// The confidence in a cause.
public enum Confidence: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The evidence excludes the cause.
    case ruledOut = "ruled-out"
    /// The evidence says nothing about the cause, because another cause hides it or a question had no answer.
    case undecided
    /// The evidence agrees with the cause, and with other causes.
    case possible
    /// The evidence agrees better with the cause than with other causes.
    case likely
    /// The evidence proves the cause.
    case certain

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
