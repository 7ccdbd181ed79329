import ConnectivityCurl
import ConnectivityDecoding
import ConnectivityTestKit
import ConnectivityTestServer
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct `The laws of probers` {
    private static let answering: HTTPURL = "http://answering.example/"
    private static let silent: HTTPURL = "http://silent.example/"
    private static let page = ProbeResponse(status: 200, body: Array("a body of more than sixteen bytes".utf8))

    private static func replay(_ clock: VirtualClock) -> ReplayProber<VirtualClock> {
        ReplayProber(
            [
                .init(answering, .success(page), after: .milliseconds(20)),
                .init(silent, .success(page), after: .seconds(3600)),
            ],
            clock: clock
        )
    }

    private static func check(
        _ make: @escaping @Sendable (VirtualClock) -> any Prober,
        slack: Duration = .zero
    ) throws {
        try simulate { clock in
            let prober = make(clock)
            try await ProberLaws.check(prober, answering: answering, silent: silent, clock: clock, slack: slack)
        }
    }

    @Test func `Prober laws hold for ReplayProber`() throws { try Self.check { Self.replay($0) } }

    @Test func `Prober laws hold for DecodingProber`() throws { try Self.check { DecodingProber(Self.replay($0)) } }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `Prober laws hold for FaultyProber if it only delays answers`(seed: UInt64) throws {
        try Self.check { clock in
            let faults = Faults(delays: .zero ... .milliseconds(200))
            return FaultyProber(Self.replay(clock), faults: faults, seed: seed, clock: clock)
        }
    }

    @Test func `Prober laws hold for FaultyProber if it drops only what is expected to get no answer`() throws {
        try Self.check { clock in
            ClosureProber { request in
                let faults = request.url == Self.silent ? Faults(drops: 1) : Faults()
                let answers = [Self.answering: Self.page]
                return await FaultyProber(answers: answers, faults: faults, seed: 1, clock: clock).probe(request)
            }
        }
    }

    #if canImport(CCurl)
    @Test func `Prober laws hold for CurlProber`() async {
        // The time is measured in a separate process that does nothing else.
        await #expect(processExitsWith: .success) {
            let server = try TestServer { request in
                request.target == "/silent" ? .init([.wait(.seconds(60))]) : .message(Self.page)
            }
            try await ProberLaws.check(
                CurlProber(),
                answering: server.url("/page"),
                silent: server.url("/silent"),
                clock: ContinuousClock()
            )
        }
    }
    #endif

    @Test(arguments: BrokenProber.Fault.allCases)
    func `Prober laws are broken by a deliberately faulty prober`(fault: BrokenProber.Fault) {
        let violation = #expect(throws: LawViolation.self) {
            try Self.check({ BrokenProber(fault: fault, base: Self.replay($0), clock: $0) }, slack: .milliseconds(10))
        }
        expect(violation?.law, fault.law.rawValue, "\(String(describing: violation))")
    }

    @Test func `Every prober law is broken by a faulty prober`() {
        expect(Set(BrokenProber.Fault.allCases.map(\.law)), Set(ProberLaws.Law.allCases))
    }
}

/// A prober that breaks one law.
struct BrokenProber: Prober {
    enum Fault: CaseIterable {
        case otherRequest, late, success, endless, deaf, endlessAfterCancellation, wrongWord, queue, whole, unmarked
        case bodyOfHead, impossibleTimings, kinds

        var law: ProberLaws.Law {
            switch self {
            case .otherRequest: .request
            case .late, .success, .endless: .timeLimit
            case .deaf, .wrongWord, .endlessAfterCancellation: .cancellation
            case .queue: .overlap
            case .whole, .unmarked, .bodyOfHead: .bodyLimit
            case .impossibleTimings: .timings
            case .kinds: .kinds
            }
        }
    }

    let fault: Fault
    let base: ReplayProber<VirtualClock>
    let clock: VirtualClock
    private let turns = Turns()

    var kinds: Set<Question.Kind> { fault == .kinds ? [] : base.kinds }

    init(fault: Fault, base: ReplayProber<VirtualClock>, clock: VirtualClock) {
        self.fault = fault
        self.base = base
        self.clock = clock
    }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        var asked = request
        if fault == .whole || fault == .unmarked { asked.limits.maximumBodySize = 1000 }
        if fault == .bodyOfHead { asked.http?.method = .get }
        if fault == .queue, turns.next() > 6 { try? await clock.sleep(for: .milliseconds(250)) }
        var exchange = await base.probe(asked)
        exchange.request = request
        switch fault {
        case .otherRequest: exchange.request.http?.headers = [:]
        case .endless: await never()
        case .endlessAfterCancellation: if Task.isCancelled { await never() }
        case .late: try? await clock.sleep(for: .seconds(5))
        case .success: if exchange.isTimedOut { exchange.outcome = .success(.http(ProbeResponse(status: 200))) }
        case .deaf: if Task.isCancelled { clock.jump(by: .seconds(1)) }
        case .wrongWord: if Task.isCancelled { exchange.outcome = .failure(ProbeFailure(.connectionReset)) }
        case .unmarked:
            if case .success(.http(var response)) = exchange.outcome {
                response.body = Array(response.body.prefix(request.limits.maximumBodySize))
                exchange.outcome = .success(.http(response))
            }
        case .impossibleTimings: exchange.timings.connect = .seconds(1)
        case .queue, .whole, .bodyOfHead, .kinds: break
        }
        return exchange
    }

    private final class Turns: Sendable {
        private let count = Lock(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
}

extension ProbeExchange {
    fileprivate var isTimedOut: Bool {
        if case .failure(let failure) = outcome, case .timedOut = failure.kind { true } else { false }
    }
}
