#if canImport(CCurl) && canImport(CPCRE2) && os(Linux)
import ConnectivityKit
import ConnectivityCore
import ConnectivityRegistry
import Foundation
import Testing

// Code of the README and the guides, which `GuideTests` compares with this file.

struct ProbeHeader: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.probe-header" }
    var name: String

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        return response.headers[name] == nil
            ? Verdict(.captive, because: Reason("com.example.no-header", ["name": .text(name)]))
            : Verdict(.genuine, because: "\(name) header present")
    }
}

struct Majority: WholeRoundPolicy {
    func judge(_ round: ProbeRound) -> RoundVerdict {
        let access: InternetAccess = round.count(of: .genuine) * 2 > round.reports.count ? .online : .unreachable
        return RoundVerdict(access, because: Reason("com.example.majority"))
    }
}

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

enum ProbePlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: ProbeHeader.self)
        try registry.register(endpoint: Endpoint("https://a.example/", name: "example.a", expecting: HasStatus(204)))
        try registry.register(sentences: ["com.example.no-header": "the header {name} is missing"])
    }
}

private func firstUse() async throws {
    let updates = AssessmentUpdates()
    let pipeline = try Pipeline.standard { updates }

    try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await pipeline.run() }
        for await assessment in updates {
            switch assessment.access {
            case .online: print("online")
            case .captive(let portal): print("sign in at", portal.signInURL?.description ?? "any http page")
            case .unreachable, .blocked, .partial, .disconnected, .determining:
                print(assessment.access.name, "because", assessment.reason.sentence)
            }
        }
    }
}

private func composed(strict: Bool) async throws {
    let updates = AssessmentUpdates()
    let pipeline = Pipeline(
        source: NetlinkInterfaceSource(),
        prober: CurlProber().decodingBodies(),
        policy: SharePolicy(0.5)
    ) {
        Endpoint.apple
        Endpoint("https://status.example.com/ping", expecting: BodyContains("pong"))
    } validators: {
        PortalSignals()  // asked before each endpoint's own expectation
        if strict { HasHeader("X-Probe") }  // expected of every answer besides it
    } notifiers: {
        updates  // an AsyncSequence of Assessment, any number of listeners
    }
    try await pipeline.run()
}

private func configured(_ data: Data, _ updates: AssessmentUpdates) throws -> Pipeline<ContinuousClock> {
    let registry = try PluginRegistry.standard(adding: [ProbePlugin.self])
    let configuration = try PipelineConfiguration(json: data, registry: registry)
    let pipeline = try Pipeline(configuration) { updates }
    return pipeline
}

@Suite struct `The README` {
    @Test func `composes pipelines that end with their task`() async {
        // Cancelled before they begin: this test asks no network.
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try? await firstUse() }
            group.addTask { try? await composed(strict: true) }
        }
    }
}
#endif
