import ConnectivityCore
import ConnectivityText
import TestSupport
import Testing

/// Interfaces of all kinds that these tests use.
extension NetworkInterface {
    fileprivate static func made(
        _ name: String,
        _ index: Int,
        _ kind: Kind = .ethernet,
        routes: [DefaultRoute] = [],
        egress: Set<IPAddress.Family> = [],
        addresses: [Address] = [.init("192.0.2.7", prefixLength: 24), .init("2001:db8::7", prefixLength: 64)]
    ) -> NetworkInterface {
        NetworkInterface(
            name: name,
            index: index,
            kind: kind,
            addresses: addresses,
            defaultRoutes: routes,
            egress: egress
        )
    }

    fileprivate static let cable = made(
        "eth0",
        2,
        routes: [
            .init(family: .ipv4, gateway: "192.0.2.1", metric: 100),
            .init(family: .ipv6, gateway: "fe80::1", metric: 1024),
        ],
        egress: [.ipv4, .ipv6]
    )
    fileprivate static let wifi = made(
        "wlan0",
        3,
        .wifi,
        routes: [.init(family: .ipv4, gateway: "192.0.2.2", metric: 600)]
    )
    fileprivate static let tunnel = made(
        "wg0",
        9,
        .vpn,
        egress: [.ipv4],
        addresses: [.init("10.0.0.2", prefixLength: 32)]
    )
    fileprivate static let deadEnd = made("br0", 4, .bridge)
}

@Suite struct `The preferred interface` {
    @Test func `The preferred interface has the system's route, else the cheapest main route, else any address`() {
        var unasked = NetworkInterface.cable
        unasked.egress = []
        var elsewhere = NetworkInterface.made("lte0", 8, .cellular)
        elsewhere.defaultRoutes = [.init(family: .ipv4, gateway: nil, metric: 1, table: 100)]
        expect(InterfaceSnapshot([.wifi, .cable, .tunnel, elsewhere]).preferred, .cable)
        expect(InterfaceSnapshot([.wifi, .tunnel, unasked]).preferred, .tunnel)
        expect(InterfaceSnapshot([.wifi, unasked, elsewhere]).preferred, unasked)
        expect(InterfaceSnapshot([elsewhere, .deadEnd]).preferred, .deadEnd)
        expect(InterfaceSnapshot([]).preferred, nil)
    }

    @Test func `The interface with the system's IPv4 route is preferred to the one with its IPv6 route`() {
        var six = NetworkInterface.made("six0", 1)
        six.egress = [.ipv6]
        var four = NetworkInterface.cable
        four.egress = [.ipv4]
        expect(InterfaceSnapshot([six, four]).preferred, four)
        four.isUp = false
        expect(InterfaceSnapshot([six, four]).preferred, six)
    }

    @Test func `The underlay of a tunnel is the interface that would be used without it`() {
        var below = NetworkInterface.cable
        below.egress = []
        expect(InterfaceSnapshot([.wifi, below, .tunnel]).underlay, below)
        expect(InterfaceSnapshot([.cable, .wifi]).underlay, .cable)
        expect(InterfaceSnapshot([.tunnel]).underlay, nil)
    }

    @Test func `A tentative or duplicate address does not make an interface usable`() {
        for state in NetworkInterface.Address.State.allCases {
            let interface = NetworkInterface.made(
                "a",
                1,
                addresses: [.init("2001:db8::7", prefixLength: 64, state: state)]
            )
            let snapshot = InterfaceSnapshot([interface])
            expect(interface.isUsable, (state != .tentative && state != .duplicate))
            expect((PipelineConfiguration.Scope.interface("a").interface(in: snapshot) != nil), interface.isUsable)
        }
    }
}

@Suite struct `The machine with each interface` {
    private static let endpoints: [Endpoint] = [
        Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204))),
        Endpoint("http://192.0.2.9/4", expecting: Unforgeable(StatusCode(204))),
        Endpoint("http://six.example/204", family: .ipv6, expecting: Unforgeable(StatusCode(204))),
    ]

    private static func machine(_ scope: PipelineConfiguration.Scope = .eachInterface) -> ConnectivityMachine {
        ConnectivityMachine(
            DecisionRules(
                endpoints: endpoints,
                validators: [PortalSignals()],
                policy: QuorumPolicy(owners: 3),
                scope: scope
            )
        )
    }

    private static func at(_ seconds: Int) -> ConnectivityMachine.Moment {
        .init(elapsed: .seconds(seconds), wall: Timestamp(sinceEpoch: .seconds(seconds)))
    }

    /// Answers every request of a round, and returns the effects of the last answer.
    private static func answer(
        _ machine: inout ConnectivityMachine,
        _ effects: [ConnectivityMachine.Effect],
        at moment: ConnectivityMachine.Moment,
        _ response: (ProbeRequest) -> ProbeResponse?
    ) -> [ConnectivityMachine.Effect] {
        var last: [ConnectivityMachine.Effect] = []
        for case .begin(.round(let requests, _), let epoch) in effects {
            for (index, request) in requests.enumerated() {
                let outcome = response(request).map(Result.success) ?? .failure(ProbeFailure(.unreachable))
                let exchange = ProbeExchange(request: request, outcome: outcome)
                last = machine.handle(.probeEnded(index: index, epoch: epoch, exchange: exchange), at: moment)
            }
        }
        return last
    }

    @Test func `Each usable interface is asked over each address family with a route, and bound to both`() throws {
        var machine = Self.machine()
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([.cable, .wifi, .deadEnd])), at: Self.at(0))
        guard case .begin(.round(let requests, _), _)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        expect(
            requests.map { "\($0.url?.host ?? "") \($0.path.interface ?? "-") \($0.path.family?.rawValue ?? "-")" },
            [
                "a.example eth0 ipv4", "192.0.2.9 eth0 ipv4", "a.example eth0 ipv6", "six.example eth0 ipv6",
                "a.example wlan0 ipv4", "192.0.2.9 wlan0 ipv4",
            ]
        )
    }

    @Test func `Captive Wi-Fi, online Ethernet and broken IPv6 are all reported in one assessment`() throws {
        var machine = Self.machine()
        let snapshot = InterfaceSnapshot([.cable, .wifi, .deadEnd])
        let effects = machine.handle(.interfacesChanged(snapshot), at: Self.at(0))
        _ = Self.answer(&machine, effects, at: Self.at(1)) { request in
            switch (request.path.interface, request.path.family) {
            case ("eth0", .ipv4): ProbeResponse(status: 204)
            case ("eth0", .ipv6): nil
            default: ProbeResponse(status: 302, headers: ["Location": "http://portal.example/"])
            }
        }
        let assessment = try #require(machine.assessment)
        expect(
            assessment.paths.map { "\($0.path): \($0.access.name)" },
            [
                "eth0 over IPv4: online", "eth0 over IPv6: unreachable", "wlan0 over IPv4: captive",
                "br0: unreachable",
            ]
        )
        expect(assessment.access, .partial)
        #expect(Sentences().sentence(for: assessment.reason).hasPrefix("eth0 over IPv6 is unreachable: "))
        expect(assessment.interface, .cable)
        expect(machine.rules.decide(assessment.record), assessment)
        #expect(assessment.explanation(Sentences()).contains { $0.hasPrefix("Result for wlan0 over IPv4: captive") })
    }

    @Test func `The access of a path remains known when another path appears`() throws {
        var machine = Self.machine()
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([.cable])), at: Self.at(0))
        _ = Self.answer(&machine, effects, at: Self.at(1)) { _ in ProbeResponse(status: 204) }
        expect(machine.assessment?.access, .online)
        let change = machine.handle(.interfacesChanged(InterfaceSnapshot([.cable, .wifi])), at: Self.at(2))
        expect(machine.assessment?.access, .online)
        expect(machine.assessment?.paths.map(\.access), [.online, .online, .determining])
        #expect(change.contains { if case .begin(.round, _) = $0 { true } else { false } })
        let last = try #require(machine.assessment)
        expect(machine.rules.decide(last.record), last)
    }

    @Test func `A path that is not judged yet does not change the answer of the judged paths`() {
        var before = NetworkInterface.cable
        before.egress = [.ipv4]
        before.defaultRoutes.removeLast()
        var machine = Self.machine()
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([before])), at: Self.at(0))
        _ = Self.answer(&machine, effects, at: Self.at(1)) { _ in ProbeResponse(status: 204) }
        _ = machine.handle(.interfacesChanged(InterfaceSnapshot([.cable])), at: Self.at(2))
        expect(machine.assessment?.paths.map(\.access), [.online, .determining])
        expect(machine.assessment?.access, .online)
    }

    @Test func `A new interface without a route is reported and starts no round`() {
        var machine = Self.machine()
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([.cable])), at: Self.at(0))
        _ = Self.answer(&machine, effects, at: Self.at(1)) { _ in ProbeResponse(status: 204) }
        let epoch = machine.epoch
        let change = machine.handle(.interfacesChanged(InterfaceSnapshot([.cable, .deadEnd])), at: Self.at(2))
        expect(change.count, 1)
        expect(machine.assessment?.paths.last?.reason, .noDefaultRoute(interface: "br0"))
        expect(machine.epoch, epoch)
    }

    @Test func `Without a usable interface the access is disconnected, and without any route it is unreachable`() {
        var machine = Self.machine()
        _ = machine.handle(.interfacesChanged(InterfaceSnapshot([])), at: Self.at(0))
        expect(machine.assessment?.access, .disconnected)
        _ = machine.handle(.interfacesChanged(InterfaceSnapshot([.deadEnd])), at: Self.at(1))
        expect(machine.assessment?.access, .unreachable)
        expect(machine.assessment?.reason.code, "path")
    }

    @Test func `Paths beyond the limit are dropped, those without a route first`() {
        let many = (1...40).map { index in
            NetworkInterface.made(
                "e\(index)",
                index,
                routes: index > 20 ? [.init(family: .ipv4, gateway: nil, metric: 1)] : []
            )
        }
        var machine = Self.machine()
        _ = machine.handle(.interfacesChanged(InterfaceSnapshot(many)), at: Self.at(0))
        expect(machine.assessment?.paths.map(\.path.interface), (21...36).map { "e\($0)" })
    }

    @Test func `The network below a VPN is judged over its own interface`() {
        var machine = Self.machine(.underlay)
        var below = NetworkInterface.cable
        below.egress = []
        let snapshot = InterfaceSnapshot([below, .tunnel])
        let effects = machine.handle(.interfacesChanged(snapshot), at: Self.at(0))
        guard case .begin(.round(let requests, _), _)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(requests.allSatisfy { $0.path.interface == "eth0" })
        expect(machine.assessment?.interface, below)
    }

    /// The answer for the device from the access of each path.
    @Test(arguments: [
        ("eth0/4 online, eth0/6 online, wlan0/4 captive", "online"),
        ("eth0/4 online, eth0/6 unreachable, wlan0/4 online", "partial"),
        ("eth0/4 captive, eth0/6 online, wlan0/4 online", "captive"),
        ("eth0/4 unreachable, eth0/6 captive, wlan0/4 online", "captive"),
        ("eth0/4 unreachable, eth0/6 blocked, wlan0/4 online", "blocked"),
        ("eth0/4 partial, eth0/6 blocked, wlan0/4 online", "partial"),
        ("eth0/4 unreachable, eth0/6 unreachable, wlan0/4 online", "unreachable"),
        ("eth0/4 online, eth0/6 captive, wlan0/4 unreachable", "captive"),
    ])
    func `The answer for the device is the access that its own packets have`(known: String, expected: String) throws {
        var answers: [NetworkPath: String] = [:]
        for part in known.split(separator: ", ") {
            let words = part.split(separator: " ")
            let path = words[0].split(separator: "/")
            answers[.init(interface: String(path[0]), family: path[1] == "4" ? .ipv4 : .ipv6)] = String(words[1])
        }
        var machine = Self.machine()
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([.cable, .wifi])), at: Self.at(0))
        _ = Self.answer(&machine, effects, at: Self.at(1)) { request in
            switch answers[.init(interface: request.path.interface ?? "", family: request.path.family)] {
            case "online": ProbeResponse(status: 204)
            case "captive": ProbeResponse(status: 302, headers: ["Location": "http://portal.example/"])
            case "blocked": ProbeResponse(status: 200, body: Array("<title>Website blocked</title>".utf8))
            case "partial": request.url?.host == "192.0.2.9" ? nil : ProbeResponse(status: 204)
            default: nil
            }
        }
        expect(machine.assessment?.access.name, expected, "\(machine.assessment?.paths.map(\.reason) ?? [])")
    }

    @Test func `The answer for the device combines the path of each address family, even on different interfaces`() {
        var (four, six) = (NetworkInterface.cable, NetworkInterface.wifi)
        four.egress = [.ipv4]
        six.egress = [.ipv6]
        six.defaultRoutes = [.init(family: .ipv6, gateway: "fe80::1", metric: 1024)]
        var machine = Self.machine()
        let effects = machine.handle(.interfacesChanged(InterfaceSnapshot([four, six])), at: Self.at(0))
        _ = Self.answer(&machine, effects, at: Self.at(1)) { request in
            request.path.interface == "eth0" ? ProbeResponse(status: 204) : nil
        }
        expect(machine.assessment?.paths.map(\.access.name), ["online", "online", "unreachable"])
        expect(machine.assessment?.access, .partial)
    }

    @Test func `A default route with next hops on two interfaces makes the answer that of both`() {
        var (first, second) = (NetworkInterface.cable, NetworkInterface.wifi)
        // The system's lookup names one of them.
        (first.egress, second.egress) = ([.ipv4], [])
        first.defaultRoutes = [.init(family: .ipv4, gateway: "192.0.2.1", metric: 7)]
        second.defaultRoutes = [.init(family: .ipv4, gateway: "192.0.2.2", metric: 7)]
        func answer(_ interfaces: [NetworkInterface]) -> Assessment? {
            var machine = Self.machine()
            let effects = machine.handle(.interfacesChanged(InterfaceSnapshot(interfaces)), at: Self.at(0))
            _ = Self.answer(&machine, effects, at: Self.at(1)) { request in
                request.path.interface == "eth0"
                    ? ProbeResponse(status: 204)
                    : ProbeResponse(status: 302, headers: ["Location": "http://portal.example/"])
            }
            return machine.assessment
        }
        expect(answer([first, second])?.access.name, "captive")
        expect(answer([first, second])?.caveats, [.multipath])
        second.defaultRoutes[0].metric = 8
        expect(answer([first, second])?.access.name, "online")
        expect(answer([first, second])?.caveats.isEmpty, true)
        // Next hops on one interface cannot be distinguished, only reported.
        first.defaultRoutes.append(.init(family: .ipv4, gateway: "192.0.2.3", metric: 7))
        expect(answer([first])?.caveats, [.multipath])
    }
}
