#if canImport(CCares) && os(Linux)
import ConnectivityNames
import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityTestServer

@Suite(.needs(.namespaces))
struct `A name server behind an interface` {
    @Test func `The name server's answers determine the addresses that are passed on`() async throws {
        let many = (1...25).map { IPAddress(bytes: [198, 51, 100, UInt8($0)]) }.compactMap(\.self)
        let networks = try await TwoNetworks(
            left: [],
            right: [
                NameRule(
                    name: "both.example",
                    addresses: ["198.51.100.1", "2001:db8::1", "198.51.100.1", "2001:db8::2"]
                ),
                NameRule(name: "many.example", addresses: many),
                NameRule(name: "half.example", type: .aaaa, result: .silence),
                NameRule(name: "half.example", addresses: ["198.51.100.7"]),
                NameRule(name: "strange.example", type: .aaaa, result: .nxdomain),
                NameRule(name: "strange.example", addresses: ["198.51.100.8"]),
                NameRule(name: "four.example", addresses: ["198.51.100.9"]),
            ]
        )
        try await networks.machine.run {
            func addresses(_ url: HTTPURL, _ family: IPAddress.Family? = nil) async -> [IPAddress] {
                let base = AnsweringProber()
                var asked = request(
                    url,
                    through: "right",
                    limits: ProbeRequest.Limits(total: .seconds(9))
                )
                asked.path.family = family
                let exchange = await base.lookingUpNames().probe(asked)
                expect(exchange.request, asked)
                expect(exchange.caveats, [])
                let total = base.requests.first?.limits.total ?? .zero
                // An unanswered question does not delay the probe.
                #expect(total < .seconds(9) && total > .seconds(7))
                return base.requests.first?.path.addresses ?? []
            }
            let both: [IPAddress] = ["2001:db8::1", "2001:db8::2", "198.51.100.1"]
            await expect(addresses("http://both.example/"), both)
            await expect(addresses("http://BOTH.example./", .ipv4), ["198.51.100.1"])
            await expect(addresses("http://both.example/", .ipv6), ["2001:db8::1", "2001:db8::2"])
            await expect(addresses("http://many.example/"), Array(many.prefix(8)))
            await expect(addresses("http://half.example/"), ["198.51.100.7"])
            await expect(addresses("http://strange.example/"), ["198.51.100.8"])
            await expect(addresses("http://four.example/"), ["198.51.100.9"])
        }
    }

    @Test func `A name without an address makes the probe fail in the name lookup`() async throws {
        let networks = try await TwoNetworks(
            left: [],
            right: [
                NameRule(name: "missing.example", result: .nxdomain),
                NameRule(name: "failing.example", result: .servfail),
                NameRule(name: "refused.example", result: .refused), NameRule(name: "empty.example"),
                NameRule(name: "six.example", addresses: ["2001:db8::1"]),
                NameRule(name: "*.search.example", addresses: ["198.51.100.1"]),
            ]
        )
        try await networks.machine.run {
            let machine = networks.machine
            try machine.shell("mount -t tmpfs none /mnt; echo 'search search.example' > /mnt/resolv.conf")
            try machine.shell("mount --bind /mnt/resolv.conf /etc/resolv.conf")
            let label = HTTPURL(stringLiteral: "http://\(String(repeating: "a", count: 64)).example/")
            for url: HTTPURL in [
                "http://missing.example/", "http://failing.example/", "http://refused.example/",
                "http://empty.example/", "http://six.example/", "http://short/", "http://a..b/", label,
            ] {
                var asked = request(url, through: "right")
                asked.path.family = .ipv4
                let base = AnsweringProber()
                let exchange = await base.lookingUpNames().probe(asked)
                expect(exchange.failure?.kind, .nameLookup, "\(url)")
                expect(exchange.failure?.detail.isEmpty, false)
                expect(exchange.timings.nameLookup, nil)
                #expect(base.requests.isEmpty)
            }
        }
    }

    @Test func `A name server can have a link-local address`() async throws {
        let (machine, side) = (try await NetworkNamespace(), try await NetworkNamespace())
        try await machine.link("uplink", to: side, as: "peer")
        try await side.run { try side.shell("ip address add fe80::53/64 dev peer nodad; ip link set peer up") }
        try await machine.run {
            try machine.shell("ip address add fe80::1/64 dev uplink nodad; ip link set uplink up")
        }
        let gateway = try await side.run {
            try Gateway("six", [NameRule(name: "a.example", addresses: ["2001:db8::7"])])
        }
        try await machine.run {
            let base = AnsweringProber()
            let asked = request("http://a.example/", through: "uplink", asking: ["fe80::53"])
            await expect(base.lookingUpNames().probe(asked).failure, nil)
            expect(base.requests.first?.path.addresses, ["2001:db8::7"])
            #expect(gateway.questionCount >= 2)
        }
    }

    @Test func `Cancelling the task ends the wait for a silent name server at once`() async throws {
        let networks = try await TwoNetworks(left: [], right: [NameRule(name: "*", result: .silence)])
        try await networks.machine.run {
            let prober = AnsweringProber().lookingUpNames()
            await withTaskGroup(of: ProbeExchange.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        await prober.probe(request(through: "right", limits: ProbeRequest.Limits(total: .seconds(600))))
                    }
                }
                while networks.right.questionCount < 20 { await Task.yield() }
                let start = ContinuousClock.now
                group.cancelAll()
                for await exchange in group { expect(exchange.failure?.kind, .cancelled) }
                #expect(ContinuousClock.now - start < .seconds(10))
            }
        }
    }
}
#endif
