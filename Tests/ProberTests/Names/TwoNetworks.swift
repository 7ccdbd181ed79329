#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer

/// A machine with two interfaces, `left` and `right`, each connected to its own gateway.
///
/// Both networks use the same addresses, so only the interface determines which gateway answers.
struct TwoNetworks {
    /// The name server on both sides.
    static let server = IPAddress("192.0.2.1")

    /// Resolved neighbours are not resolved again, so that packets can be counted.
    private static let noRepeatedARP =
        "for n in /proc/sys/net/ipv4/neigh/*; do echo 3600 > $n/base_reachable_time; echo 3600 > $n/delay_first_probe_time; done"

    let machine: NetworkNamespace
    let left: Gateway
    let right: Gateway
    private let others: [NetworkNamespace]

    init(left leftRules: [NameRule], right rightRules: [NameRule]) async throws {
        machine = try await NetworkNamespace()
        let (leftSide, rightSide) = (try await NetworkNamespace(), try await NetworkNamespace())
        others = [leftSide, rightSide]
        for (name, side) in [("left", leftSide), ("right", rightSide)] {
            try await machine.link(name, to: side, as: "peer")
            try await side.run {
                // Without IPv6 no packet leaves by itself, so that packets can be counted.
                try side.shell(
                    """
                    echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6
                    \(Self.noRepeatedARP)
                    for last in 1 80 81; do ip address add 192.0.2.$last/24 dev peer; done
                    ip link set peer up
                    """
                )
            }
        }
        try await machine.run { [machine] in
            // The left interface has the default route, which unbound sockets use.
            try machine.shell(
                """
                echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6
                \(Self.noRepeatedARP)
                ip address add 192.0.2.10/24 dev left
                ip address add 192.0.2.11/24 dev right
                ip link set left up
                ip link set right up
                ip route add default via 192.0.2.1 dev left
                """
            )
        }
        left = try await leftSide.run { try Gateway("left", leftRules) }
        right = try await rightSide.run { try Gateway("right", rightRules) }
    }
}

/// Returns a request by name through an interface, with the gateway's name server.
func request(
    _ url: HTTPURL = "http://name.example/",
    through interface: String?,
    asking servers: [IPAddress] = [TwoNetworks.server],
    limits: ProbeRequest.Limits = ProbeRequest.Limits(total: .seconds(60))
) -> ProbeRequest {
    ProbeRequest(url, interface: interface, nameServers: servers, limits: limits)
}

extension ProbeExchange {
    /// The body of the response.
    var text: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
}
#endif
