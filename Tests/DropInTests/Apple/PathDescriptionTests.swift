import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityApple

/// The snapshots that path descriptions are converted to.
@Suite struct PathDescriptionTests {
    private typealias Link = PathDescription.Link
    private let wifi = Link(name: "en0", index: 4, type: .wifi)
    private let cellular = Link(name: "pdp_ip0", index: 2, type: .cellular)
    private let tunnel = Link(name: "utun3", index: 9, type: .other)
    private let addresses: [String: [NetworkInterface.Address]] = [
        "en0": [NetworkInterface.Address("192.0.2.7", prefixLength: 24)],
        "pdp_ip0": [NetworkInterface.Address("198.51.100.9", prefixLength: 32)],
        "utun3": [NetworkInterface.Address("203.0.113.5", prefixLength: 32)],
    ]

    @Test func `A satisfied path over Wi-Fi is a usable interface with egress`() throws {
        let path = PathDescription(
            status: .satisfied,
            links: [wifi, cellular],
            families: [.ipv4, .ipv6],
            gateways: ["192.0.2.1"]
        )
        let snapshot = path.snapshot(addresses: addresses)
        expect(snapshot.interfaces.map(\.name), ["pdp_ip0", "en0"], "by index")
        expect(snapshot.preferred?.name, "en0")
        let interface = try #require(snapshot["en0"])
        expect(interface.kind, .wifi)
        #expect(interface.isUsable)
        expect(interface.isMetered, false)
        expect(interface.operationalState, .up)
        expect(interface.egress, [.ipv4, .ipv6])
        expect(interface.defaultRoutes.map(\.gateway), ["192.0.2.1", nil])
        let other = try #require(snapshot["pdp_ip0"])
        expect(other.isMetered, true)
        expect(other.egress, [])
        expect(other.defaultRoutes, [])
    }

    @Test(arguments: [(true, false), (false, true), (true, true), (false, false)])
    func `Only the first interface of an expensive or constrained path is metered`(
        isExpensive: Bool,
        isConstrained: Bool
    ) {
        let path = PathDescription(
            status: .satisfied,
            links: [wifi, tunnel],
            isExpensive: isExpensive,
            isConstrained: isConstrained
        )
        let snapshot = path.snapshot(addresses: addresses)
        expect(snapshot["en0"]?.isMetered, (isExpensive || isConstrained))
        expect(snapshot["utun3"]?.isMetered, nil)
    }

    @Test func `A tunnel is a VPN, and the interface below it is the underlay`() {
        let path = PathDescription(status: .satisfied, links: [tunnel, wifi], families: [.ipv4])
        let snapshot = path.snapshot(addresses: addresses)
        expect(snapshot.preferred?.kind, .vpn)
        expect(snapshot.underlay?.name, "en0")
    }

    @Test func `An unsatisfied path has no usable interface`() {
        let path = PathDescription(status: .unsatisfied, links: [wifi], families: [.ipv4])
        let snapshot = path.snapshot(addresses: addresses)
        expect(snapshot["en0"]?.isUsable, false)
        expect(snapshot["en0"]?.operationalState, .down)
        expect(snapshot["en0"]?.egress, [])
        expect(snapshot.preferred, nil)
        expect(PathDescription(status: .unsatisfied).snapshot(addresses: addresses), InterfaceSnapshot())
    }

    @Test func `A path that requires a connection attempt is usable`() {
        let path = PathDescription(status: .requiresConnection, links: [cellular], families: [.ipv4])
        let snapshot = path.snapshot(addresses: addresses)
        expect(snapshot["pdp_ip0"]?.operationalState, .dormant)
        expect(snapshot.preferred?.name, "pdp_ip0")
    }

    @Test(arguments: [
        ("en5", PathDescription.LinkType.wiredEthernet, NetworkInterface.Kind.ethernet), ("lo0", .loopback, .loopback),
        ("utun0", .other, .vpn), ("ipsec1", .other, .vpn), ("ppp0", .other, .vpn), ("bridge100", .other, .bridge),
        ("bond0", .other, .bond), ("vlan7", .other, .vlan), ("anpi0", .other, .other), ("", .other, .other),
        ("utun9", .wifi, .wifi),
    ])
    func `The link type determines the kind, or the name if the type is other`(
        name: String,
        type: PathDescription.LinkType,
        kind: NetworkInterface.Kind
    ) {
        expect(NetworkInterface.Kind(of: PathDescription.Link(name: name, index: 1, type: type)), kind)
    }

    @Test func `Only an empty path at the very beginning is held back`() {
        let empty = PathDescription(status: .unsatisfied)
        let full = PathDescription(status: .satisfied, links: [wifi])
        var first = FirstPath()
        expect(first.current, nil)
        first.newest = empty
        expect(first.current, nil)
        first.newest = full
        expect(first.current, full)
        first.newest = empty
        expect(first.current, empty)

        var offline = FirstPath()
        offline.newest = empty
        offline.isGracePeriodOver = true
        expect(offline.current, empty)
    }

    @Test func `Reads the addresses of the machine's loopback interface`() throws {
        let loopback = try #require(InterfaceAddresses.read()["lo"])
        let address = try #require(loopback.first { $0.address == "127.0.0.1" })
        expect(address.prefixLength, 8)
        expect(address.scope, .host)
    }
}
