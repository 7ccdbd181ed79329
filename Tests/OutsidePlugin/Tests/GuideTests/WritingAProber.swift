import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Testing

// Code of the guide "Writing a prober", which the tests of the guides compare with this file.

struct ClockQuestion: TypedQuestion, Equatable {
    static let kind: Question.Kind = "com.example.clock"
    var server: String
    var facts: Facts { ["server": .text(server)] }

    init(server: String) { self.server = server }
    init?(facts: Facts) {
        guard let server = facts["server"]?.text else { return nil }
        self.init(server: server)
    }
}

struct ClockAnswer: TypedAnswer, Equatable {
    static let kind = ClockQuestion.kind
    var offset: Double
    var facts: Facts { ["offset": Fact(offset)] }

    init(offset: Double) { self.offset = offset }
    init?(facts: Facts) {
        guard let offset = facts["offset"]?.number else { return nil }
        self.init(offset: offset)
    }
}

/// Asks how many seconds the clock of a server differs from ours.
struct ClockProber<C: Clock<Duration>>: Prober {
    let kinds: Set = [ClockQuestion.kind]
    let clock: C
    let offset: @Sendable (_ server: String) async throws -> Double

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: ClockQuestion = request.question.decoded() else { return .unsupported(request) }
        return await withTaskGroup(of: ProbeExchange.self) { group in
            group.addTask {
                do {
                    let answer = ClockAnswer(offset: try await offset(question.server))
                    return ProbeExchange(request: request, outcome: .success(answer))
                } catch {
                    let failure = ProbeFailure(error is CancellationError ? .cancelled : .connectionRefused)
                    return ProbeExchange(request: request, outcome: .failure(failure))
                }
            }
            group.addTask {
                let isOver = (try? await clock.sleep(for: request.limits.total)) != nil
                let failure = ProbeFailure(isOver ? .timedOut(.response) : .cancelled)
                return ProbeExchange(request: request, outcome: .failure(failure))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .unsupported(request)
        }
    }
}

/// Expects a clock that differs by fewer seconds than a limit.
struct ClockWithin: ResponseValidator {
    var seconds: Double
    var role: Verdict.Role { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer = exchange.answer(as: ClockAnswer.self) else { return .inconclusive }
        let reason = Reason("com.example.clock", ["offset": Fact(answer.offset), "limit": Fact(seconds)])
        return Verdict(abs(answer.offset) < seconds ? .genuine : .failed, because: reason)
    }
}

@Test func `The parts keep the laws of their kinds`() throws {
    try simulate { clock in
        let prober = ClockProber(clock: clock) { server in
            if server == "silent" { try await clock.sleep(for: .seconds(3600)) }
            return 0.25
        }
        try await ProberLaws.check(
            prober,
            answering: Question(ClockQuestion(server: "192.0.2.1")),
            silent: Question(ClockQuestion(server: "silent")),
            clock: clock,
            slack: .zero
        )
    }
    try FactLaws.check(ClockQuestion(server: "192.0.2.1"))
    try FactLaws.check(ClockAnswer(offset: 0.25))
    try ValidatorLaws.check(ClockWithin(seconds: 5))
}

@Suite struct `The tables of the guide to probers` {
    /// The rows of the table of failures, each with the spelling of its second column.
    @Test(arguments: [
        ("name-lookup", ProbeFailure.Kind.nameLookup),
        ("connection-refused", ProbeFailure.Kind.connectionRefused),
        ("unreachable", ProbeFailure.Kind.unreachable),
        ("timed-out.name-lookup", ProbeFailure.Kind.timedOut(.nameLookup)),
        ("timed-out.connect", ProbeFailure.Kind.timedOut(.connect)),
        ("timed-out.tls", ProbeFailure.Kind.timedOut(.tls)),
        ("timed-out.response", ProbeFailure.Kind.timedOut(.response)),
        ("timed-out.body", ProbeFailure.Kind.timedOut(.body)),
        ("tls.expired", ProbeFailure.Kind.tls(.expired)),
        ("tls.unknown-authority", ProbeFailure.Kind.tls(.unknownAuthority)),
        ("tls.wrong-host", ProbeFailure.Kind.tls(.wrongHost)),
        ("tls.protocol", ProbeFailure.Kind.tls(.protocol)),
        ("tls.certificate", ProbeFailure.Kind.tls(.certificate)),
        ("connection-reset", ProbeFailure.Kind.connectionReset),
        ("empty-reply", ProbeFailure.Kind.emptyReply),
        ("malformed", ProbeFailure.Kind.malformed),
        ("header-too-large", ProbeFailure.Kind.headerTooLarge),
        ("truncated", ProbeFailure.Kind.truncated),
        ("interface-unavailable", ProbeFailure.Kind.interfaceUnavailable),
        ("unsupported", ProbeFailure.Kind.unsupported),
        ("shortage.descriptors", ProbeFailure.Kind.shortage(.descriptors)),
        ("shortage.threads", ProbeFailure.Kind.shortage(.threads)),
        ("shortage.memory", ProbeFailure.Kind.shortage(.memory)),
        ("cancelled", ProbeFailure.Kind.cancelled),
        ("cut-off", ProbeFailure.Kind.cutOff),
        ("not-recorded", ProbeFailure.Kind.notRecorded),
        ("other.errno.5", ProbeFailure.Kind.other(.errno, code: 5)),
    ])
    func `A failure has the name that the table states`(name: String, kind: ProbeFailure.Kind) {
        #expect(kind.name == name)
    }

    @Test func `Facts are made and read as the table states`() {
        let (isOpen, count, large, seconds, name) = (true, 3, Int64.max, 1.5, "a")
        let made: [Fact] = [
            .null, Fact(nil as Double?), true, Fact(isOpen), 3, Fact(count), Fact(large), 1.5, Fact(seconds), "a",
            .text(name), Fact(name), .bytes([1]), .secret("s"), [1, 2], .list([1, 2]), .record(["a": 1]),
        ]
        #expect(made.prefix(2).allSatisfy { $0 == .null } && Fact(nil as Bool?) == .null)
        #expect(made[2...3].map(\.flag) == [true, true])
        #expect(made[4...6].map(\.integer) == [3, 3, .max] && made[4].number == 3)
        #expect(made[7...8].map(\.number) == [1.5, 1.5] && made[7].integer == nil)
        #expect(made[9...11].map(\.text) == ["a", "a", "a"])
        #expect(made[12].bytes == [1])
        if case .secret(let token) = made[13] { #expect(token == "s") } else { Issue.record("not a secret") }
        #expect(made[14...15].map(\.list) == [[1, 2], [1, 2]])
        #expect(made[16].record?["a"]?.integer == 1)
        #expect("\(Fact(seconds))" == "1.5" && Fact(2.0) == Fact(2))
    }
}
