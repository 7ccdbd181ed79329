import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Testing

// Code of the guide "Writing a validator", which the tests of the guides compare with this file.

/// Expects a JSON body whose member `status` has a value, such as `{"status": "ok"}`.
struct ServiceState: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.service-state" }
    var expected: String

    var role: Verdict.Role { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard exchange.response != nil else { return .inconclusive }
        guard let state = exchange.json?.record?["status"]?.text else {
            return Verdict(.substituted, because: Reason("com.example.state.missing"))
        }
        let facts: Facts = ["state": .text(state), "expected": .text(expected)]
        return state == expected
            ? Verdict(.genuine, because: Reason("com.example.state.expected", facts))
            : Verdict(.failed, because: Reason("com.example.state.other", facts))
    }
}

extension ServiceState {
    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: CodingKeys.self)
        expected = try options.decode(String.self, forKey: .expected)
        guard (1...64).contains(expected.utf8.count) else {
            let rule = "must have 1 to 64 bytes"
            throw DecodingError.dataCorruptedError(forKey: .expected, in: options, debugDescription: rule)
        }
    }
}

enum ServiceStatePlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: ServiceState.self)
        try registry.register(sentences: [
            "com.example.state.missing": "the body has no status",
            "com.example.state.expected": "the status is {state}",
            "com.example.state.other": "the status is {state} instead of {expected}",
        ])
        try registry.register(descriptions: ["validator.service-state.expected": "The status, of 1 to 64 bytes."])
    }
}

/// Judges as another validator, but an answer that says when to come back is a failure of the endpoint.
struct DuringMaintenance: DeclaringValidator {
    var validator: any ResponseValidator
    var parts: [any ResponseValidator] { [validator] }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        let verdict = validator.validate(exchange)
        guard verdict.finding == .substituted, exchange.response?.headers["Retry-After"] != nil else { return verdict }
        return Verdict(.failed, because: Reason("com.example.maintenance", parts: [verdict.reason]))
    }
}

/// Expects that more than half of the parts are met.
struct MostOf: DeclaringValidator {
    var parts: [any ResponseValidator]

    func validate(_ exchange: ProbeExchange) -> Verdict {
        let verdicts = parts.map { $0.validate(exchange) }
        let others = verdicts.filter { $0.finding != .genuine }
        guard others.count * 2 < verdicts.count else { return others.first ?? .inconclusive }
        return Verdict(.genuine, because: Reason("com.example.most", parts: verdicts.map(\.reason)))
    }
}

struct DeviceOptions: Decodable {
    var prefix: String
}

func registry(for serial: String) throws -> PluginRegistry {
    var registry = try PluginRegistry.standard()
    try registry.register(.validator, "validator.device", options: DeviceOptions.self) {
        (options, _) throws(PluginError) in
        BodyContains(options.prefix + serial)
    }
    return registry
}

func configuration(expected: String) throws -> PipelineConfiguration {
    let json = """
        {
          "endpoints": [
            {
              "url": "https://status.example.com/health",
              "expect": { "use": "validator.service-state", "expected": "\(expected)" }
            }
          ]
        }
        """
    let registry = try PluginRegistry.standard(adding: [ServiceStatePlugin.self])
    return try PipelineConfiguration(json: Data(json.utf8), registry: registry)
}

@Test func `An empty state is refused with its place`() {
    let error = #expect(throws: PluginError.self) { try configuration(expected: "") }
    #expect(error?.description == "line 5, column 65: validator.service-state: at expected: must have 1 to 64 bytes")
}

@Test func `A service state keeps the laws of validators`() throws {
    try ValidatorLaws.check(ServiceState(expected: "ok"))
}

@Test func `A degraded service has failed, and a sentence says why`() throws {
    let written = try configuration(expected: "ok")
    let answer = ProbeResponse(
        status: 200,
        headers: ["Content-Type": "application/json"],
        body: Array(#"{"status": "degraded"}"#.utf8)
    )
    let assessment = try simulate { clock in
        var configuration = written
        configuration.source = StaticInterfaceSource(InterfaceSnapshot([.wifi]))
        configuration.prober = ReplayProber([answer], from: written.endpoints[0].question, clock: clock)
        return try await Pipeline(configuration, clock: clock).assess()
    }
    let verdict = assessment.endpoints[0].verdict
    let sentences = try PluginRegistry.standard(adding: [ServiceStatePlugin.self]).sentences
    #expect(verdict.finding == .failed)
    #expect(sentences.sentence(for: verdict.reason) == "the status is degraded instead of ok")
}

@Suite struct `The validator of the guide` {
    @Test(arguments: [
        (#"{"status": "ok"}"#, Verdict.Finding.genuine), (#"{"status": "degraded"}"#, .failed), ("<p>", .substituted),
    ])
    func `A service state distinguishes a failure from another answer`(body: String, finding: Verdict.Finding) {
        let exchange = ProbeExchange(
            request: ProbeRequest("https://status.example.com/health"),
            outcome: .success(ProbeResponse(status: 200, body: Array(body.utf8)))
        )
        #expect(ServiceState(expected: "ok").validate(exchange).finding == finding)
    }

    @Test func `The longest state is accepted, and one byte more is not`() throws {
        #expect(try configuration(expected: String(repeating: "a", count: 64)).endpoints.count == 1)
        #expect(throws: PluginError.self) { try configuration(expected: String(repeating: "a", count: 65)) }
    }
}
