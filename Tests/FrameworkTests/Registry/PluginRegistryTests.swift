import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

/// A validator of another package.
private struct FirstByte: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.first-byte" }
    var byte: String

    func validate(_ exchange: ProbeExchange) -> Verdict { .inconclusive }
}

private enum OtherPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: FirstByte.self)
    }
}

@Suite struct `A registry` {
    @Test func `A copy of a registry can have more components than the original`() throws {
        let original = try PluginRegistry.standard()
        var copy = original
        try copy.add(OtherPlugin.self)
        expect(copy.ids.count, original.ids.count + 1)
        #expect(copy[.validator].ids.contains("validator.first-byte"))
    }

    @Test func `A registry refuses a second component with the same name`() throws {
        var registry = try PluginRegistry.standard()
        try registry.add(OtherPlugin.self)
        #expect(throws: PluginError.alreadyRegistered("validator.first-byte")) { try registry.add(OtherPlugin.self) }
        #expect(throws: PluginError.alreadyRegistered("validator.contains")) { try registry.add(StandardPlugin.self) }
    }

    @Test func `A registry makes a component of another package by its name`() throws {
        var registry = try PluginRegistry.standard()
        try registry.add(OtherPlugin.self)
        let validator = try registry.make(
            .validator,
            ComponentReference("validator.first-byte", options: ["byte": "X \"Probe\"\n\\"])
        )
        expect((validator as? FirstByte)?.byte, "X \"Probe\"\n\\")
    }

    @Test func `A registry makes every component that needs no options`() throws {
        let registry = try PluginRegistry.standard()
        for id in registry[.source].ids
        where !["source.filtered", "source.merged", "source.scripted", "source.static"].contains(id) {
            _ = try registry.source(ComponentReference(id))
        }
        for id in registry[.prober].ids { _ = try registry.prober(ComponentReference(id)) }
        for id in registry[.policy].ids { _ = try registry.policy(ComponentReference(id)) }
        for notifier in registry[.notifier].descriptions where !notifier.options.contains(where: \.isRequired) {
            _ = try registry.notifier(ComponentReference(notifier.id))
        }
    }

    @Test func `Every component says what it does, and has no option but those listed`() throws {
        let registry = try PluginRegistry.standard()
        try check(.source)
        try check(.provisioning)
        try check(.traffic)
        try check(.prober)
        try check(.validator)
        try check(.policy)
        try check(.notifier)

        func check(_ kind: ComponentKind<some Sendable>) throws {
            for description in registry[kind].descriptions {
                #expect(!description.summary.isEmpty, "\(description.id)")
                // A size needs one of its two bounds.
                guard !description.options.contains(where: \.isRequired), description.id != "validator.size"
                else { continue }
                let refused = #expect(throws: PluginError.self) {
                    _ = try registry.make(kind, ComponentReference(description.id, options: ["?": ""]))
                }
                guard case .unreadKey(_, _, "?", let known, _)? = refused else {
                    Issue.record("\(description.id): \(refused as Any)")
                    continue
                }
                expect(known, description.options.map(\.name), "\(description.id)")
            }
        }
    }

    @Test(arguments: [
        (
            "validator.matches",
            ["header text", "pattern text!"]
        ),
        ("validator.status-code", ["expected list of integer or text!"]),
        ("validator.size", ["max integer", "min integer"]),
        (
            "validator.json",
            [
                "contains any value", "equals any value", "max number", "min number", "pointer text!",
            ]
        ),
        (
            "validator.when",
            ["family ipv4|ipv6", "host text", "kind text", "scheme http|https", "validator component!"]
        ),
        ("validator.all-of", ["validators list of component!"]),
        ("policy.hysteresis", ["down integer", "policy component", "up integer"]),
        ("notifier.lines", ["events list of text", "format text|json", "to text"]),
        (
            "validator.placed",
            [
                "after \(links { _ in true })", "asked \(answers)", "before \(links { _ in true })",
                "instead \(links { !$0.isRequired })", "validator component!",
            ]
        ),
    ])
    func `The options of a component are listed with their kinds`(name: String, options: [String]) throws {
        let registry = try PluginRegistry.standard()
        let all = registry[.validator].descriptions + registry[.policy].descriptions + registry[.notifier].descriptions
        let found = all.first { $0.id == PluginID(name) }?.options.map {
            "\($0.name) \($0.kind)\($0.isRequired ? "!" : "")"
        }
        expect(found, options)
    }

    private static let answers = JudgingChain.Condition.named.map(\.name).joined(separator: "|")

    private static func links(_ isNamed: (JudgingChain.StandardLink) -> Bool) -> String {
        JudgingChain.StandardLink.allCases.filter(isNamed).map(\.rawValue).joined(separator: "|")
    }

    /// A notifier of another package: a class with a separate options type.
    private final class Counter: Notifier, ConfigurationWritable {
        struct Options: Codable {
            var step: Int
        }

        let step: Int
        init(step: Int) { self.step = step }
        func handle(_ event: PipelineEvent) {}
        func reference() throws(PluginError) -> ComponentReference { "notifier.counter" }
    }

    @Test func `A registry makes a notifier of another package by its name`() throws {
        var registry = try PluginRegistry.standard()
        try registry.register(.notifier, "notifier.counter", options: Counter.Options.self) {
            (options, _) throws(PluginError) in Counter(step: options.step)
        }
        let json = Data(#"{ "notifiers": ["notifier.lines", { "use": "notifier.counter", "step": 7 }] }"#.utf8)
        let configuration = try PipelineConfiguration(json: json, registry: registry)
        expect(configuration.notifiers.count, 2)
        expect((configuration.notifiers.last as? Counter)?.step, 7)
        let unread = PluginError.unreadKey(
            "notifier.counter",
            path: [],
            key: "stop",
            known: ["step"],
            at: .init(line: 1, column: 57)
        )
        #expect(throws: unread) {
            _ = try PipelineConfiguration(
                json: Data(#"{ "notifiers": [{ "use": "notifier.counter", "step": 7, "stop": 1 }] }"#.utf8),
                registry: registry
            )
        }
        let unknown = PluginError.unknown(
            "notifier.line",
            known: registry[.notifier].ids,
            at: .init(line: 1, column: 17)
        )
        #expect(throws: unknown) {
            _ = try PipelineConfiguration(json: Data(#"{ "notifiers": ["notifier.line"] }"#.utf8), registry: registry)
        }
    }
}
