import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Testing

// The second of three tasks that a new developer did from the guides alone: a kind of question, a prober and a policy.

private struct GreetingQuestion: TypedQuestion, Equatable {
    static let kind: Question.Kind = "com.example.greeting"
    var name: String
    var facts: Facts { ["name": .text(name)] }

    init(name: String) { self.name = name }
    init?(facts: Facts) {
        guard let name = facts["name"]?.text else { return nil }
        self.init(name: name)
    }
}

private struct GreetingAnswer: TypedAnswer, Equatable {
    static let kind = GreetingQuestion.kind
    var words: String
    var facts: Facts { ["words": .text(words)] }

    init(words: String) { self.words = words }
    init?(facts: Facts) {
        guard let words = facts["words"]?.text else { return nil }
        self.init(words: words)
    }
}

/// Asks a peer, which is a function, for a greeting.
private struct GreetingProber<C: Clock<Duration>>: Prober {
    let kinds: Set = [GreetingQuestion.kind]
    let clock: C
    let peer: @Sendable (String) async throws -> String

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: GreetingQuestion = request.question.decoded() else { return .unsupported(request) }
        return await withTaskGroup(of: ProbeExchange.self) { group in
            group.addTask {
                do {
                    let answer = GreetingAnswer(words: try await peer(question.name))
                    var exchange = ProbeExchange(request: request, outcome: .success(answer))
                    // A peer greets by the name that it was asked for; without this, an answer proves nothing.
                    exchange.authentication = .challenged
                    return exchange
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

/// Expects a greeting that begins with a word.
private struct Greets: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.greets" }
    var word: String
    var role: Verdict.Role { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer = exchange.answer(as: GreetingAnswer.self) else { return .inconclusive }
        let facts: Facts = ["words": .text(answer.words), "word": .text(word)]
        return answer.words.hasPrefix(word)
            ? Verdict(.genuine, because: Reason("com.example.greeting.polite", facts))
            : Verdict(.substituted, because: Reason("com.example.greeting.rude", facts))
    }
}

/// Online only if every endpoint is genuine; decides as soon as nothing that is missing can change that.
private struct Unanimity: ThresholdPolicy, Configurable {
    static var pluginID: PluginID { "policy.unanimity" }

    func begin(_ round: ProbeRound) -> any RoundJudge { Judge() }

    struct Judge: RoundJudge {
        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            let genuine = round.count(of: .genuine)
            let isSpoiled = genuine > 0 && genuine + round.pendingCount < round.reports.count
            guard round.pendingCount == 0 || isSpoiled else { return .wait() }
            let isOnline = genuine > 0 && genuine == round.reports.count
            let facts: Facts = ["genuine": Fact(genuine), "asked": Fact(round.reports.count)]
            let verdict = RoundVerdict(
                isOnline ? .online : genuine > 0 ? .partial : .unreachable,
                because: Reason("com.example.unanimity", facts)
            )
            return .decide(verdict, final: true)
        }
    }
}

/// The prober as a configuration names it: its peer greets everybody except some names.
private struct LocalGreeter: Prober, Configurable {
    static var pluginID: PluginID { "prober.greeting" }
    var rude: [String]
    var kinds: Set<Question.Kind> { [GreetingQuestion.kind] }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        await GreetingProber(clock: .continuous) { [rude] in rude.contains($0) ? "go away" : "hello \($0)" }
            .probe(request)
    }
}

private enum GreetingPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(question: GreetingQuestion.self)
        try registry.register(prober: LocalGreeter.self)
        try registry.register(validator: Greets.self)
        try registry.register(policy: Unanimity.self)
        try registry.register(sentences: [
            "com.example.greeting.polite": "the peer said {words}",
            "com.example.greeting.rude": "the peer said {words} instead of {word}",
            "com.example.unanimity": "{genuine} of {asked} peers greeted",
        ])
    }
}

@Suite struct `A custom kind of question, prober and policy` {
    /// Returns the assessment of peers; one named rude does not greet, one named silent never answers.
    private func assess(_ names: String...) throws -> Assessment {
        try simulate { clock in
            let prober = GreetingProber(clock: clock) { name in
                if name == "silent" { try await clock.sleep(for: .seconds(3600)) }
                return name == "rude" ? "go away" : "hello \(name)"
            }
            let source = StaticInterfaceSource(InterfaceSnapshot([.wifi]))
            return try await Pipeline(source: source, prober: prober, policy: Unanimity(), clock: clock) {
                for name in names {
                    Endpoint(GreetingQuestion(name: name), owner: "me", expecting: Greets(word: "hello"))
                }
            }
            .assess()
        }
    }

    @Test func `All peers greet, so it is online`() throws {
        let assessment = try assess("anna", "berta")
        #expect(assessment.access == .online && assessment.reason.code == "com.example.unanimity")
        #expect(assessment.reason.facts["genuine"]?.integer == 2)
        #expect(assessment.endpoints[0].verdict.reason.code == "com.example.greeting.polite")
    }

    @Test(arguments: ["rude", "silent"])
    func `A peer that does not greet leaves it partial`(name: String) throws {
        #expect(try assess("anna", name).access == .partial)
    }

    @Test func `Without a greeting the access is unreachable`() throws {
        #expect(try assess("rude").access == .unreachable)
    }

    @Test func `A configuration names the prober, the validator and the policy`() async throws {
        let json = """
            {
              "source": { "use": "source.static", "interfaces": [{ "name": "eth0" }] },
              "prober": [{ "use": "prober.greeting", "rude": ["berta"] }],
              "policy": "policy.unanimity",
              "endpoints": [
                { "question": { "kind": "com.example.greeting", "facts": { "name": "anna" } },
                  "owner": "me", "expect": { "use": "validator.greets", "word": "hello" } },
                { "question": { "kind": "com.example.greeting", "facts": { "name": "berta" } },
                  "owner": "me", "expect": { "use": "validator.greets", "word": "hello" } }
              ]
            }
            """
        let registry = try PluginRegistry.standard(adding: [GreetingPlugin.self])
        let configuration = try Pipeline.Configuration(json: Data(json.utf8), registry: registry)
        let assessment = try await Pipeline(configuration).assess()
        #expect(assessment.access == .partial)
        #expect(registry.sentences.sentence(for: assessment.reason) == "1 of 2 peers greeted")
    }

    @Test func `The parts keep the laws of their kinds`() throws {
        try simulate { clock in
            let prober = GreetingProber(clock: clock) { name in
                if name == "silent" { try await clock.sleep(for: .seconds(3600)) }
                return "hello \(name)"
            }
            try await ProberLaws.check(
                prober,
                answering: Question(GreetingQuestion(name: "anna")),
                silent: Question(GreetingQuestion(name: "silent")),
                clock: clock,
                slack: .zero
            )
        }
        try FactLaws.check(GreetingQuestion(name: "anna"))
        try FactLaws.check(GreetingAnswer(words: "hello anna"))
        try ValidatorLaws.check(Greets(word: "hello"))
        try PolicyLaws.check(Unanimity())
        let request = ProbeRequest(Question(GreetingQuestion(name: "anna")))
        let good = ProbeExchange(request: request, outcome: .success(GreetingAnswer(words: "hello anna")))
        for exchange in HostileExchanges.exchanges(like: good) {
            #expect(Greets(word: "hello").validate(exchange).finding != .captive)
        }
    }
}
