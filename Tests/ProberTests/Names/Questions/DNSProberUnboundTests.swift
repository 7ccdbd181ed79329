#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityNames
import TestSupport
import Testing

@Suite(.needs(.namespaces, .program("unbound")))
struct `Probing with a real name server` {
    private static func probe(_ question: DNSQuestion, asking servers: [IPAddress] = ["192.0.2.1"]) async
        -> ProbeExchange
    {
        let path = ProbeRequest.Path(interface: "uplink", nameServers: servers)
        return await DNSProber().probe(
            ProbeRequest(question, path: path, limits: ProbeRequest.Limits(total: .seconds(60)))
        )
    }

    @Test func `Asks questions of any type through the interface's own name servers`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            let four = await Self.probe(DNSQuestion("four.zone.example"))
            let answer: DNSAnswer = try #require(four.answer())
            expect(answer.records, [.init("four.zone.example", .a, ttl: 120, data: "192.0.2.80")])
            #expect(answer.server == Unbound.server && four.remoteAddress == nil && four.caveats == [])
            expect(DNSRecords("192.0.2.80").validate(four).finding, .genuine)
            expect(DNSRecords("192.0.2.81").validate(four).finding, .substituted)
            let web: DNSAnswer? = await Self.probe(DNSQuestion("web.zone.example", .https)).answer()
            #expect(
                web?.records.map(\.type) == [.https] && web?.records.first?.data.hasPrefix(##"\# 13 0001"##) == true
            )
            let many: DNSAnswer? = await Self.probe(DNSQuestion("many.zone.example", .txt)).answer()
            #expect(many?.isOverTCP == true && many?.records.count == 40)
            let absent = await Self.probe(DNSQuestion(randomNameUnder: "zone.example"))
            expect(NoSuchName().validate(absent).reason.code, "name-absent")
            let failing = await Self.probe(DNSQuestion("failing.example"))
            expect(DNSCode(.serverFailure).validate(failing).finding, .genuine)
            let refused: DNSAnswer? = await Self.probe(DNSQuestion("a.example", of: Unbound.refusing)).answer()
            #expect(refused?.code == .refused && refused?.extendedErrors.map(\.code) == [18])
            // The second server is not asked, because the first one has an answer.
            let two: DNSAnswer? = await Self.probe(
                DNSQuestion("none.zone.example"),
                asking: ["192.0.2.1", "192.0.2.3"]
            )
            .answer()
            #expect(two?.code == .noSuchName && two?.server == Unbound.server)
        }
    }

    @Test func `A failed HTTP probe states why its host has no address`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            func failure(
                _ host: String,
                _ servers: [IPAddress] = ["192.0.2.1"],
                within limit: Duration = .seconds(60)
            ) async -> ProbeFailure? {
                let url = HTTPURL(stringLiteral: "http://\(host)/")
                let limits = ProbeRequest.Limits(total: limit)
                return await AnsweringProber().lookingUpNames()
                    .probe(request(url, through: "uplink", asking: servers, limits: limits)).failure
            }
            let absent = await failure("none.zone.example")
            expect(absent?.kind, .nameLookup)
            expect(absent?.facts, ["cause": "no-such-name", "rcode": "NXDOMAIN", "server": "192.0.2.1"])
            let refused = await failure("four.zone.example", ["192.0.2.3"])
            #expect(refused?.facts["cause"] == "refused" && refused?.facts["rcode"] == "REFUSED")
            expect(refused?.facts["extendedErrors"], [.record(["code": 18, "purpose": "Prohibited"])])
            await expect(failure("failing.example")?.facts["cause"], "server-failure")
            await expect(failure("web.zone.example")?.facts["cause"], "no-address")
            await expect(failure("a..b")?.facts, ["cause": "bad-name"])
            let silent = await failure("silent.example", within: .milliseconds(300))
            expect(silent?.kind, .timedOut(.nameLookup))
            expect(silent?.facts, ["cause": "no-answer", "asked": ["192.0.2.1"]])
        }
    }

    #if canImport(CCurl)
    @Test func `An unbound probe states why the system's resolver found no address`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            try unbound.machine.setNameServers("192.0.2.1")
            let prober = CurlProber().lookingUpNames()
            func facts(_ url: HTTPURL) async -> Facts? {
                let limits = ProbeRequest.Limits(total: .seconds(20))
                let exchange = await prober.probe(ProbeRequest(url, limits: limits))
                expect(exchange.failure?.kind, .nameLookup)
                expect(exchange.failure?.detail.contains("resolve"), true)
                return exchange.failure?.facts
            }
            let absent: Facts = ["cause": "no-such-name", "rcode": "NXDOMAIN", "server": "192.0.2.1"]
            await expect(facts("http://none.zone.example/"), absent)
            await expect(facts("http://refused.example/")?["cause"], "refused")
            await expect(facts("http://failing.example/")?["rcode"], "SERVFAIL")
        }
    }
    #endif
}
#endif
