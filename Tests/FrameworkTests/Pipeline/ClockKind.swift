import ConnectivityCore
import ConnectivityTestKit

// A kind of question that this package does not know, as the author of another package would write it.

/// Asks a server for the time.
struct ClockQuestion: TypedQuestion, Hashable {
    static let kind: Question.Kind = "com.example.clock"

    var server: String
    /// The key that the server expects before it answers.
    var key: String?

    init(server: String, key: String? = nil) {
        self.server = server
        self.key = key
    }

    init?(facts: Facts) {
        guard let server = facts["server"]?.text else { return nil }
        self.init(server: server)
        if case .secret(let key)? = facts["key"] { self.key = key }
    }

    var facts: Facts {
        var facts: Facts = ["server": .text(server)]
        facts["key"] = key.map(Fact.secret)
        return facts
    }
}

/// The offset of a server's clock from ours.
struct ClockAnswer: TypedAnswer, Hashable {
    static let kind = ClockQuestion.kind

    /// The offset in seconds.
    var offset: Double
    var stratum: Int

    init(offset: Double, stratum: Int) {
        self.offset = offset
        self.stratum = stratum
    }

    init?(facts: Facts) {
        guard let offset = facts["offset"]?.number, let stratum = facts["stratum"]?.integer else { return nil }
        self.init(offset: offset, stratum: Int(stratum))
    }

    var facts: Facts { ["offset": .number(offset), "stratum": .integer(Int64(stratum)), "raw": .bytes([0, 255])] }
}

/// Answers like a server whose clock is off by some seconds; a server named `silent` never answers.
struct ClockProber: Prober {
    let kinds: Set = [ClockQuestion.kind]
    var offset = 2.0
    var clock: VirtualClock

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: ClockQuestion = request.question.decoded() else { return .unsupported(request) }
        let delay = question.server == "silent" ? request.limits.total : .milliseconds(30)
        guard (try? await clock.sleep(for: delay)) != nil else {
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
        }
        let timings = ProbeExchange.Timings(total: delay)
        guard question.server != "silent" else {
            let failure = ProbeFailure(.timedOut(.response))
            return ProbeExchange(request: request, outcome: .failure(failure), timings: timings)
        }
        let answer = ClockAnswer(offset: offset, stratum: 2)
        var exchange = ProbeExchange(request: request, outcome: .success(answer), timings: timings)
        // A server with the key answers for itself.
        if question.key != nil { exchange.authentication = .challenged }
        return exchange
    }
}

/// Expects a clock's offset to be at most some seconds.
struct ClockWithin: ResponseValidator {
    var seconds: Double

    init(_ seconds: Double) { self.seconds = seconds }

    var role: Verdict.Role { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer: ClockAnswer = exchange.answer() else { return .inconclusive }
        let isRight = abs(answer.offset) <= seconds
        return Verdict(
            isRight ? .genuine : .failed,
            because: Reason("com.example.clock.\(isRight ? "right" : "wrong")", ["offset": .number(answer.offset)])
        )
    }
}
