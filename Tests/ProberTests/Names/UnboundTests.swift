#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityNames
import TestSupport
import Testing

@Suite(.needs(.namespaces, .program("unbound")))
struct `Asking a real name server` {
    @Test func `Distinguishes the replies of a real name server`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            let four = try await ask("four.zone.example", .a).outcome.get()
            #expect(four.addresses(.ipv4) == ["192.0.2.80"] && four.answers.first?.ttl == 120)
            #expect(four.edns?.payloadSize == 1232 && four.extendedErrors == [])
            try await expect(ask("FOUR.zone.example", .aaaa).outcome.get().code, .noError)
            let web = try await ask("web.zone.example", .https).outcome.get()
            expect(web.answers.map(\.type), [.https])
            let absent = try await ask("none.zone.example", .a).outcome.get()
            #expect(absent.code == .noSuchName && absent.authorities.map(\.type) == [.soa])
            let zone = try await ask("refused.example", .a).outcome.get()
            #expect(zone.code == .refused && zone.extendedErrors == [])
            let failing = try await ask("failing.example", .a).outcome.get()
            expect(failing.code, .serverFailure)
        }
    }

    @Test func `Decodes the extended errors of a refusal and of a broken signature`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            let refused = try await ask("four.zone.example", .a, of: Unbound.refusing).outcome.get()
            #expect(refused.code == .refused && refused.extendedErrors.map(\.code) == [18])
            let bogus = try await ask("www.bogus.example", .a).outcome.get()
            #expect(bogus.code == .serverFailure && bogus.extendedErrors.map(\.code) == [9])
            let bare = try await ask("www.bogus.example", .a) { $0.payloadSize = nil }.outcome.get()
            #expect(bare.code == .serverFailure && bare.edns == nil)
        }
    }

    @Test func `Repeats a question over TCP if the answer is too long, also on another port`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            for server in [Unbound.server, Unbound.otherPort] {
                let many = await ask("many.zone.example", .txt, of: server)
                let manyReply = try many.outcome.get()
                expect(manyReply.answers.count, 40)
                #expect(many.transport == .tcp && many.server == server)
                let roomy = await ask("many.zone.example", .txt, of: server) { $0.payloadSize = 4096 }
                let roomyReply = try roomy.outcome.get()
                expect(roomyReply.answers.count, 40)
                #expect(roomy.transport == .udp && roomy.server == server)
                let small = await ask("four.zone.example", .a, of: server, through: nil)
                #expect(small.transport == .udp && small.server == server && small.caveats == [])
            }
        }
    }

    @Test func `A silent, closed or missing name server fails in a distinct way`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            let limit = Duration.milliseconds(300)
            await expect(ask("silent.example", .a, within: limit).failure, .noAnswer)
            await expect(ask("a.example", .a, of: Unbound.missing, within: limit).failure, .noAnswer)
            let closed = await ask("a.example", .a, of: Unbound.closedPort)
            expect(closed.failure, .connectionRefused, "\(closed)")
            // No route of the machine leads to this address.
            let elsewhere = NameServer("198.51.100.1")
            await expect(ask("a.example", .a, of: elsewhere, through: nil).failure, .unreachable(101))
            await expect(ask("a.example", .a, through: "nope0").failure, .interfaceUnavailable(19))
        }
    }

    @Test func `Asks the system's name servers if none is given`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            func asked(through interface: String?) async -> NameExchange {
                let question = DNSQuery.Question(name("four.zone.example"), .a)
                let request = NameExchangeRequest(question, interface: interface, deadline: .now + .seconds(60))
                return await CaresDriver().exchange(request)
            }
            try unbound.machine.setNameServers("192.0.2.1")
            let bySystem = await asked(through: "uplink")
            try expect(bySystem.outcome.get().addresses(.ipv4), ["192.0.2.80"])
            #expect(bySystem.asked == [Unbound.server] && bySystem.caveats == [.systemNameServers])
            try unbound.machine.shell("echo nameserver 127.0.0.53 > /etc/resolv.conf")
            await expect(asked(through: "uplink").failure, .noServer)
            await expect(asked(through: nil).failure, .connectionRefused)
        }
    }

    @Test func `A resolver returns addresses, or the reason why it has no address`() async throws {
        let unbound = try await Unbound()
        try await unbound.machine.run {
            let resolver = NameResolver(CaresDriver())
            func look(
                _ host: String,
                _ servers: [IPAddress] = ["192.0.2.1"],
                within limit: Duration = .seconds(60)
            ) async throws -> Result<[IPAddress], NameLookupFailure> {
                let asked = ProbeRequest(
                    HTTPURL(stringLiteral: "http://\(host)/"),
                    interface: "uplink",
                    nameServers: servers,
                    limits: ProbeRequest.Limits(total: limit)
                )
                return await resolver.answer(to: try #require(NameLookup(asked))).result
            }
            func cause(
                _ host: String,
                _ servers: [IPAddress] = ["192.0.2.1"],
                within limit: Duration = .seconds(60)
            ) async throws -> (NameLookupFailure.Cause?, [UInt16]) {
                guard case .failure(let failure) = try await look(host, servers, within: limit) else {
                    return (nil, [])
                }
                return (failure.cause, failure.extendedErrors.map(\.code))
            }
            try await expect(look("both.zone.example").get(), ["2001:db8::80", "192.0.2.80"])
            try await expect(look("localhost").get(), ["::1", "127.0.0.1"])
            #expect(try await cause("none.zone.example") == (.noSuchName, []))
            #expect(try await cause("a.onion") == (.noSuchName, []))
            #expect(try await cause("web.zone.example") == (.noAddress, []))
            #expect(try await cause("a..b") == (.badName, []))
            #expect(try await cause("failing.example") == (.serverFailure, []))
            #expect(try await cause("refused.example") == (.refused, []))
            #expect(try await cause("four.zone.example", ["192.0.2.3"]) == (.refused, [18]))
            let silence = NameLookupFailure.Cause.noReply(.noAnswer)
            #expect(try await cause("silent.example", within: .milliseconds(300)) == (silence, []))
            // DNSSEC bogus, or the missing key itself, depending on which question came first.
            let bogus = try await cause("www.bogus.example")
            #expect(bogus.0 == .serverFailure && [[6], [9]].contains(bogus.1))
            // If one server refuses, the next one may answer, and vice versa.
            try await expect(look("four.zone.example", ["192.0.2.3", "192.0.2.1"]).get(), ["192.0.2.80"])
            try await expect(cause("refused.example", ["192.0.2.1", "192.0.2.3"]).0, .refused)
        }
    }
}
#endif
