import ConnectivityCore

// Code of the guide "Writing a prober", which the tests of the guides compare with this file.

struct ClockQuestion: TypedQuestion, Equatable {
    static let kind: QuestionKind = "com.example.clock"
    var server: String
    var facts: Facts { ["server": .text(server)] }

    init(server: String) { self.server = server }
    init?(facts: Facts) {
        guard let server = facts["server"]?.text else { return nil }
        self.init(server: server)
    }
}

struct ClockProber: Prober {
    let kinds: Set = [ClockQuestion.kind]

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: ClockQuestion = request.question.decoded() else { return .unsupported(request) }
        let answer = await ask(question.server, within: request.limits.total)  // a ClockAnswer: TypedAnswer
        return ProbeExchange(request: request, outcome: .success(answer))
    }
}

/// What the README leaves to the reader.
private struct ClockAnswer: TypedAnswer {
    static let kind = ClockQuestion.kind
    var offset: Double
    var facts: Facts { ["offset": .number(offset)] }

    init(offset: Double) { self.offset = offset }
    init?(facts: Facts) {
        guard let offset = facts["offset"]?.number else { return nil }
        self.init(offset: offset)
    }
}

extension ClockProber {
    fileprivate func ask(_ server: String, within limit: Duration) async -> ClockAnswer { ClockAnswer(offset: 0) }
}
