#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityRecords
import ConnectivityNames
import ConnectivityTestKit
import Testing
import TestSupport

@Suite struct `The prober for name servers` {
    private static let address = "c00c 0001 0001 00000001 0004 c0000250"

    private static func probe(
        _ server: FakeNameServer,
        _ change: (inout ProbeRequest) -> Void = { _ in }
    ) async -> ProbeExchange {
        var request = ProbeRequest(
            DNSQuestion("a.example", of: server.server),
            limits: ProbeRequest.Limits(total: .milliseconds(400))
        )
        change(&request)
        return await DNSProber().probe(request)
    }

    @Test func `The DNS prober obeys the laws of probers`() async throws {
        let server = try FakeNameServer { [$0.answered(records: [Self.address])] }
        let silent = try FakeNameServer { _ in [] }
        try await ProberLaws.check(
            DNSProber(),
            answering: Question(DNSQuestion("a.example", of: server.server)),
            silent: Question(DNSQuestion("a.example", of: silent.server)),
            clock: ContinuousClock()
        )
    }

    @Test func `The DNS prober returns any reply as an answer`() async throws {
        let server = try FakeNameServer { [$0.answered(code: 3, flags: 0x85)] }
        let exchange = await Self.probe(server)
        let answer: DNSAnswer = try #require(exchange.answer())
        #expect(answer.code == .noSuchName && answer.name == "a.example" && answer.server == server.server)
        #expect(answer.flags.contains(.isAuthoritative) && !answer.isOverTCP && answer.records.isEmpty)
        #expect(exchange.remoteAddress == "127.0.0.1" && exchange.caveats == [])
        #expect(exchange.timings.response == exchange.timings.total && exchange.timings.total > .zero)
    }

    @Test func `Ignores replies with another ID or question and broken replies`() async throws {
        let liars: [@Sendable ([UInt8]) -> [UInt8]] = [
            { message in
                var reply = message.answered(records: [Self.address])
                reply[0] ^= 1
                return reply
            },
            { message in
                var reply = message.answered(records: [Self.address])
                reply[13] ^= 2
                return reply
            },
            { $0 }, { _ in [] }, { Array($0.prefix(11)) },
        ]
        for (index, lie) in liars.enumerated() {
            let liar = try FakeNameServer { [lie($0)] }
            let failure = await Self.probe(liar).failure
            #expect(
                [.timedOut(.response), .malformed].contains(failure?.kind),
                "\(index): \(String(describing: failure))"
            )
            let both = try FakeNameServer { [lie($0), $0.answered(records: [Self.address])] }
            let answer: DNSAnswer? = await Self.probe(both).answer()
            expect(answer?.records.map(\.data), ["192.0.2.80"], "\(index)")
        }
        let broken = try FakeNameServer { [$0.answered(records: ["c00c 0001 0001 00000001 0003 c00002"])] }
        let failure = await Self.probe(broken).failure
        #expect(failure?.kind == .malformed && failure?.facts["cause"] == nil)
    }

    @Test func `Asks for another random name each time and reports it`() async throws {
        let server = try FakeNameServer { [$0.answered(code: 3)] }
        let question = DNSQuestion(randomNameUnder: "zone.example", of: server.server)
        var names: Set<DNSName> = []
        for _ in 0..<8 {
            let exchange = await Self.probe(server) { $0.question = Question(question) }
            expect(exchange.request.question.decoded(), question)
            let answer: DNSAnswer = try #require(exchange.answer())
            #expect(answer.name.labels.count == 3 && answer.name.labels.first?.count == 12)
            #expect("\(answer.name)".hasSuffix(".zone.example"))
            names.insert(answer.name)
        }
        expect(names.count, 8)
        let silent = try FakeNameServer { _ in [] }
        let failed = await Self.probe(silent) {
            $0.question = Question(DNSQuestion(randomNameUnder: "zone.example", of: silent.server))
        }
        expect(failed.failure?.facts["name"]?.text?.hasSuffix(".zone.example"), true)
        expect(failed.failure?.facts["asked"], [.text("\(silent.server)")])
    }

    @Test func `Asks no server if the facts are invalid or no server fits the family or interface`() async throws {
        let server = try FakeNameServer { [$0.answered()] }
        let strange = await Self.probe(server) { $0.question = .other("dns", ["name": "a..b"]) }
        #expect(strange.failure?.kind == .unsupported && strange.failure?.detail.contains("kind dns") == true)
        let family = await Self.probe(server) { $0.path.family = .ipv6 }
        expect(family.failure?.kind, .unsupported)
        let interface = await Self.probe(server) {
            $0.question = Question(DNSQuestion("a.example"))
            $0.path = ProbeRequest.Path(interface: "nope0", nameServers: ["192.0.2.1"])
        }
        expect(interface.failure?.kind, .interfaceUnavailable)
        let bound = await Self.probe(server) { $0.path.interface = "lo" }
        #expect(bound.caveats == [.localNameServer] && bound.failure == nil)
    }

    @Test func `The kind of a DNS failure states the cause`() async throws {
        let port = try FakeNameServer { _ in [] }.server.port
        try await Task.sleep(for: .milliseconds(20))
        let closed = ProbeRequest(DNSQuestion("a.example", of: NameServer("127.0.0.1", port: port)))
        let exchange = await DNSProber().probe(closed)
        expect(exchange.failure?.kind, .connectionRefused)
        expect(exchange.failure?.facts, ["asked": [.text("127.0.0.1:\(port)")]])
    }

    @Test func `A DNS exchange is recorded and replayed without secrets in names`() async throws {
        let server = try FakeNameServer { [$0.answered(code: 3)] }
        let secret: DNSName = "3c22fb123456.0123456789abcdef0123456789abcdef.example"
        let exchange = await DNSProber().probe(ProbeRequest(DNSQuestion(secret, of: server.server)))
        expect(exchange.failure, nil)
        let provenance = SessionRecording.Provenance(
            source: "a test",
            recordedAt: Timestamp(sinceEpoch: .zero),
            tool: "test"
        )
        let round = SessionRecording.Event(at: .zero, .round([.init(exchange)]))
        let session = Redaction.standard.redacted(SessionRecording(provenance: provenance, events: [round]))
        let text = String(decoding: session.encoded(), as: UTF8.self)
        #expect(!text.contains("3c22fb") && !text.contains("0123456789abcdef"))
        let read = try SessionRecording(parsing: session.encoded())
        let again = try #require(read.exchanges.first?.exchange)
        expect(again.request.question.decoded(as: DNSQuestion.self)?.name, again.answer(as: DNSAnswer.self)?.name)
        expect(NoSuchName().validate(again).reason.code, "name-absent")
    }
}
#endif
