import ConnectivityCommand
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

private enum StatusPlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        let endpoint = Endpoint(
            "http://status.example/",
            name: "com.example.status",
            expecting: Unforgeable(StatusCode(204))
        )
        try registry.register(endpoint: endpoint)
    }
}

@Suite struct `Tables` {
    @Test func `plugins lists the components that a configuration can name`() async throws {
        let object = try await Transcript.of("plugins", "--json").object()
        let components = try #require(object["components"] as? [[String: Any]])
        let validators = components.filter { $0["kind"] as? String == "validator" }
        let header = try #require(validators.first { $0["name"] as? String == "validator.header" })
        let options = try #require(header["options"] as? [[String: Any]])
        expect(options.map { $0["name"] as? String }, ["contains", "name", "value"])
        expect(options.map { $0["kind"] as? String }, ["text", "text", "text"])
        expect(options.map { $0["required"] as? Bool }, [false, true, false])
        let kinds = [
            "companion", "notifier", "policy", "prober", "provisioning reader", "sign-in agent", "source",
            "traffic source",
            "validator",
        ]
        expect(Set(components.compactMap { $0["kind"] as? String }).sorted(), kinds)
        expect(object.keys.sorted(), ["components", "detectors", "endpoints", "plugins"])
        expect((object["endpoints"] as? [String])?.contains("apple.hotspot"), true)
        let text = await Transcript.of("plugins").output.joined()
        for validator in validators { #expect(text.contains(try #require(validator["name"] as? String))) }
        #expect(text.contains(/validator.header +expects a header field.* name \[value\]/))
    }

    @Test func `plugins endpoint lists every built-in endpoint and marks the defaults`() async throws {
        let json = await Transcript.of("plugins", "endpoint", "--json").output.joined()
        let rows = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        expect(rows?.contains { $0["name"] as? String == "apple.hotspot" && $0["default"] as? Bool == true }, true)
        expect(Set(rows?.compactMap { $0["name"] as? String } ?? []).count, rows?.count)
        #expect(await Transcript.of("plugins", "endpoint").output.joined().contains("*  apple.hotspot"))
        let asked = rows?.first { $0["name"] as? String == "dns.nonexistent" }?["question"] as? [String: Any]
        expect(asked?["kind"] as? String, "dns")
        expect((asked?["facts"] as? [String: Any])?["random"] as? Bool, true)
    }

    @Test func `Components and endpoints of a plugin are listed with the built-in ones`() async {
        let printed = Mutex<[String]>([])
        let console = Console(print: { line in printed.withLock { $0.append(line) } }, printError: { _ in })
        for words in [["plugins"], ["plugins", "endpoint"]] {
            let status = await CommandLineTool.run(words, console: console, plugins: [StatusPlugin.self])
            expect(status, .success)
        }
        let tables = printed.withLock(\.self)
        #expect(tables.count == 2 && tables.allSatisfy { $0.contains("com.example.status") })
        #expect(tables.allSatisfy { $0.contains("apple.hotspot") })
        let twice = await CommandLineTool.run(
            ["plugins"],
            console: console,
            plugins: [StatusPlugin.self, StatusPlugin.self]
        )
        expect(twice, .configuration)
    }
}
