import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

/// Delegates to another prober, which its options name.
private struct Wrapped: Prober {
    struct Options: Decodable {
        var prober: ComponentReference
    }

    let base: any Prober
    var kinds: Set<Question.Kind> { base.kinds }
    func probe(_ request: ProbeRequest) async -> ProbeExchange { await base.probe(request) }
}

private struct Echo: Prober, Configurable {
    static var pluginID: PluginID { "prober.com.example.echo" }
    var kinds: Set<Question.Kind> { ["com.example.echo"] }
    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        ProbeExchange(request: request, outcome: .success(.other("com.example.echo", [:])))
    }
}

/// The options of a component that has none.
private struct Nothing: Decodable {}

private enum EchoPlugin: ConnectivityPlugin {
    static let status = Endpoint(
        "http://status.example/",
        name: "com.example.status",
        twin: "https://status.example/",
        expecting: StatusCode(204)
    )
    static let echo = Endpoint(.other("com.example.echo", [:]), name: "com.example.echo", owner: "example")
    static let place = NetworkInterface(name: "eth9", index: 9, kind: .ethernet)

    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(prober: Echo.self)
        try registry.register(.prober, "prober.com.example.wrapped", options: Wrapped.Options.self) {
            (options, registry) throws(PluginError) in
            Wrapped(base: try registry.prober(options.prober))
        }
        try registry.register(.source, "source.com.example.one", options: Nothing.self) { (_, _) throws(PluginError) in
            StaticInterfaceSource(InterfaceSnapshot([place]))
        }
        try registry.register(endpoint: status)
        try registry.register(endpoints: [status, echo], as: "com.example.all")
        try registry.register(sentences: ["com.example.late": "{seconds} seconds late"])
    }
}

@Suite struct `Plugin contents other than components` {
    private static func registry() throws -> PluginRegistry { try .standard(adding: [EchoPlugin.self]) }

    @Test func `Configuration can name the endpoints and groups of a plugin like built-in ones`() throws {
        let registry = try Self.registry()
        let json = #"{"endpoints": ["com.example.status", "com.example.status.https", "apple.hotspot.https"]}"#
        let configuration = try PipelineConfiguration(json: json.utf8, registry: registry)
        expect(
            configuration.endpoints.map(\.url),
            [EchoPlugin.status.url, EchoPlugin.status.twin, Endpoint.apple.twin]
        )
        #expect(configuration.endpoints.allSatisfy { $0.expectation != nil })
        let group = #"{"endpoints": ["neutral"], "pool": ["com.example.all"], "prober": "prober.com.example.echo"}"#
        let pooled = try PipelineConfiguration(json: group.utf8, registry: registry)
        expect(pooled.pool.map(\.name), ["com.example.status", "com.example.echo"])
        expect(pooled.endpoints.count, Endpoint.groups["neutral"]?.count)
        expect(registry.endpoints.all.count, (try PluginRegistry.standard()).endpoints.all.count + 1)
        #expect(registry.ids.contains("com.example.all"))
    }

    @Test func `Names of endpoints, groups and sentences that are taken or unknown are refused`() throws {
        var registry = try Self.registry()
        let apple = Endpoint("http://a.example/", name: "apple.hotspot")
        #expect(throws: PluginError.alreadyRegistered("apple.hotspot")) { try registry.register(endpoint: apple) }
        #expect(throws: PluginError.alreadyRegistered("neutral")) {
            try registry.register(endpoints: [apple], as: "neutral")
        }
        #expect(throws: PluginError.alreadyRegistered("com.example.late")) {
            try registry.register(sentences: ["com.example.late": "late"])
        }
        let error = #expect(throws: PluginError.self) { try registry.register(sentences: ["no-answer": "all is well"]) }
        #expect("\(String(describing: error))".contains("a code must begin with a name that its author owns"))
        let unknown = #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: #"{"endpoints": ["com.example.statu"]}"#.utf8, registry: registry)
        }
        #expect("\(String(describing: unknown))".contains("com.example.status"))
        #expect(registry.endpoints["com.example.echo.https"] == nil)
    }

    @Test func `Sentences of a plugin are used, also by notifiers that write lines`() async throws {
        let registry = try Self.registry()
        let reason = Reason("com.example.late", ["seconds": 5])
        expect(registry.sentences.sentence(for: reason), "5 seconds late")
        expect(registry.sentences.sentence(for: Reason("silence")), Reason("silence").sentence)
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let options = ["to": file.path()]
        let notifier = try registry.notifier(ComponentReference("notifier.lines", options: options))
        let assessment = Assessment(access: .partial, reason: reason, startedAt: Timestamp(sinceEpoch: .zero))
        try await notifier.handle(.assessmentChanged(assessment))
        #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("changed  partial: 5 seconds late\n"))
    }

    @Test func `A plugin can register probers that wrap other probers, and sources made from options`() async throws {
        let registry = try Self.registry()
        let json = #"{"prober": {"use": "prober.com.example.wrapped", "prober": "prober.com.example.echo"}}"#
        let configuration = try PipelineConfiguration(json: json.utf8, registry: registry)
        #expect((configuration.probers.first as? Wrapped)?.base is Echo)
        let source = try registry.source("source.com.example.one") as? StaticInterfaceSource
        expect(source?.snapshot.interfaces, [EchoPlugin.place])
        let missing = #"{"prober": {"use": "prober.com.example.wrapped", "prober": "prober.com.example.ech"}}"#
        let error = #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: missing.utf8, registry: registry)
        }
        guard case .unknown("prober.com.example.ech", known: let known, at: _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(known.contains("prober.com.example.echo"))
    }

    @Test func `A plugin's endpoints can be in the pool if a prober asks their kind`() throws {
        var configuration = PipelineConfiguration()
        configuration.source = StaticInterfaceSource(InterfaceSnapshot([EchoPlugin.place]))
        configuration.probers = [Echo()]
        configuration.endpoints = [EchoPlugin.echo]
        configuration.pool = [Endpoint(.other("com.example.other", [:]), name: "other", owner: "example")]
        let error = #expect(throws: PluginError.self) { try Pipeline(configuration) {} }
        #expect("\(String(describing: error))".contains("com.example.other"))
        configuration.pool = [EchoPlugin.echo]
        _ = try Pipeline(configuration) {}
    }
}
