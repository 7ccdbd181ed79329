#if os(Linux)
import ConnectivityCore
import ConnectivityRecords
import ConnectivityRegistry

@testable import ConnectivityConnection
@testable import ConnectivityEcho
@testable import ConnectivityNetlink
@testable import ConnectivityPluginHost
@testable import ConnectivityProvisioning
@testable import ConnectivityTestServer

extension Reader {
    /// The readers of what comes neither over HTTP nor from a file of this package: from the kernel, from other programs of
    /// this device, from plugins, and from hosts that speak other protocols.
    static let system: [Reader] = [
        // A datagram of rtnetlink or nl80211: every record is tried on every message.
        Reader(
            "netlink",
            seed: { $0.response.body },
            read: { bytes in
                for message in NetlinkMessages(bytes[...]) {
                    let payload = message.payload
                    _ = LinkRecord(payload)
                    _ = AddressRecord(payload)
                    _ = RouteRecord(payload)
                    _ = NextHopRecord(payload)
                    _ = ResolvedRoute(payload)
                    guard let generic = GenericMessage(payload) else { continue }
                    _ = GenericFamily(payload)
                    _ = WirelessInterfaceRecord(payload)
                    _ = AssociationRecord(payload)
                    for attribute in generic.attributes {
                        for element in InformationElements(attribute.value) { _ = element.value.count }
                    }
                }
            }
        ),
        // The first byte selects the reader; the rest is a file that a network manager or a DHCP client left.
        Reader(
            "provisioning",
            seed: { [3] + $0.response.body },
            read: { bytes in
                let file = Array(bytes.dropFirst())
                switch (bytes.first ?? 0) % 7 {
                case 0: _ = NetworkdReader.link(file, origin: "")
                case 1: _ = NetworkdReader.lease(file, origin: "")
                case 2: _ = ResolvedReader.link(file, origin: "")
                case 3: _ = ResolverFile(file).systemServers
                case 4: _ = DHClientLease.all(in: file).map { $0.provisioning(origin: "") }
                case 5: _ = DHCPv4Packet(file)?.provisioning(origin: "")
                default: _ = DHCPv6Reply(file)?.provisioning(origin: "")
                }
            }
        ),
        // A line of a plugin, as each answer that the host knows.
        Reader(
            "plugin",
            isTimed: false,
            seed: { $0.response.body },
            read: { bytes in
                var lines = LineReader(limit: 1 << 20)
                for line in (try? lines.add(bytes + [0x0A])) ?? [] {
                    guard let answer = try? PluginMessage.answer(line, limit: 1 << 20) else { continue }
                    _ = try? PluginManifest(answer.body)
                    _ = try? (answer.body.plugin(of: "hello") as OptionSchema).check(answer.body, of: "a.b")
                    _ = try? (answer.body.plugin(of: "validate") as PluginVerdict).verdict(on: silence)
                    _ = try? answer.body.plugin(of: "probe") as ProbeExchange
                    _ = try? (answer.body.plugin(of: "sign-in") as PluginSignInStep).meaning
                    _ = try? answer.body.plugin(of: "observe") as NetworkInterface
                }
            }
        ),
        // The error queue of a socket, from an ICMP message.
        Reader(
            "icmp",
            seed: { Array($0.response.body.prefix(64)) },
            read: { bytes in
                guard let report = ErrorReport(bytes[...]) else { return }
                _ = report.error(isIPv4: bytes.count.isMultiple(of: 2), ownAddress: nil)
            }
        ),
        Reader("quic", seed: { $0.response.body }, read: { _ = QUICVersions().versions(of: $0[...]) }),
        // Messages of a client to the test server.
        Reader("client-hello", seed: { $0.response.body }, read: { _ = ClientHello.state(of: $0) }),
        Reader(
            "name-question",
            seed: { $0.response.body },
            read: { bytes in
                guard let question = try? NameQuestion(bytes) else { return }
                for isDatagram in [true, false] { _ = question.answer(by: nil, isDatagram: isDatagram) }
            }
        ),
    ]

    private static let silence = ProbeExchange(
        request: Endpoint.apple.request(),
        outcome: .failure(ProbeFailure(.timedOut(.response)))
    )
}
#endif
