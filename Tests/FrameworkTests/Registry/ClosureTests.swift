import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import TestSupport
import Testing

@Test func `A closure validator appears in the trace under its name`() {
    let quick = ClosureValidator("short") { exchange in
        guard let response = exchange.response else { return .inconclusive }
        return response.body.count < 100
            ? Verdict(.genuine, because: "a short body")
            : Verdict(.substituted, because: "\(response.body.count) bytes are too many")
    }
    let exchange = ProbeExchange(
        request: ProbeRequest("http://a.example/"),
        outcome: .success(ProbeResponse(status: 200, body: Array(repeating: 0, count: 100)))
    )
    expect(quick.validate(exchange).reason, .stated("100 bytes are too many"))
    expect(ValidatorChain { quick }.trace(exchange).map(\.name), ["short"])
}

/// The options of a validator that is made by a closure.
private struct BuildOptions: Decodable {
    var minimum: Int
}

@Test func `An option that a closure refuses is reported with its line and column`() throws {
    var registry = try PluginRegistry.standard()
    try registry.register(.validator, "validator.com.example.build", options: BuildOptions.self) {
        (options, _) throws(PluginError) in
        guard options.minimum > 0 else {
            throw .invalidOption("validator.com.example.build", path: ["minimum"], detail: "must be greater than 0")
        }
        return BodyContains("build \(options.minimum)")
    }
    let json = """
        {
          "endpoints": [
            {
              "url": "https://status.example.com/",
              "expect": { "use": "validator.com.example.build", "minimum": 0 }
            }
          ]
        }
        """
    let error = #expect(throws: PluginError.self) { try PipelineConfiguration(json: json.utf8, registry: registry) }
    expect(error?.description.hasPrefix("line 5, column 68: validator.com.example.build: at minimum: must"), true)
}
