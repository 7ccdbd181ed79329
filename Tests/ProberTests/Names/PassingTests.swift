#if canImport(CCares)
import ConnectivityNames
import ConnectivityCore
import Testing
import TestSupport

@Suite struct `Looking up names` {
    @Test(arguments: [
        ProbeRequest("http://192.0.2.7/"),
        ProbeRequest("http://localhost/"),
        ProbeRequest("http://name.example/", addresses: ["192.0.2.7"]),
        ProbeRequest("http://192.0.2.7/", interface: "nope0", nameServers: ["192.0.2.1"]),
        ProbeRequest("http://[2001:db8::7]/", interface: "nope0", nameServers: ["192.0.2.1"]),
        ProbeRequest("http://name.example/", interface: "nope0", addresses: ["192.0.2.7"]),
    ])
    func `Passes on unchanged a request that has an address or addresses`(request: ProbeRequest) async {
        let base = AnsweringProber()
        let exchange = await base.lookingUpNames().probe(request)
        expect(base.requests, [request])
        await expect(base.probe(request), exchange)
    }

    #if os(Linux)
    @Test func `A name that the system does not find is a failure of the name lookup`() async {
        let base = AnsweringProber()
        let absent = await base.lookingUpNames().probe(ProbeRequest("http://name.invalid/"))
        guard case .failure(let failure) = absent.outcome else {
            Issue.record("there was an answer")
            return
        }
        #expect(failure.kind == .nameLookup && failure.detail.contains("name.invalid"))
    }
    #endif

    @Test(arguments: ["nope0", "", "a-name-longer-than-the-kernel-has", "lo\u{0}"])
    func `A lookup through a missing interface fails without asking a server`(interface: String) async {
        let base = AnsweringProber()
        let request = ProbeRequest("http://name.example/", interface: interface, nameServers: ["192.0.2.1"])
        let exchange = await base.lookingUpNames().probe(request)
        guard case .failure(let failure) = exchange.outcome else {
            Issue.record("there was an answer")
            return
        }
        expect(failure.kind, .interfaceUnavailable)
        #expect(failure.detail.hasPrefix("binding to the interface \(interface): "))
        expect(exchange.request, request)
        #expect(base.requests.isEmpty)
    }

    @Test func `A lookup does not start in a cancelled task`() async {
        let base = AnsweringProber()
        let prober = base.lookingUpNames()
        await withTaskGroup(of: ProbeExchange.self) { group in
            group.cancelAll()
            group.addTask { await prober.probe(ProbeRequest("http://a.example/", interface: "lo")) }
            for await exchange in group { expect(exchange.outcome, .failure(ProbeFailure(.cancelled))) }
        }
        #expect(base.requests.isEmpty)
    }
}
#endif
