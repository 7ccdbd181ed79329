import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityWire
import TestSupport
import Testing

/// The schema of the configuration, against the code that reads one.
@Suite struct `The schema of a configuration` {
    /// The objects of the schema by name, each with its members.
    private static let definitions: [String: JSON] = {
        let descriptions = (try? PluginRegistry.standard().descriptions) ?? [:]
        let document = PipelineConfiguration.schema.document(title: "test", descriptions)
        guard case .object(let members)? = document["$defs"]?.value else { return [:] }
        return members.reduce(into: [:]) { $0[$1.name] = $1.value["properties"] }
    }()

    private func members(_ name: String) throws -> [JSON.Member] {
        guard case .object(let members) = try #require(Self.definitions[name]).value else { return [] }
        return members
    }

    /// The members that the reader knows, from its error for another one.
    private func known(_ json: String) throws -> Set<String> {
        let error = #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: Array(json.utf8), registry: .standard())
        }
        guard case .unreadKey(_, path: _, key: "nonsense", known: let known, at: _) = error else {
            Issue.record("\(String(describing: error))")
            return []
        }
        return Set(known)
    }

    @Test(arguments: [
        ("Configuration", #"{ "nonsense": 1 }"#), ("Schedule", #"{ "schedule": { "nonsense": 1 } }"#),
        ("Limits", #"{ "limits": { "nonsense": 1 } }"#),
        ("Endpoint", #"{ "endpoints": [{ "nonsense": 1 }] }"#),
        ("Plugin", #"{ "plugins": [{ "program": ["/a"], "nonsense": 1 }] }"#),
        ("PluginLimits", #"{ "plugins": [{ "program": ["/a"], "limits": { "nonsense": 1 } }] }"#),
        ("Secret", #"{ "endpoints": [{ "url": "https://a.example/", "body": { "file": "/a", "nonsense": 1 } }] }"#),
    ])
    func `The schema has the members that the reader knows, each with a description`(name: String, json: String) throws
    {
        let members = try members(name)
        try expect(Set(members.map(\.name)), known(json))
        for member in members {
            let text = member.value["description"]?.string ?? ""
            #expect(text.hasSuffix(".") && text.count > 10, "\(name).\(member.name)")
        }
    }

    @Test func `Each option of each component has a description, and each description its option`() throws {
        let registry = try PluginRegistry.standard()
        let descriptions = registry.descriptions.filter { !$0.value.hasPrefix("was removed: ") }
        let described = Set(descriptions.keys)
        let options = registry.families.flatMap { family in
            family.descriptions.flatMap { component in component.options.map { "\(component.id).\($0.name)" } }
        }
        expect(Set(options).subtracting(described).sorted(), [])
        let removed = Set(registry.descriptions.keys).subtracting(described)
        #expect(removed.count > 10 && removed.isDisjoint(with: options))
        let components = registry.families.flatMap { $0.descriptions.map { "\($0.id)" } }
        let left = described.subtracting(options).filter { name in components.contains { name.hasPrefix("\($0).") } }
        expect(left.sorted(), [])
        for (name, text) in descriptions {
            #expect(text.hasSuffix(".") && text.count > 5 && text.first?.isUppercase == true, "\(name)")
        }
    }

    private func defaults(_ name: String) throws -> JSON {
        let stated = try members(name).map { ($0.name, $0.value["default"]) }
        return JSON.object(stated)
    }

    @Test func `A configuration that states every default is the one without a member`() throws {
        guard case .object(var members) = try defaults("Configuration").value else { return }
        #expect(members.count >= 8)
        for (name, object) in [("schedule", "Schedule"), ("limits", "Limits")] {
            let defaults = try defaults(object)
            guard case .object(let own) = defaults.value else { return }
            #expect(own.count >= 2)
            members.append(JSON.Member(name, defaults))
        }
        let registry = try PluginRegistry.standard()
        let text = JSON(.object(members)).text
        let stated = try PipelineConfiguration(json: Array(text.utf8), registry: registry)
        let standard = PipelineConfiguration()
        #expect(stated.schedule == standard.schedule && stated.limits == standard.limits)
        #expect(stated.scope == standard.scope)
        expect(stated.endpoints.map(\.name), standard.endpoints.map(\.name))
        expect(stated.pool.map(\.name), standard.pool.map(\.name))
        #expect(stated.notifiers.isEmpty && stated.companions.isEmpty && stated.ignored == standard.ignored)
        try expect(JSON(encoding: stated).sorted.text, JSON(encoding: standard).sorted.text)
    }

    @Test func `A schema and a comment are accepted, and mean nothing`() throws {
        let text = #"{ "$schema": "https://a.example/schema.json", "comment": ["any", 1], "scope": "underlay" }"#
        let configuration = try PipelineConfiguration(json: Array(text.utf8), registry: .standard())
        expect(configuration.scope, .underlay)
        try expect(JSON(encoding: configuration)["comment"], nil)
    }

    @Test(arguments: [
        "// a\n{}", "{ /* a */ }", "{} # a", "{ \"scope\": # a\n\"underlay\" }", "{ \"ignore\": [ // a\n] }",
    ])
    func `A comment of other languages is refused with a hint`(text: String) throws {
        let error = #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: Array(text.utf8), registry: .standard())
        }
        let sentence = String(describing: try #require(error))
        #expect(sentence.contains("JSON has no comments") && sentence.contains("\"comment\""), "\(sentence)")
        #expect(!sentence.contains("\n") && sentence.contains("line "))
    }

    @Test(arguments: ["{ \"scope\": / }", "{ ! }", "{"]) func `Invalid text that is not a comment has another fault`(
        text: String
    ) {
        let error = #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: Array(text.utf8), registry: .standard())
        }
        expect(error.map { "\($0)".contains("comments") }, false)
    }
}
