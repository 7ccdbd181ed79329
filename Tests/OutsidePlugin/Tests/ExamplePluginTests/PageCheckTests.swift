import ConnectivityCommand
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityTestKit
import ExamplePlugin
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A companion of another package` {
    private static let page = Endpoint("https://www.example.com/", name: "page", expecting: BodyContains("hello"))

    private static func answer(_ text: String, to request: ProbeRequest) -> ProbeExchange {
        ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 200, body: Array(text.utf8))))
    }

    @Test func `The companion keeps the laws of companions`() throws {
        let page = Endpoint("https://www.example.com/", name: "page", expecting: BodyContains("hello"))
        try CompanionLaws.check(PageCheck(page)) { request in
            ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 200, body: Array("hello".utf8))))
        }
        try CompanionLaws.check(PageCheck(Self.page)) { request in
            ProbeExchange(request: request, outcome: .failure(ProbeFailure(.connectionRefused)))
        }
    }

    /// Runs a pipeline for ten minutes, in which the page loses its text.
    private static func run(observing observe: @escaping @Sendable (ConnectivityMachine.Step) -> Void = { _ in })
        throws -> RecordingNotifier
    {
        let recorder = RecordingNotifier()
        try simulate { clock in
            let start = clock.now
            let interface = NetworkInterface(
                name: "eth0",
                index: 1,
                kind: .ethernet,
                addresses: [.init("192.0.2.7", prefixLength: 24)],
                defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 100)]
            )
            var configuration = Pipeline.Configuration()
            configuration.source = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([interface])), (.seconds(600), nil)],
                clock: clock
            )
            configuration.prober = ClosureProber { request in
                try? await clock.sleep(for: .milliseconds(20))
                guard request.url?.host == "www.example.com" else { return answer("pong", to: request) }
                return answer(start.duration(to: clock.now) < .seconds(200) ? "hello" : "nothing", to: request)
            }
            configuration.policy = SharePolicy(0.5)
            configuration.endpoints = [Endpoint("https://ping.example.com/", expecting: BodyContains("pong"))]
            configuration.companions = [PageCheck(page)]
            configuration.notifiers = [recorder]
            try await Pipeline(verbatim: configuration, clock: clock).observing(observe).run()
        }
        return recorder
    }

    @Test func `Observations of the page check are events, part of each assessment, and readable`() throws {
        let recorder = try Self.run()
        #expect(recorder.observations.map(\.state) == ["complete", "incomplete"])
        #expect(recorder.observations.map(\.severity) == [.notice, .warning])
        #expect(recorder.confirmations.last?.observations.map(\.state) == ["incomplete"])
        let sentences = Sentences(adding: PageCheck.sentences)
        let line = "com.example.page page: complete: the page has its text"
        #expect(recorder.observations.first?.line(sentences) == line)
    }

    @Test func `A record of its run replays without it`() throws {
        let session = SessionRecorder()
        let recorder = try Self.run(observing: session.observe)
        let recording = session.recording(.init(source: "a test", recordedAt: .now, tool: "a test"), configuration: nil)
        var configuration = Pipeline.Configuration()
        configuration.policy = SharePolicy(0.5)
        configuration.endpoints = [Endpoint("https://ping.example.com/", expecting: BodyContains("pong"))]
        let replay = SessionReplay(recording, by: configuration.machine)
        #expect(replay.deviations.isEmpty, "\(replay.deviations)")
        #expect(replay.assessments.map(\.assessment.access) == recorder.assessments.map(\.access))
    }

    @Test func `The command shows what it observed wherever it shows a service`() async throws {
        let folder = try ExampleFolder()
        let canned =
            #"{"use": "prober.example.canned", "pages": {"http://a.example/": "pong", "http://b.example/": "bye"}}"#
        try folder.write(
            #"""
            {"source": {"use": "source.static", "interfaces": [{"name": "eth0"}]}, "prober": \#(canned),
             "endpoints": [{"url": "http://a.example/", "expect": {"use": "validator.contains", "text": "pong"}}],
             "companions": [{"use": "companion.example.page", "page": [{"name": "page", "url": "http://b.example/",
                 "expect": {"use": "validator.contains", "text": "hello"}}]}]}
            """#,
            to: "page.json"
        )
        let line = "com.example.page page: incomplete: the page lacks its text: "
        let file = folder.path("page.json")
        for words in [["check"], ["explain"], ["wait", "--access", "online", "--timeout", "10s"]] {
            let (_, lines) = await Self.run(words + ["--config", file])
            #expect(words == ["wait"] || lines.contains { $0.hasPrefix(line) }, "\(words): \(lines)")
        }
        let nagios = await Self.run(["check", "--format", "nagios", "--config", file])
        #expect(
            nagios.lines[0].hasPrefix("WARNING - online ") && nagios.lines[0].contains(line),
            "\(nagios)"
        )
        let fields = await Self.run(["check", "--format", "{access} {observations}", "--config", file])
        #expect(fields.lines == ["online com.example.page page: incomplete"], "\(fields)")
        let json = await Self.run(["check", "--json", "--config", file])
        #expect(json.lines[0].contains(#""kind":"com.example.page""#), "\(json)")
        let gate = await Self.run(["gate", "--config", file, "--", "true"])
        #expect(gate.lines.joined().contains(line), "\(gate)")
        #expect(
            await Self.run(["plugins"]).lines.contains { $0.hasPrefix("companion ") && $0.contains("example.page") }
        )
        let doctor = await Self.run(["doctor", "--config", file]).lines
        #expect(
            doctor.contains {
                $0.contains("page is asked over plain http") && $0.contains("com.example.page-in-clear")
            },
            "\(doctor)"
        )
    }

    private static func run(_ words: [String]) async -> (status: ConnectivityCommand.ExitStatus, lines: [String]) {
        let lines = Mutex<[String]>([])
        let print: @Sendable (String) -> Void = { text in
            lines.withLock { $0 += text.split(separator: "\n").map(String.init) }
        }
        let console = Console(print: print, printError: print)
        let status = await CommandLineTool.run(words, console: console, plugins: [ExamplePlugin.self])
        return (status, lines.withLock { $0 })
    }
}
