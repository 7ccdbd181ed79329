/// What people read about a cause: what is wrong, and one thing to do.
package struct CauseSentences: Sendable {
    /// What is wrong, as a clause without a full stop.
    package let clause: String
    /// One thing to do, as a sentence.
    package let remedy: String

    /// What is wrong, as a sentence.
    package var title: String { "\(clause.prefix(1).uppercased())\(clause.dropFirst())." }

    /// Returns the sentences about a cause; `nil` for an unknown name.
    /// - Parameter cause: The name of the cause, as in `ConnectivityDiagnosis`.
    package init?(of cause: String) {
        guard let known = Self.all[cause] else { return nil }
        (clause, remedy) = known
    }

    /// The names that have sentences.
    package static var names: Set<String> { Set(all.keys) }

    private static let all: [String: (clause: String, remedy: String)] = [
        "no-link": ("no interface is connected", "Plug in a cable, or join a wireless network."),
        "duplicate-address": (
            "another device on this network uses this device's address",
            "Disconnect and connect again to get another address; if you chose the address yourself, choose "
                + "another one."
        ),
        "no-address": (
            "the network has not given this device an address",
            "Switch the router off and on; if others have the same trouble, ask the network's operator."
        ),
        "no-route": (
            "this device has no route out of its network",
            "Disconnect and connect again; if you set the address yourself, also set the gateway."
        ),
        "own-firewall": (
            "a firewall or a routing rule of this device blocks its own traffic",
            "Change the rules of this device's firewall (nft list ruleset, ip rule)."
        ),
        "own-network": (
            "one of this device's own networks, such as that of containers, has the address of the DNS server "
                + "or of the sign-in page",
            "Stop that network, or give it another range of addresses."
        ),
        "portal-below-tunnel": (
            "the network below the VPN requires you to sign in",
            "Disconnect the VPN, sign in in a browser, and connect the VPN again."
        ),
        "proxy-unused": (
            "direct connections do not work, but the proxy that this device is configured to use does",
            "Use programs that use the proxy; with \"proxy\": \"environment\", this check judges its way too."
        ),
        "portal": ("the network requires you to sign in", "Open the sign-in page in a browser."),
        "filter": ("a filter answers instead of the servers", "Ask the network's operator to allow these sites."),
        "proxy-silent": (
            "the proxy that this device is configured to use does not answer",
            "Correct the address of the proxy, or ask the network's operator; what needs no proxy works."
        ),
        "proxy-refuses": (
            "the proxy that this device is configured to use refuses to connect to hosts",
            "Ask the network's operator which hosts its proxy permits."
        ),
        "proxy-required": (
            "a proxy on the network requires a user name and a password",
            "Ask the network's operator for the settings of its proxy."
        ),
        "tunnel-dead": (
            "the VPN takes this device's traffic, but nothing comes back through it",
            "Disconnect the VPN, or connect it again."
        ),
        "gateway-silent": ("the router does not answer", "Switch it off and on, and check the cable to it."),
        "prohibited": (
            "a firewall on the network rejects the connections",
            "Ask the network's operator to let this device through."
        ),
        "no-uplink": (
            "nothing beyond the router answers: it has no connection to the Internet",
            "Check the router's line to the provider, and ask the provider whether there is an outage."
        ),
        "addresses-silent": (
            "names can be looked up, but no server answers",
            "Ask the network's operator whether a firewall blocks this device."
        ),
        "name-servers-blocked": (
            "the DNS servers that this device is set to use (perhaps encrypted) do not answer here, but those "
                + "of the network do",
            "Switch to the DNS servers of the network, at least until you have signed in."
        ),
        "encrypted-names-blocked": (
            "the encrypted DNS servers that this device is set to use, or that the network designates, cannot be "
                + "reached here, but plain DNS works",
            "Ask the network's operator to open TCP port 853, or let this device use plain DNS on this network."
        ),
        "encrypted-names-untrusted": (
            "something answers in the place of the encrypted DNS servers, without their certificate",
            "Do not switch the check of certificates off; ask the network's operator, or use another network."
        ),
        "name-server-silent": (
            "the DNS servers do not answer",
            "Set another DNS server, such as 9.9.9.9, or restart the router."
        ),
        "name-server-refuses": (
            "the DNS servers refuse to answer this device",
            "Use the DNS servers that the network assigns."
        ),
        "name-server-fails": (
            "the DNS servers answer, but cannot look up any name",
            "Set another DNS server, such as 9.9.9.9."
        ),
        "names-withheld": (
            "the DNS servers say that well-known names do not exist",
            "Ask the network's operator, or set another DNS server."
        ),
        "names-forged": ("the DNS servers give wrong addresses", "Set another DNS server, such as 9.9.9.9."),
        "ipv4-broken": (
            "nothing can be reached over IPv4",
            "Restart the router; servers without IPv6 cannot be reached until then."
        ),
        "ipv6-broken": (
            "nothing can be reached over IPv6",
            "Restart the router, or switch IPv6 off if connections are slow."
        ),
        "nat64-dead": (
            "the network has no IPv4, and its translator (NAT64) does not let this device reach servers that have only IPv4",
            "Ask the network's operator, or use another network for these servers."
        ),
        "dns64-missing": (
            "the network has no IPv4, and its DNS servers do not lead to servers that have only IPv4 (DNS64)",
            "Use the DNS servers that the network assigns; if you do, ask the network's operator."
        ),
        "clock-wrong": (
            "the clock of this device is wrong, so certificates seem invalid",
            "Set the date and the time."
        ),
        "tls-intercepted": (
            "something on the network intercepts encrypted connections",
            "Do not enter passwords here; ask the network's operator."
        ),
        "large-packets-lost": ("large packets are lost on the way", "Set the MTU of the interface to 1280."),
        "tls-blocked": ("encrypted connections (port 443) are blocked", "Ask the network's operator to open port 443."),
        "http-blocked": (
            "plain HTTP (port 80) is blocked or answered by something else, but encrypted connections work",
            "Nothing needs to be done for pages that begin with https."
        ),
        "quic-blocked": (
            "QUIC (UDP port 443) is blocked; pages load over TCP instead",
            "Ask the network's operator to open UDP port 443, or switch QUIC off if programs are slow to connect."
        ),
        "lossy": ("many packets are lost", "Move closer to the access point, or use a cable."),
        "slow": ("the network works, but it is slow", "End large transfers, or use another network for them."),
        "service-failing": (
            "your server refuses the connection or does not answer as it should",
            "Ask the operator of that server."
        ),
        "service-name-unknown": (
            "the name of your server cannot be found",
            "Check the spelling of the name, and ask the operator of the server."
        ),
        "service-certificate": (
            "the certificate of your server is not valid",
            "Ask the operator of that server for a valid certificate, or name its authority (--ca-file)."
        ),
        "service-unreachable": (
            "your server does not answer",
            "Ask the operator of that server, or whether a firewall keeps this device from it."
        ),
    ]
}
