import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityText
import Foundation
import Testing

// Code of the guide "Writing a policy", which the tests of the guides compare with this file.

struct Majority: WholeRoundPolicy {
    func judge(_ round: ProbeRound) -> RoundVerdict {
        let access: InternetAccess = round.count(of: .genuine) * 2 > round.reports.count ? .online : .unreachable
        return RoundVerdict(access, because: Reason("com.example.majority"))
    }
}

/// Online if what answers as expected has more than half of the weight of all that answered or failed.
struct WeightedPolicy: WholeRoundPolicy, Configurable {
    static var pluginID: PluginID { "policy.weighted" }
    static var summary: String { "gives each owner a weight" }
    static let sentences = [
        "com.example.weights": "the answers as expected have a weight of {good} of {all}",
        "com.example.weights.portal": "{owner}: {parts}",
    ]
    /// The weight of an endpoint of each owner, up to 255; 1 if the owner is not listed.
    var weights: [String: UInt8]

    func judge(_ round: ProbeRound) -> RoundVerdict {
        if let report = round.first(.captive), let portal = report.verdict.portal {
            let facts: Facts = ["owner": .text(report.owner)]
            let reason = Reason("com.example.weights.portal", facts, parts: [report.verdict.reason])
            return RoundVerdict(.captive(portal), because: reason)
        }
        let counted = round.finished.filter { $0.verdict.finding != .inconclusive }
        let good = weight(of: counted.filter { $0.verdict.finding == .genuine })
        let all = weight(of: counted)
        let access: InternetAccess = good * 2 > all ? .online : good > 0 ? .partial : .unreachable
        return RoundVerdict(access, because: Reason("com.example.weights", ["good": Fact(good), "all": Fact(all)]))
    }

    private func weight(of reports: [EndpointReport]) -> Int {
        reports.reduce(0) { $0 + Int(weights[$1.owner] ?? 1) }
    }
}

enum WeightsPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(policy: WeightedPolicy.self)
        try registry.register(sentences: WeightedPolicy.sentences)
    }
}

@Test func `A heavy owner outweighs two light ones, and a sentence says so`() throws {
    let policy = WeightedPolicy(weights: ["Example": 3])
    try PolicyLaws.check(policy)
    let assessment = try simulate { clock in
        let source = StaticInterfaceSource(InterfaceSnapshot([.wifi]))
        let prober = ClosureProber { request in
            let answer = ProbeResponse(status: 200)
            let isExample = request.url?.host == "status.example.com"
            return ProbeExchange(
                request: request,
                outcome: isExample ? .success(answer) : .failure(ProbeFailure(.connectionRefused))
            )
        }
        return try await Pipeline(source: source, prober: prober, policy: policy, clock: clock) {
            Endpoint("https://status.example.com/", owner: "Example")
            Endpoint.apple
            Endpoint.google
        }
        .assess()
    }
    let sentences = Sentences(adding: WeightedPolicy.sentences)
    #expect(assessment.access == .online)
    #expect(sentences.sentence(for: assessment.reason) == "the answers as expected have a weight of 3 of 5")
    #expect(assessment.reason.sentence == "com.example.weights all=5 good=3")
}

struct Unanimity: ThresholdPolicy {
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

@Test func `The policies keep the laws of policies`() throws {
    try PolicyLaws.check(Majority())
    try PolicyLaws.check(Unanimity())
}

@Suite struct `The weighted policy of the guide` {
    private func policy(_ options: String) throws -> (any ThresholdPolicy)? {
        let json = #"{ "policy": { "use": "policy.weighted", \#(options) } }"#
        let registry = try PluginRegistry.standard(adding: [WeightsPlugin.self])
        return try PipelineConfiguration(json: Data(json.utf8), registry: registry).policy
    }

    @Test func `A configuration names it, and a weight out of range is refused`() throws {
        #expect(try policy(#""weights": { "Example": 3 }"#) as? WeightedPolicy != nil)
        for weight in ["256", "-1", "1.5", #""heavy""#] {
            let error = #expect(throws: PluginError.self) { try policy("\"weights\": { \"Example\": \(weight) }") }
            #expect(
                error?.description.contains("policy.weighted: at weights.Example") == true,
                "\(weight): \(error?.description ?? "accepted")"
            )
        }
    }

    @Test func `A portal is captive, whatever the others weigh`() throws {
        let portal = CaptivePortal(signInURL: "http://login.example/", kind: .redirect)
        func report(_ owner: String, _ verdict: Verdict) -> EndpointReport {
            let exchange = ProbeExchange(
                request: ProbeRequest("http://a.example/"),
                outcome: .success(ProbeResponse(status: 200))
            )
            return EndpointReport(name: owner, owner: owner, exchange: exchange, verdict: verdict)
        }
        let met = Verdict.captive(portal, because: Reason("redirect"))
        let round = ProbeRound([report("Example", Verdict(.genuine, because: "fine")), report("other", met)])
        let verdict = WeightedPolicy(weights: ["Example": 255]).judge(round)
        #expect(verdict.access == .captive(portal))
        let sentence = Sentences(adding: WeightedPolicy.sentences).sentence(for: verdict.reason)
        #expect(sentence.hasPrefix("other: redirected"), "\(sentence)")
    }
}
