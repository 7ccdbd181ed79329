import ConnectivityCore
import ConnectivityFixtures
import ConnectivityURLSession
import Testing

/// What the faults of the fixture server look like through URLSession on libcurl.
@Suite struct FaultTests {
    typealias Fault = FixtureServer.Fault
    typealias Kind = ProbeFailure.Kind

    struct Expectation: CustomTestStringConvertible {
        var testDescription: String
        var kind: Kind
        var partialBody: String?
        var fault: Fault

        init(_ name: String, _ kind: Kind, partialBody: String? = nil, _ change: (inout Fault) -> Void) {
            testDescription = name
            self.kind = kind
            self.partialBody = partialBody
            fault = Fault(change)
        }
    }

    private let reply = FixtureServer.Reply.message(status: 200, body: Array("genuine".utf8))

    @Test(arguments: [
        Expectation("late accept", .timedOut(.response)) { $0.delayBeforeAccept = .seconds(300) },
        Expectation("late header", .timedOut(.response)) { $0.delayBeforeHeader = .seconds(300) },
        Expectation("late body", .timedOut(.body), partialBody: "") { $0.delayBeforeBody = .seconds(300) },
        Expectation("closed at once", .emptyReply) { $0.cut = .init() },
        Expectation("reset at once", .connectionReset) { $0.cut = .init(by: .reset) },
        Expectation("silent at once", .timedOut(.response)) { $0.cut = .init(by: .stall) },
        Expectation("late reset", .connectionReset) {
            $0.delayBeforeHeader = .milliseconds(20)
            $0.cut = .init(by: .reset)
        },
        Expectation("reset in the header", .connectionReset) { $0.cut = .init(after: 20, by: .reset) },
        Expectation("cut in the body", .truncated, partialBody: "gen") { $0.cut = .init(after: 3, of: .body) },
        Expectation("reset in the body", .connectionReset, partialBody: "gen") {
            $0.cut = .init(after: 3, of: .body, by: .reset)
        },
        Expectation("silent in the body", .timedOut(.body), partialBody: "gen") {
            $0.cut = .init(after: 3, of: .body, by: .stall)
        },
        Expectation("slow header", .timedOut(.response)) { $0.drip = .init(bytes: 1, every: .milliseconds(100)) },
        Expectation("too long a length", .truncated, partialBody: "genuine") { $0.contentLength = 8 },
        Expectation("chunk without a size", .malformed) { $0.chunking = .badSize },
        Expectation("chunk too short", .truncated, partialBody: "genuine") { $0.chunking = .tooLong },
        Expectation("chunks without end", .truncated, partialBody: "genuine") { $0.chunking = .noEnd },
        Expectation("garbage", .malformed) { $0.instead = .garbage },
    ])
    func `Each fault is the failure that is documented`(expectation: Expectation) async throws {
        let server = try FixtureServer { [reply] _ in reply.with(expectation.fault) }
        var isSlow = false
        if case .timedOut = expectation.kind { isSlow = true }
        let failure = await probe(server.url(), limits: ProbeLimits(total: .milliseconds(isSlow ? 1500 : 5000))).failure
        #expect(failure?.kind == expectation.kind, "\(failure?.detail ?? "no failure")")
        if let body = expectation.partialBody { #expect(text(failure?.partialResponse?.body) == body) }
    }

    @Test func `A length too small, sound chunks and a slow drip lose nothing that is announced`() async throws {
        for (fault, body) in [
            (Fault { $0.contentLength = 3 }, "gen"),
            (Fault { $0.chunking = .sound }, "genuine"),
            (Fault { $0.drip = .init(bytes: 40, every: .milliseconds(5)) }, "genuine"),
        ] {
            let server = try FixtureServer { [reply] _ in reply.with(fault) }
            #expect(text(await probe(server.url()).success?.body) == body)
        }
    }

    @Test func `A refused connection, a name that cannot exist and an address without a route`() async throws {
        let server = try FixtureServer { _ in .message(status: 200) }
        server.stop()
        #expect(await probe(server.url()).failure?.kind == .connectionRefused)
        // Refused by the resolver before it asks anyone: a label has at most 63 characters.
        let label = String(repeating: "a", count: 64)
        #expect(await probe(try HTTPURL("http://\(label).invalid/")).failure?.kind == .nameLookup)
        // TCP to a multicast address fails in the kernel whatever the routes are.
        let unreachable = await probe("http://224.0.0.1/").failure
        #expect(unreachable?.kind == .unreachable, "\(unreachable?.detail ?? "no failure")")
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "<html>no header at all</html>", "\u{0}\u{1}\u{2}\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a number\r\n",
        "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip",
    ])
    func `Bytes that are no HTTP response are malformed`(bytes: String) async throws {
        let server = try FixtureServer { _ in .lines(bytes) }
        let failure = await probe(server.url()).failure
        #expect(failure?.kind == .malformed, "\(failure?.detail ?? "no failure")")
    }
}
