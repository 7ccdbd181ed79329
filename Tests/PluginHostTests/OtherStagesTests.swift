#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConnectivityPluginHost

/// Probers, notifiers and interface sources in another process, made by name from a configuration.
@Suite(.needs(.python)) struct `A plugin of another stage` {
    private static let code = """
        #!/usr/bin/python3
        import json, sys, time
        def say(**members): print(json.dumps(members), flush=True)
        registers = [
            {"use": "prober.example.clock", "kinds": ["com.example.clock"]},
            {"use": "prober.example.web", "kinds": ["http"]},
            {"use": "notifier.example.file", "options": {"type": "object", "required": ["file"],
                "properties": {"file": {"type": "string"}, "refuse": {"type": "boolean"}}}},
            {"use": "source.example.list"},
        ]
        for line in sys.stdin:
            r = json.loads(line)
            id, type, use, options = r.get("id"), r["type"], r.get("use"), r.get("options")
            if type == "hello": say(id=id, protocol=1, name="stages", version="1", registers=registers)
            elif type == "probe" and use == "prober.example.web":
                say(id=id, response={"status": 204, "headers": [{"name": "X-Method", "value": r["request"]["method"]}]}, remoteAddress="192.0.2.1")
            elif type == "probe":
                server = r["request"]["question"]["facts"]["server"]
                if server == "late": continue
                if server == "refused": say(id=id, failure="connection-refused", detail="nobody listens")
                elif server == "nothing": say(id=id)
                elif server == "other": say(id=id, answer={"kind": "com.example.other", "facts": {}})
                elif server == "forged":
                    verdict = {"witness": "w", "version": "1", "finding": "genuine", "basis": "part",
                        "reason": {"code": "com.example.x"}}
                    say(id=id, answer={"kind": "com.example.clock", "facts": {}}, testimony=[verdict])
                else: say(id=id, answer={"kind": "com.example.clock", "facts": {"offset": 0.25}}, timings={"total": 9, "connect": 0.5})
            elif type == "notify":
                if options.get("refuse"): say(id=id, error="the disk is full")
                else:
                    access = (r["assessment"] or {}).get("access")
                    open(options["file"], "a").write("%s %s\\n" % (r["event"], access))
                    say(id=id)
            elif type == "observe":
                for name in ["eth0", "eth0", "wlan0"]:
                    say(id=id, more=True, interfaces=[{"name": name, "kind": "ethernet"}])
                say(id=id)
        """

    private let test: TestPlugin
    private let registry: PluginRegistry
    private let host: PluginHost

    init() async throws {
        test = try TestPlugin(Self.code, whole: true)
        var registry = PluginRegistry()
        let text = #"{"plugins": [{"program": ["\#(test.path)"]}]}"#
        host = try await PluginHost(configuration: text.utf8, registry: &registry)
        self.registry = registry
    }

    private func ask(_ server: String, within limit: Duration = .seconds(20)) async throws -> ProbeExchange {
        var request = ProbeRequest(.other("com.example.clock", ["server": .text(server)]))
        request.limits.total = limit
        return await (try registry.prober("prober.example.clock")).probe(request)
    }

    @Test func `A prober gives answers of its kind and failures, as a prober in this process does`() async throws {
        let exchange = try await ask("good")
        try expect(exchange.outcome.get(), .other("com.example.clock", ["offset": 0.25]))
        #expect(exchange.timings.connect == .milliseconds(500) && exchange.timings.total < .seconds(8))
        expect(exchange.request.question, .other("com.example.clock", ["server": "good"]))
        let refused = try await ask("refused")
        expect(refused.outcome, .failure(ProbeFailure(.connectionRefused, detail: "nobody listens")))
        let web = await (try registry.prober("prober.example.web")).probe(ProbeRequest("http://a.example/"))
        #expect(web.response?.status == 204 && web.response?.headers["X-Method"] == "GET")
        expect(web.remoteAddress, IPAddress("192.0.2.1"))
        let wrong = await (try registry.prober("prober.example.web")).probe(exchange.request)
        expect(wrong.failureKind, .unsupported)
    }

    @Test(arguments: ["nothing", "other", "late"])
    func `A prober that breaks the contract counts as not asked`(server: String) async throws {
        let exchange = try await ask(server, within: .milliseconds(300))
        expect(exchange.failureKind, .unsupported)
        let verdict = ExchangeJudge([]).verdict(on: exchange, expecting: nil)
        #expect(verdict.finding == .inconclusive && verdict.reason.facts["plugin"] == "prober.example.clock")
    }

    @Test func `A prober cannot forge the testimony of a witness`() async throws {
        #expect(try await ask("forged").testimony.isEmpty)
    }

    @Test func `A notifier receives changes, confirmations and the end, and its refusals are errors`() async throws {
        let file = test.folder + "/events"
        let notifier = try registry.make(
            .notifier,
            ComponentReference("notifier.example.file", options: ["file": file])
        )
        let assessment = Assessment(
            access: .online,
            reason: Reason("com.example.x"),
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        try await notifier.handle(.assessmentChanged(assessment))
        try await notifier.handle(.assessmentConfirmed(assessment))
        let end = Task {
            try? await Task.sleep(for: .seconds(1000))
            try await notifier.handle(.runEnded(throwing: nil))
        }
        end.cancel()
        try await end.value
        let lines = try String(contentsOfFile: file, encoding: .utf8)
        expect(lines, "changed online\nconfirmed online\nended None\n")
        let reference = try ComponentReference(text: #"{"use": "notifier.example.file", "file": "x", "refuse": true}"#)
        let refusing = try registry.notifier(reference)
        let error = await #expect(throws: (any Error).self) {
            try await refusing.handle(.assessmentChanged(assessment))
        }
        #expect("\(error as Any)".contains("the plugin notifier.example.file: it reports: the disk is full"))
        #expect(throws: PluginError.self) { try registry.notifier("notifier.example.file") }
    }

    @Test func `A source reports each snapshot that differs, and ends with its last answer`() async throws {
        let source = try registry.source("source.example.list")
        let names = Mutex<[String]>([])
        try await source.observe { snapshot in names.withLock { $0 += snapshot.interfaces.map(\.name) } }
        expect(names.withLock { $0 }, ["eth0", "wlan0"])
    }

    @Test func `A source whose program reads no request ends with the reason`() async throws {
        let code = """
            #!/usr/bin/python3
            import json, os, sys, time
            id = json.loads(sys.stdin.readline())["id"]
            os.close(0)
            registers = [{"use": "source.example.deaf"}]
            print(json.dumps({"id": id, "protocol": 1, "name": "deaf", "version": "1", "registers": registers}), flush=True)
            time.sleep(1000)
            """
        let deaf = try TestPlugin(code, whole: true)
        var registry = PluginRegistry()
        let text = #"{"plugins": [{"program": ["\#(deaf.path)"]}]}"#
        let host = try await PluginHost(configuration: text.utf8, registry: &registry)
        let source = try registry.source("source.example.deaf")
        let error = await #expect(throws: (any Error).self) { try await source.observe { _ in } }
        #expect("\(error as Any)".contains("its standard input cannot be written: Broken pipe"), "\(error as Any)")
        await host.end()
    }

    @Test func `A configuration is refused as long as its programs do not run`() async throws {
        let text = #"{"plugins": [{"program": ["\#(test.path)"]}], "source": "source.example.list"}"#
        #expect(try PipelineConfiguration(json: text.utf8, registry: registry).source is PluginSource)
        let error = #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: text.utf8, registry: PluginRegistry())
        }
        #expect("\(error as Any)".contains("Pipeline(json:) of ConnectivityPluginHost starts it"))
        var twice = registry
        let taken = await #expect(throws: PluginError.self) {
            try await PluginHost(configuration: text.utf8, registry: &twice)
        }
        #expect("\(taken as Any)".contains("prober.example.clock is already registered"))
    }
}

extension ProbeExchange {
    fileprivate var failureKind: ProbeFailure.Kind? {
        if case .failure(let failure) = outcome { failure.kind } else { nil }
    }
}
#endif
