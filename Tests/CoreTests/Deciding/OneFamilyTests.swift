import ConnectivityCore
import TestSupport
import Testing

@Suite struct `An endpoint of one address family` {
    private static func asked(over interface: NetworkInterface) -> [String] {
        var machine = ConnectivityMachine(
            DecisionRules(endpoints: Endpoint.standard, validators: [], policy: QuorumPolicy())
        )
        let zero = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        for case .begin(.round(let requests, _), _)
            in machine.handle(.interfacesChanged(InterfaceSnapshot([interface])), at: zero)
        { return requests.compactMap { $0.path.family?.rawValue } }
        return []
    }

    private static func interface(_ families: [IPAddress.Family]) -> NetworkInterface {
        NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: families.map { .init($0 == .ipv4 ? "192.0.2.7" : "2001:db8::7", prefixLength: 24) },
            defaultRoutes: families.map { .init(family: $0, gateway: nil, metric: 1) }
        )
    }

    @Test func `An endpoint of one family is asked if its family has a route, or if no route is known`() {
        expect(Self.asked(over: Self.interface([.ipv4, .ipv6])), ["ipv4", "ipv6"])
        expect(Self.asked(over: Self.interface([.ipv4])), ["ipv4"])
        expect(Self.asked(over: Self.interface([.ipv6])), ["ipv6"])
        var unknown = Self.interface([.ipv4])
        unknown.defaultRoutes = []
        expect(Self.asked(over: unknown), ["ipv4", "ipv6"])
        // A route is useless without an address that can use it.
        var bare = Self.interface([.ipv4, .ipv6])
        bare.addresses = Self.interface([.ipv4]).addresses
        expect(Self.asked(over: bare), ["ipv4"])
    }
}
