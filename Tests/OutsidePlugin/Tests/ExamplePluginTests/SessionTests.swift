import ConnectivityCommand
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityTestKit
import ExamplePlugin
import Foundation
import Synchronization
import Testing

extension EndpointReport {
    /// The outcome without cookies, whose values are not recorded.
    fileprivate var answer: Result<Answer, ProbeFailure> {
        exchange.outcome.map { answer in
            guard case .http(var response) = answer else { return answer }
            response.headers.fields.removeAll { $0.name == "Set-Cookie" }
            return .http(response)
        }
    }
}

/// Only the components that decide in the example, without probers; a recording is replayed with it.
private enum JudgesAlone: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: MappedAddress.self)
        try registry.register(validator: JSONField.self)
        try registry.register(policy: SecondOpinion.self)
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A pipeline made from the plugin's parts by a configuration` {
    /// Runs and records the example until its link is lost.
    private static func record() async throws -> (session: SessionRecording, reported: [Assessment], state: String) {
        try await Coturn.run { port in
            let folder = try ExampleFolder()
            let registry = try PluginRegistry.standard(adding: [ExamplePlugin.self])
            let text = try folder.configuration(stunPort: port)
            var configuration = try Pipeline.Configuration(json: text.utf8, registry: registry)
            #expect(configuration.notifiers.count == 1)

            let recorder = SessionRecorder()
            let start = Timestamp.now
            let pipeline = try Pipeline(configuration) {}.observing(recorder.observe)
            var state = ""
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await pipeline.run() }
                while try folder.state != "online com.example.second-opinion.enough\n" {
                    try await Task.sleep(for: .milliseconds(20))
                }
                state = try folder.state
                try folder.write("down", to: "link")
                while recorder.assessments.last?.assessment.access != .disconnected {
                    try await Task.sleep(for: .milliseconds(20))
                }
                recorder.stop()
                group.cancelAll()
            }
            // Notifiers do not affect the decision, and replaying the session should not need them.
            configuration.notifiers = []
            let written = String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self)
            let provenance = SessionRecording.Provenance(source: "a test", recordedAt: start, tool: "a test")
            let session = recorder.recording(provenance, configuration: written)
            return (session, recorder.assessments.map(\.assessment), state)
        }
    }

    @Test func `The policy asks endpoints of the pool, and the session replays without its probers`()
        async throws
    {
        let (session, reported, _) = try await Self.record()
        let online = try #require(reported.first { $0.access == .online })
        #expect(online.reason.facts == ["genuine": 2, "asked": 3, "needed": 2])
        #expect(online.endpoints.map(\.name).sorted() == ["example.status", "stun.one", "stun.two"])
        #expect(online.endpoints[0].verdict.reason.code == "com.example.json.field-differs")
        #expect(online.endpoints[1].verdict.reason.code == "com.example.stun.mapped")
        #expect(online.interface?.nameServers == ["192.0.2.53"])
        #expect(online.interface?.isMetered == true)

        let file = session.encoded()
        let loaded = try SessionRecording(parsing: file)
        let registry = try PluginRegistry.standard(adding: [JudgesAlone.self])
        let configuration = try Pipeline.Configuration(
            json: try #require(loaded.configuration).utf8,
            registry: registry
        )
        let replay = SessionReplay(loaded, by: configuration.machine)
        #expect(replay.deviations.isEmpty, "\(replay.deviations)")
        // The assessment before the first round depends on how the reports of interfaces were grouped.
        let live = reported.filter { $0.access != .determining }
        let again = replay.assessments.map(\.assessment).filter { $0.access != .determining }
        #expect(again.map(\.access) == live.map(\.access))
        #expect(again.map(\.reason) == live.map(\.reason))
        #expect(again.map { $0.endpoints.map(\.verdict) } == live.map { $0.endpoints.map(\.verdict) })
        #expect(again.map { $0.endpoints.map(\.answer) } == live.map { $0.endpoints.map(\.answer) })

        let unknown = #expect(throws: PluginError.self) {
            try Pipeline.Configuration(json: try #require(loaded.configuration).utf8, registry: try .standard())
        }
        #expect("\(String(describing: unknown))".contains("policy.example.second-opinion"))
    }

    @Test func `A recorded session has no secrets, and the redacted session leads to the same access`() async throws {
        let (session, _, _) = try await Self.record()
        #expect(String(decoding: session.encoded(), as: UTF8.self).contains("4fzqKd82LmXw9bTr"))
        var rules = Redaction.standard
        rules.texts = ["Coturn"]
        var redacted = rules.redacted(session)
        let registry = try PluginRegistry.standard(adding: [ExamplePlugin.self])
        let configuration = try Pipeline.Configuration(
            json: try #require(redacted.configuration).utf8,
            registry: registry
        )
        redacted.expect(SessionReplay(redacted, by: configuration.machine))
        let text = String(decoding: redacted.encoded(), as: UTF8.self)
        for secret in ["4fzqKd82LmXw9bTr", "7Yw3nR0pQkZ5", "Coturn"] { #expect(!text.contains(secret), "\(secret)") }
        #expect(redacted.expectations.map(\.access).suffix(2) == ["online", "disconnected"])

        let folder = try ExampleFolder()
        try folder.write(text, to: "cafe.session.json")
        // Nothing is asked, but a pipeline needs probers for the kinds of its endpoints.
        var runnable = configuration
        runnable.probers = [CannedProber(pages: [:]), STUNProber()]
        try await expect(folder.path("cafe.session.json"), with: try Pipeline(runnable) {})
        let (status, lines) = await Self.run("fixture", "verify", folder.path("cafe.session.json"))
        #expect(status == .success, "\(lines)")
    }

    @Test func `The notifier of the plugin receives the assessment`() async throws {
        #expect(try await Self.record().state == "online com.example.second-opinion.enough\n")
    }

    @Test func `The command checks with the plugin`() async throws {
        let folder = try ExampleFolder()
        try await Coturn.run { port in
            try folder.write(try folder.configuration(stunPort: port), to: "example.json")
            let (status, lines) = await Self.run("check", "--config", folder.path("example.json"))
            #expect(status == .success, "\(lines)")
            let text = lines.joined(separator: "\n")
            #expect(text.hasPrefix("online on example0 (other): 2 of 3 asked are genuine, which is enough"), "\(text)")
            #expect(text.contains(#""/service/state" is degraded instead of up"#))
            #expect(text.contains("the Internet sees 127.0.0.1"))

            let json = await Self.run("check", "--json", "--config", folder.path("example.json"))
            try folder.write(json.lines.joined(separator: "\n"), to: "now.json")
            let again = await Self.run("classify", "--assessment", folder.path("now.json"))
            #expect(again.status == .success, "\(again.lines)")

            let output = folder.path("live.session.json")
            let recorded = await Self.run(
                "fixture",
                "record",
                "--mode",
                "all",
                "--output",
                output,
                "--config",
                folder.path("example.json")
            )
            #expect(recorded.status == .success, "\(recorded.lines)")
            #expect(await Self.run("fixture", "verify", output).status == .success)
        }
    }

    @Test func `No prober for HTTP is needed if nothing is asked over HTTP`() async throws {
        let folder = try ExampleFolder()
        try await Coturn.run { port in
            let text = """
                {"source": {"use": "source.static", "interfaces": [{"name": "eth0"}]}, "prober": "prober.example.stun",
                 "endpoints": [{"question": {"kind": "com.example.stun", "facts": {"server": "127.0.0.1", "port": \(port)}},
                                "owner": "example", "expect": "validator.example.mapped-address"}]}
                """
            try folder.write(text, to: "stun.json")
            let (status, lines) = await Self.run("check", "--config", folder.path("stun.json"))
            #expect(status == .success, "\(lines)")
        }
        #if !SystemLibraries
        let source = #"{"use": "source.static", "interfaces": [{"name": "eth0"}]}"#
        let http = await Self.run("check", "--source", source, "--endpoint", "http://a.example/")
        #expect(http.status == .configuration, "\(http.lines)")
        #expect(http.lines.joined().contains("enable the trait Curl"), "\(http.lines)")
        #endif
    }

    @Test func `The command lists the names of the plugin's components`() async throws {
        let (status, lines) = await Self.run("plugins")
        #expect(status == .success)
        for name in ["example.status", "prober.example.insistent", "policy.example.second-opinion"] {
            #expect(lines.joined(separator: "\n").contains(name))
        }
        #expect(await Self.run("plugins", "endpoint").lines.joined().contains("http://status.example.com/"))
    }

    /// Runs the command in the same way as `examplectl`.
    private static func run(_ words: String...) async -> (status: ConnectivityCommand.ExitStatus, lines: [String]) {
        let kept = Lines()
        let console = Console(print: { kept.add($0) }, printError: { kept.add($0) })
        let status = await CommandLineTool.run(words, console: console, plugins: [ExamplePlugin.self])
        return (status, kept.all)
    }
}

/// Lines that any thread can add.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

extension ExampleFolder {
    /// The text that the notifier wrote; empty if it has written nothing yet.
    fileprivate var state: String {
        get throws { FileManager.default.fileExists(atPath: path("state")) ? try text("state") : "" }
    }
}
