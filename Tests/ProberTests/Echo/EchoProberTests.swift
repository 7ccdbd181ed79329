#if os(Linux)
import ConnectivityCore
import ConnectivityEcho
import ConnectivityTestKit
import TestSupport
import Testing

/// A machine, a router and a host behind it; the link to the host carries 600 bytes.
struct RoutedHost {
    static let router = IPAddress("192.0.2.1")
    static let host = IPAddress("198.51.100.2")

    let machine: NetworkNamespace
    private let others: [NetworkNamespace]

    init() async throws {
        let (router, host) = (try await NetworkNamespace(), try await NetworkNamespace())
        let machine = try await NetworkNamespace()
        (self.machine, others) = (machine, [router, host])
        try await machine.link("up0", to: router, as: "near")
        try await router.link("far", to: host, as: "peer")
        try await router.run {
            try router.shell(
                """
                echo 1 > /proc/sys/net/ipv4/ip_forward
                echo 1 > /proc/sys/net/ipv6/conf/all/forwarding
                ip address add 192.0.2.1/24 dev near
                ip address add 2001:db8::1/64 dev near nodad
                ip address add 198.51.100.1/24 dev far
                ip link set near up
                ip link set far mtu 600 up
                ip route add prohibit 203.0.113.0/25
                ip route add unreachable 203.0.113.128/25
                ip route add blackhole 10.9.0.0/16
                ip -6 route add prohibit 2001:db8:9::/48
                """
            )
        }
        try await host.run {
            try host.shell(
                """
                ip address add 198.51.100.2/24 dev peer
                ip link set peer mtu 600 up
                ip route add default via 198.51.100.1
                """
            )
        }
        try await machine.run {
            try machine.shell(
                """
                echo 0 2147483647 > /proc/sys/net/ipv4/ping_group_range
                ip address add 192.0.2.10/24 dev up0
                ip address add 2001:db8::10/64 dev up0 nodad
                ip link set up0 up
                ip route add default via 192.0.2.1
                ip -6 route add default via 2001:db8::1
                """
            )
        }
    }

    /// Asks in the machine's namespace.
    func ask(
        _ question: EchoQuestion,
        through interface: String? = nil,
        limit: Duration = .seconds(10)
    ) async throws -> ProbeExchange {
        try await machine.run {
            let path = ProbeRequest.Path(interface: interface)
            return await EchoProber().probe(
                ProbeRequest(question, path: path, limits: ProbeRequest.Limits(total: limit))
            )
        }
    }
}

extension ProbeExchange {
    fileprivate var error: EchoError? {
        if case .failure(let failure) = outcome { EchoError(facts: failure.facts) } else { nil }
    }
    fileprivate var failureKind: ProbeFailure.Kind? {
        if case .failure(let failure) = outcome { failure.kind } else { nil }
    }
}

@Suite(.needs(.namespaces))
struct `The prober of echoes` {
    @Test(arguments: ["192.0.2.1", "198.51.100.2", "2001:db8::1"], [nil, "up0"])
    func `A host returns every echo, also through a given interface`(host: String, interface: String?) async throws {
        let address = try IPAddress(host)
        let question = EchoQuestion(to: address, count: 5, interval: .milliseconds(10))
        let exchange = try await RoutedHost().ask(question, through: interface)
        let answer = try #require(exchange.answer(as: EchoAnswer.self), "\(exchange.outcome)")
        #expect(answer.source == address && answer.sentCount == 5 && answer.times.count == 5)
        #expect(answer.loss == 0 && answer.errors == [] && answer.median > .zero)
        #expect(exchange.remoteAddress == address && exchange.timings.total < .seconds(5))
        expect(EchoReplies(lossMax: 0).validate(exchange).finding, .genuine)
    }

    @Test func `Distinguishes an unused address of the link from silence further away`() async throws {
        let hosts = try await RoutedHost()
        let nobody = try await hosts.ask(EchoQuestion(to: "192.0.2.99"))
        #expect(nobody.error == EchoError(.noNeighbour) && nobody.failureKind == .unreachable)
        let nobodyOverIPv6 = try await hosts.ask(EchoQuestion(to: "2001:db8::99"))
        expect(nobodyOverIPv6.error, EchoError(.noNeighbour))
        let silent = try await hosts.ask(EchoQuestion(to: "10.9.0.1"), limit: .milliseconds(700))
        #expect(silent.failureKind == .timedOut(.response) && silent.timings.total >= .milliseconds(700))
    }

    @Test(arguments: [
        ("203.0.113.5", EchoError(.prohibited, from: "192.0.2.1")),
        ("203.0.113.200", EchoError(.noRoute, from: "192.0.2.1")),
        ("2001:db8:9::1", EchoError(.prohibited, from: "2001:db8::1")),
    ])
    func `A report of a router is returned at once, with its address`(host: String, error: EchoError) async throws {
        let question = EchoQuestion(to: try IPAddress(host), count: 1)
        let exchange = try await RoutedHost().ask(question)
        expect(exchange.error, error)
        #expect(exchange.timings.total < .seconds(3))
    }

    @Test func `A packet that no router may divide shows what the path carries`() async throws {
        let hosts = try await RoutedHost()
        let whole = try await hosts.ask(EchoQuestion(to: RoutedHost.host, count: 1, size: 1_000, isWhole: true))
        expect(whole.error, EchoError(.tooBig, from: RoutedHost.router, mtu: 600))
        let fitting = try await hosts.ask(EchoQuestion(to: RoutedHost.host, count: 1, size: 572, isWhole: true))
        expect(fitting.answer(as: EchoAnswer.self)?.times.count, 1)
        let divided = try await hosts.ask(EchoQuestion(to: RoutedHost.host, count: 1, size: 1_000))
        expect(divided.answer(as: EchoAnswer.self)?.times.count, 1)
        let link = try await hosts.ask(EchoQuestion(to: RoutedHost.router, count: 1, size: 9_000, isWhole: true))
        #expect(link.error?.kind == .tooBig && link.error?.source == nil)
    }

    /// Permits echo sockets to no user, as kernels do by default; raw sockets remain.
    private func forbidEchoes(_ hosts: RoutedHost) async throws {
        try await hosts.machine.run { [machine = hosts.machine] in
            try machine.shell("echo 1 0 > /proc/sys/net/ipv4/ping_group_range")
        }
    }

    @Test(arguments: ["192.0.2.1", "198.51.100.2", "2001:db8::1"])
    func `With the right to raw sockets, echoes need no other`(host: String) async throws {
        let hosts = try await RoutedHost()
        try await forbidEchoes(hosts)
        let address = try IPAddress(host)
        let exchange = try await hosts.ask(EchoQuestion(to: address, count: 5, interval: .milliseconds(10)))
        let answer = try #require(exchange.answer(as: EchoAnswer.self), "\(exchange.outcome)")
        #expect(answer.source == address && answer.times.count == 5 && answer.errors == [])
    }

    @Test func `Raw sockets receive the same reports, and not those on the requests of others`() async throws {
        let hosts = try await RoutedHost()
        try await forbidEchoes(hosts)
        async let nobody = hosts.ask(EchoQuestion(to: "192.0.2.99"))
        async let forbidden = hosts.ask(EchoQuestion(to: "203.0.113.5", count: 1))
        async let fine = hosts.ask(EchoQuestion(to: RoutedHost.host, count: 3))
        let large = EchoQuestion(to: RoutedHost.host, count: 1, size: 1_000, isWhole: true)
        let whole = try await hosts.ask(large)
        expect(whole.error, EchoError(.tooBig, from: RoutedHost.router, mtu: 600))
        try await expect(nobody.error, EchoError(.noNeighbour))
        try await expect(forbidden.error, EchoError(.prohibited, from: RoutedHost.router))
        try await expect(fine.answer(as: EchoAnswer.self)?.errors, [])
        let overIPv6 = try await hosts.ask(EchoQuestion(to: "2001:db8:9::1", count: 1))
        expect(overIPv6.error, EchoError(.prohibited, from: "2001:db8::1"))
    }

    @Test func `An interface that does not exist, and another address family, are refused`() async throws {
        let hosts = try await RoutedHost()
        let missing = try await hosts.ask(EchoQuestion(to: RoutedHost.router), through: "no-such")
        expect(missing.failureKind, .interfaceUnavailable)
        let request = ProbeRequest(EchoQuestion(to: RoutedHost.router), path: ProbeRequest.Path(family: .ipv6))
        let other = await EchoProber().probe(request)
        expect(other.failureKind, .unsupported)
    }

    @Test func `The prober of echoes keeps the laws of probers`() async throws {
        let hosts = try await RoutedHost()
        try await hosts.machine.run {
            try await ProberLaws.check(
                EchoProber(),
                answering: Question(EchoQuestion(to: RoutedHost.router, count: 1)),
                silent: Question(EchoQuestion(to: "10.9.0.1"))
            )
        }
    }
}
#endif
