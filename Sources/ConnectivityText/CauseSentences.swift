/// What people read about a cause: what is wrong, and one thing to do.
package struct CauseSentences: Sendable {
    /// What is wrong, as a sentence.
    package let title: String
    /// One thing to do, as a sentence.
    package let remedy: String

    /// Returns the sentences about a cause; `nil` for an unknown name.
    /// - Parameter cause: The name of the cause, as in `ConnectivityDiagnosis`.
    package init?(of cause: String) {
        guard let known = Self.all[cause] else { return nil }
        (title, remedy) = known
    }

    /// The names that have sentences.
    package static var names: Set<String> { Set(all.keys) }

    private static let all: [String: (title: String, remedy: String)] = [
        "no-link": (
            "No interface is connected.", "Plug in a cable, or join a wireless network."
        ),
        "duplicate-address": (
            "Another device on this network uses this device's address.",
            "Disconnect and connect again to get another address; if you chose the address yourself, choose another one."
        ),
        "no-address": (
            "The network has not given this device an address.",
            "Switch the router off and on; if others have the same trouble, ask the network's operator."
        ),
        "no-route": (
            "This device has no route out of its network.",
            "Disconnect and connect again; if you set the address yourself, also set the gateway."
        ),
        "own-firewall": (
            "This device forbids its packets itself: by its firewall or a rule.",
            "Change the rules of this device's firewall (nft list ruleset, ip rule)."
        ),
        "own-network": (
            "One of this device's own networks, such as that of containers, has the address of the name server or of the "
                + "sign-in page.",
            "Stop that network, or give it another range of addresses."
        ),
        "portal-below-tunnel": (
            "The network below the VPN wants you to sign in.",
            "Disconnect the VPN, sign in in a browser, and connect the VPN again."
        ),
        "proxy-unused": (
            "The direct way out is closed, but the proxy that this device is set to use works.",
            "Use programs that use the proxy; for this check, set \"proxy\": \"environment\" for prober.curl."
        ),
        "portal": (
            "The network wants you to sign in.", "Open the sign-in page in a browser."
        ),
        "filter": (
            "A filter answers instead of the servers that were asked.",
            "Ask the network's operator to allow the access."
        ),
        "proxy-required": (
            "A proxy on the way wants a name and a password.",
            "Ask the network's operator for the settings of its proxy."
        ),
        "tunnel-dead": (
            "The VPN takes this device's packets, but nothing comes back through it.",
            "Disconnect the VPN, or connect it again."
        ),
        "gateway-silent": (
            "The router does not answer.", "Switch the router off and on, and check the cable to it."
        ),
        "prohibited": (
            "A firewall forbids the connections, and says so.", "Ask the network's operator to permit the access."
        ),
        "no-uplink": (
            "Nothing behind the router answers: it has no connection to the Internet.",
            "Check the router's line to the provider, and ask the provider whether there is an outage."
        ),
        "addresses-silent": (
            "Names are found, but no server answers.",
            "Ask the network's operator whether its firewall lets this device out."
        ),
        "name-servers-blocked": (
            "This device asks configured name servers (perhaps encrypted), which do not answer here; those of the "
                + "network do.",
            "Switch to the name servers of the network, at least until you have signed in."
        ),
        "name-server-silent": (
            "The name servers do not answer.", "Set another DNS server, such as 9.9.9.9, or restart the router."
        ),
        "name-server-refuses": (
            "The name servers refuse to answer this device.", "Use the DNS servers that the network assigns."
        ),
        "name-server-fails": (
            "The name servers answer, but cannot find any name.", "Set another DNS server, such as 9.9.9.9."
        ),
        "names-withheld": (
            "The name servers say that well-known names do not exist.",
            "Ask the network's operator, or set another DNS server."
        ),
        "names-forged": (
            "The name servers give wrong addresses.", "Set another DNS server, such as 9.9.9.9."
        ),
        "ipv4-broken": (
            "Nothing can be reached over IPv4.",
            "Restart the router; servers without IPv6 cannot be reached until then."
        ),
        "ipv6-broken": (
            "Nothing can be reached over IPv6.", "Restart the router, or switch IPv6 off if connections are slow."
        ),
        "clock-wrong": (
            "The clock of this device is wrong, so certificates seem invalid.", "Set the date and the time."
        ),
        "tls-intercepted": (
            "Somebody on the way reads encrypted connections, or tries to.",
            "Do not enter passwords here; ask the network's operator."
        ),
        "large-packets-lost": (
            "Large packets are lost on the way.", "Set the MTU of the interface to 1280."
        ),
        "tls-blocked": (
            "Encrypted connections (port 443) are blocked.", "Ask the network's operator to open port 443."
        ),
        "http-blocked": (
            "Plain HTTP (port 80) is blocked or answered by somebody else; encrypted connections work.",
            "Nothing needs to be done for pages that begin with https."
        ),
        "quic-blocked": (
            "QUIC (UDP port 443) is blocked; pages load over TCP instead.",
            "Ask the network's operator to open UDP port 443, or switch QUIC off if programs are slow to connect."
        ),
        "lossy": (
            "Many packets are lost.", "Move closer to the access point, or use a cable."
        ),
        "slow": (
            "The network works, but it is slow.", "End large transfers, or use another network for them."
        ),
        "service-failing": (
            "The server that was asked for refuses the connection or does not answer as it should.",
            "Ask the operator of that server."
        ),
        "service-name-unknown": (
            "The name of the server that was asked for cannot be found.",
            "Check the spelling of the name, and ask the operator of the server."
        ),
        "service-certificate": (
            "The certificate of the server that was asked for is not valid.",
            "Ask the operator of that server for a valid certificate, or name its authority (--ca-file)."
        ),
        "service-unreachable": (
            "The server that was asked for does not answer.",
            "Ask the operator of that server, or whether a firewall keeps this device from it."
        ),
    ]
}
