import ConnectivityCommand
import ConnectivityCommandTools
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
    private static let table = {
        var table = Table(["endpoint", "verdict", "time", "why"])
        table.add(["google.https", "genuine", "23 ms", "the status is 204, and the answer is exactly as expected"])
        table.add([
            "apple.hotspot", "captive", "7 ms", "http://\(String(repeating: "x", count: 60)).example/ leads elsewhere",
        ])
        return table
    }()

    @Test(arguments: 20...140) func `A table breaks lines at spaces and fits a terminal, except for longer words`(
        width: Int
    ) {
        let lines = Self.table.text(within: width).split(separator: "\n")
        let whole = Self.table.text
        for line in lines {
            let words = line.split(separator: " ")
            #expect(line.count <= width || words.count == 1, "\(line)")
            #expect(words.allSatisfy { whole.contains($0) }, "\(line)")
        }
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace).sorted() }
        expect(words(lines.joined(separator: "\n")), words(whole))
        #expect(width < 132 || lines.joined(separator: "\n") == whole)
    }

    @Test(arguments: [["plugins"], ["plugins", "endpoint"], ["plugins", "detector"]])
    func `The lists fit a terminal of 80 columns, except for longer words`(words: [String]) async {
        let printed = Mutex<[String]>([])
        var console = Console(print: { line in printed.withLock { $0.append(line) } }, printError: { _ in })
        console.columns = 80
        _ = await CommandLineTool.run(words, console: console)
        let lines = printed.withLock { $0.joined(separator: "\n") }.split(separator: "\n")
        #expect(lines.count > 10)
        for line in lines { #expect(line.count <= 80 || line.split(separator: " ").count == 1, "\(line)") }
    }

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
