import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Testing

// The first of three tasks that a new developer did from the guides alone: a validator that a configuration names.

/// Expects a JSON body in which one member has one value, such as `{"status": "ok"}`.
private struct JSONHealth: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.json-health" }
    static var summary: String { "expects a value of one member of a JSON body" }
    /// The member to look at; `status` if absent.
    var field: String?
    /// The value that a healthy service has there.
    var expected: String

    var role: Verdict.Role { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard exchange.response != nil else { return .inconclusive }
        let field = field ?? "status"
        guard let state = exchange.json?.record?[field]?.text else {
            return Verdict(.substituted, because: Reason("com.example.health.missing", ["field": .text(field)]))
        }
        let facts: Facts = ["field": .text(field), "state": .text(state), "expected": .text(expected)]
        return state == expected
            ? Verdict(.genuine, because: Reason("com.example.health.good", facts))
            : Verdict(.failed, because: Reason("com.example.health.degraded", facts))
    }
}

private enum HealthPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: JSONHealth.self)
        try registry.register(sentences: [
            "com.example.health.missing": "the health report has no {field}",
            "com.example.health.good": "the service says that it is {state}",
            "com.example.health.degraded": "the service says that it is {state}, not {expected}",
        ])
    }
}

private func configuration(expecting expectation: String) throws -> PipelineConfiguration {
    let json = """
        { "endpoints": [{ "url": "https://status.example.com/health", "owner": "Example", "expect": \(expectation) }] }
        """
    let registry = try PluginRegistry.standard(adding: [HealthPlugin.self])
    return try Pipeline.Configuration(json: Data(json.utf8), registry: registry)
}

/// Returns what a pipeline of the configuration concludes from one answer.
private func assessment(of answer: ProbeResponse) throws -> Assessment {
    let written = try configuration(expecting: #"{ "use": "validator.json-health", "expected": "ok" }"#)
    return try simulate { clock in
        var configuration = written
        configuration.source = StaticInterfaceSource(InterfaceSnapshot([.wifi]))
        configuration.prober = ReplayProber([answer], from: written.endpoints[0].question, clock: clock)
        return try await Pipeline(configuration, clock: clock).assess()
    }
}

private func report(_ body: String) -> ProbeResponse {
    ProbeResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
}

@Suite struct `A health validator named in a configuration` {
    @Test func `A healthy service is genuine`() throws {
        let assessment = try assessment(of: report(#"{"status":"ok"}"#))
        #expect(assessment.access == .online)
        #expect(assessment.endpoints[0].verdict.finding == .genuine)
        #expect(assessment.endpoints[0].verdict.reason.code == "com.example.health.good")
    }

    @Test func `A degraded service has failed, and its reason has a sentence`() throws {
        let assessment = try assessment(of: report(#"{"status":"degraded"}"#))
        let verdict = assessment.endpoints[0].verdict
        #expect(verdict.finding == .failed)
        let sentences = try PluginRegistry.standard(adding: [HealthPlugin.self]).sentences
        #expect(sentences.sentence(for: verdict.reason) == "the service says that it is degraded, not ok")
    }

    @Test func `A portal's redirect is captive`() throws {
        let portal = ProbeResponse(status: 302, headers: ["Location": "http://login.hotel.example/"])
        let assessment = try assessment(of: portal)
        #expect(assessment.endpoints[0].verdict.finding == .captive)
        #expect(assessment.access.portal?.signInURL == "http://login.hotel.example/")
    }

    @Test(arguments: [
        (#"{ "use": "validator.json-health", "feild": "status", "expected": "ok" }"#, "feild"),
        (#"{ "use": "validator.json-health", "expcted": "ok" }"#, "expcted"),
        (#"{ "use": "validator.json-health" }"#, "expected"), (#""validator.json-helth""#, "validator.json-health"),
    ])
    func `The error names a mistyped or missing member`(expectation: String, name: String) throws {
        let error = #expect(throws: PluginError.self) { try configuration(expecting: expectation) }
        #expect("\(try #require(error))".contains(name))
    }

    @Test func `The validator keeps the laws of validators`() throws {
        try ValidatorLaws.check(JSONHealth(expected: "ok"))
    }
}
