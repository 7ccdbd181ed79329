import ConnectivityKit
import ConnectivityRegistry
import Testing

// Code of the README, which the tests of the guides compare with this file.

struct ProbeHeader: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.probe-header" }
    var name: String

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        return response.headers[name] == nil
            ? Verdict(.substituted, because: Reason("com.example.no-header", ["name": .text(name)]))
            : Verdict(.genuine, because: "\(name) header present")
    }
}

enum ProbePlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: ProbeHeader.self)
        try registry.register(endpoint: Endpoint("https://a.example/", name: "example.a", expecting: StatusCode(204)))
        try registry.register(sentences: ["com.example.no-header": "the header {name} is missing"])
    }
}

private func smallest() async throws {
    let assessment = try await Pipeline.standard().assess()
    print(assessment.access.name, "because", assessment.reason.sentence)
}

final class Kiosk: Sendable {
    let updates = AssessmentUpdates()
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.standard { [updates] in updates } }

    func run() async throws { try await pipeline.run() }  // until its task is cancelled
}

private func listening() async throws {
    let kiosk = try Kiosk()
    try await withThrowingDiscardingTaskGroup { group in
        group.addTask { try await kiosk.run() }
        for await assessment in kiosk.updates {
            print(assessment.access.name, assessment.access.portal?.signInURL?.description ?? "")
        }
    }
}

@Suite struct `The README` {
    @Test func `Pipelines in the README end with their tasks`() async {
        // Cancelled before it begins: this test asks no network.
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try? await smallest() }
            group.addTask { try? await listening() }
        }
    }
}
