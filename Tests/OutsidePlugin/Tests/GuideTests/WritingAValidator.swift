import ConnectivityCore
import ConnectivityRegistry
import ConnectivityTestKit
import Testing

// Code of the guide "Writing a validator", which the tests of the guides compare with this file.

/// Expects a JSON body whose member `status` has a value, such as `{"status": "ok"}`.
struct ServiceState: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.service-state" }
    var expected: String

    var role: ValidatorRole { .expectation }

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

enum ServiceStatePlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: ServiceState.self)
        try registry.register(sentences: [
            "com.example.state.missing": "the body has no status",
            "com.example.state.expected": "the status is {state}",
            "com.example.state.other": "the status is {state} instead of {expected}",
        ])
    }
}

@Suite struct `The validator of the guide` {
    @Test func `A service state keeps the laws of validators`() throws {
        try ValidatorLaws.check(ServiceState(expected: "ok"))
    }

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
}
