import ConnectivityKit
import Testing

/// A validator as a user of the package writes one.
private struct ProbeHeader: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.probe-header" }
    var name: String

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(let response) = exchange.outcome else { return .inconclusive }
        return response.headers[name] == nil
            ? Verdict(.captive, because: "no \(name) header")
            : Verdict(.genuine, because: "\(name) header present")
    }
}

private enum ProbePlugin: Plugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: ProbeHeader.self)
    }
}

@Suite struct `A registry` {
    @Test func `is a value: a copy can have more than the original`() throws {
        let original = try PluginRegistry.standard()
        var copy = original
        try copy.add(ProbePlugin.self)
        #expect(copy.ids.count == original.ids.count + 1)
        #expect(copy.validators.ids.contains("validator.probe-header"))
    }

    @Test func `refuses a second component of the same name`() throws {
        var registry = try PluginRegistry.standard()
        try registry.add(ProbePlugin.self)
        #expect(throws: PluginError.alreadyRegistered("validator.probe-header")) { try registry.add(ProbePlugin.self) }
        #expect(throws: PluginError.alreadyRegistered("validator.contains")) { try registry.add(StandardPlugin.self) }
    }

    @Test func `makes a component of another package by its name`() throws {
        var registry = try PluginRegistry.standard()
        try registry.add(ProbePlugin.self)
        let validator = try registry.validator(
            ComponentReference("validator.probe-header", options: ["name": "X \"Probe\"\n\\"])
        )
        #expect((validator as? ProbeHeader)?.name == "X \"Probe\"\n\\")
    }

    @Test func `names what is known instead of an unknown name`() throws {
        let registry = try PluginRegistry.standard()
        #expect(throws: PluginError.unknown("policy.shar", known: ["policy.share"])) {
            try registry.policy("policy.shar")
        }
    }

    @Test func `makes every component that needs no options`() throws {
        let registry = try PluginRegistry.standard()
        for id in registry.sources.ids { _ = try registry.source(ComponentReference(id)) }
        for id in registry.probers.ids { _ = try registry.prober(ComponentReference(id)) }
        for id in registry.policies.ids { _ = try registry.policy(ComponentReference(id)) }
    }
}
