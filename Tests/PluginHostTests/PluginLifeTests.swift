#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityPluginHost

@Suite(.needs(.python)) struct `The life of a plugin` {
    private static let fine = #"say(id=id, finding="genuine", reason=own("fine"))"#

    @Test func `A plugin introduces itself, and its verdict is testimony with its version and digest`() async throws {
        let test = try TestPlugin("def plugin(id, exchange, request): \(Self.fine)")
        let plugin = try await test.start()
        let verdict = await plugin.witness.testify(on: exchange("pong"))
        let testimony = Testimony(of: plugin.witness, verdict)
        #expect(testimony.witness == "validator.example.test" && testimony.version == "1.5")
        #expect(testimony.digest?.hasPrefix("sha256:") == true && testimony.digest?.count == 71)
        expect(verdict, Verdict(.genuine, because: Reason("com.example.fine")))
        await plugin.end()
        await expect(plugin.witness.testify(on: exchange("pong")).reason.facts["fault"], "ended")
    }

    @Test func `Requests overlap, answers come in any order, and a late one delays no other`() async throws {
        let test = try TestPlugin(
            """
            import threading
            def answer(id, exchange):
                body = exchange["response"]["body"]
                time.sleep(float(body))
                say(id=id, finding="substituted", reason={"code": "com.example.slept", "facts": {"body": body}})
            def plugin(id, exchange, request): threading.Thread(target=answer, args=(id, exchange)).start()
            """
        )
        let witness = try await test.start().witness
        let start = ContinuousClock.now
        await withTaskGroup(of: (String, Verdict).self) { group in
            for body in ["100", "0.5", "0"] {
                group.addTask { (body, await witness.testify(on: exchange(body, within: .seconds(2)))) }
            }
            var order: [String] = []
            for await (body, verdict) in group {
                order.append(body)
                if body == "100" {
                    expect(verdict.reason.facts["fault"], "late")
                } else {
                    expect(verdict.reason.facts["body"], .text(body))
                }
            }
            expect(order, ["0", "0.5", "100"])
        }
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `A body of 256 KiB of any bytes reaches the plugin whole, and an answer of 512 KiB comes back`()
        async throws
    {
        let test = try TestPlugin(
            """
            import base64, hashlib
            def plugin(id, exchange, request):
                response = exchange["response"]
                bytes = base64.b64decode(response["bodyBase64"]) if response["bodyBase64"] else response["body"].encode()
                facts = {"length": len(bytes), "digest": hashlib.sha256(bytes).hexdigest(), "echo": "e" * 524288}
                say(id=id, finding="substituted", reason={"code": "com.example.got", "facts": facts})
            """
        )
        let witness = try await test.start().witness
        for body in [[UInt8](repeating: 0, count: 262_144), (0..<262_144).map { UInt8(truncatingIfNeeded: $0 &* 7) }] {
            var asked = exchange("")
            asked.outcome = .success(.http(ProbeResponse(status: 200, body: body)))
            let facts = await witness.testify(on: asked).reason.facts
            #expect(facts["length"] == 262_144 && facts["echo"]?.text?.utf8.count == 524_288)
        }
    }

    @Test func `A plugin that is killed is named, and the next request starts it again at once`() async throws {
        let test = try TestPlugin(
            """
            def plugin(id, exchange, request):
                if exchange["response"]["body"] == "wait": time.sleep(1000)
                say(id=id, finding="genuine", reason={"code": "com.example.pid", "facts": {"pid": os.getpid()}})
            """
        )
        let witness = try await test.start().witness
        let first = try #require(await witness.testify(on: exchange("pong")).reason.facts["pid"]?.integer)
        async let waiting = witness.testify(on: exchange("wait"))
        try await Task.sleep(for: .milliseconds(200))
        kill(pid_t(first), SIGKILL)
        let verdict = await waiting
        expect(verdict.finding, .inconclusive)
        expect(verdict.reason.facts["detail"], "signal 9 ended it")
        let second = try #require(await witness.testify(on: exchange("pong")).reason.facts["pid"]?.integer)
        #expect(second != first)
        #expect(test.log.contains("plugin plugin.py: signal 9 ended it"))
    }

    @Test func `A program that was changed is not started again under the digest of the old one`() async throws {
        let test = try TestPlugin("def plugin(id, exchange, request): os._exit(1)")
        let witness = try await test.start().witness
        let file = try #require(FileHandle(forWritingAtPath: test.path))
        try file.seekToEnd()
        try file.write(contentsOf: Data("\n".utf8))
        try file.close()
        await expect(witness.testify(on: exchange("pong")).reason.facts["detail"], "it ended with exit status 1")
        let verdict = await witness.testify(on: exchange("pong"))
        expect(verdict.finding, .inconclusive)
        expect(verdict.reason.facts["detail"]?.text?.hasSuffix("has changed since its first start"), true)
    }

    @Test func `Starts again wait longer and longer, and end after too many failures`() {
        var rule = RestartRule()
        var now = ContinuousClock.now
        expect(rule.refusal(at: now), nil)
        var waits: [Int] = []
        for _ in 0..<PluginLimits.failures {
            rule.started(at: now)
            rule.failed(PluginFault(.ended, "it ended"), at: now)
            var wait = 0
            while let refusal = rule.refusal(at: now), !refusal.detail.contains("not started again"), wait < 100 {
                now += .seconds(1)
                wait += 1
            }
            waits.append(wait)
        }
        expect(waits.prefix(9), [0, 1, 2, 4, 8, 16, 32, 60, 60])
        expect(rule.refusal(at: now + .seconds(100_000))?.detail.contains("20 times in a row"), true)
        // A failure after a long healthy life is the first one.
        var healthy = RestartRule()
        for _ in 0..<30 {
            healthy.started(at: now)
            now += PluginLimits.healthyLife
            healthy.failed(PluginFault(.ended, "it ended"), at: now)
            expect(healthy.refusal(at: now), nil)
        }
    }

    @Test func `A plugin is notified of a cancelled request, and may still answer`() async throws {
        let test = try TestPlugin(
            """
            import threading
            def plugin(id, exchange, request):
                if exchange["response"]["body"] == "wait":
                    threading.Timer(0.5, lambda: say(id=id, finding="genuine")).start()
                else:
                    say(id=id, finding="genuine", reason=own("fine"))
            """
        )
        let witness = try await test.start().witness
        let task = Task { await witness.testify(on: exchange("wait")) }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        await expect(task.value.reason.facts["fault"], "cancelled")
        try await Task.sleep(for: .milliseconds(800))
        await expect(witness.testify(on: exchange("pong")).finding, .genuine)
        #expect(test.log.isEmpty)
    }

    @Test func `A plugin inherits no variable or descriptor, and has its limits and its own process group`()
        async throws
    {
        let test = try TestPlugin(
            """
            import resource
            def plugin(id, exchange, request):
                facts = {
                    "environment": " ".join(sorted(os.environ)),
                    "descriptors": " ".join(sorted(os.listdir("/proc/self/fd"))),
                    "files": resource.getrlimit(resource.RLIMIT_NOFILE)[1], "core": resource.getrlimit(resource.RLIMIT_CORE)[1],
                    "leads": os.getpgid(0) == os.getpid(), "folder": os.getcwd(), "argument": sys.argv[1],
                    "ignored": [l for l in open("/proc/self/status") if l.startswith("SigBlk")][0].split()[1],
                    "privileges": [l for l in open("/proc/self/status") if l.startswith("NoNewPrivs")][0].split()[1],
                }
                say(id=id, finding="substituted", reason={"code": "com.example.facts", "facts": facts})
            """
        )
        var program = test.program
        program.environment = ["EXAMPLE": "1"]
        let facts = await (try await test.start(program)).witness.testify(on: exchange("pong")).reason.facts
        // Python adds LC_CTYPE in some environments.
        let names = facts["environment"]?.text?.split(separator: " ").filter { $0 != "LC_CTYPE" }
        expect(names, ["EXAMPLE", "HOME", "LANG", "PATH", "PYTHONUNBUFFERED"])
        // The last one is the folder that is being listed.
        expect(facts["descriptors"], "0 1 2 3")
        #expect(facts["files"] == 256 && facts["core"] == 0 && facts["leads"] == true && facts["folder"] == "/")
        expect(facts["argument"], .text(test.folder))
        #expect(facts["ignored"] == "0000000000000000" && facts["privileges"] == "1")
    }

    @Test(.needs(Need(obstacle: ChildProcess.landlockVersion > 0 ? nil : "needs a kernel with Landlock")))
    func `A plugin writes only below the folders that its configuration names`() async throws {
        let test = try TestPlugin(
            """
            def attempt(path):
                try:
                    open(path, "w").write("x")
                    return "written"
                except OSError as error: return error.strerror
            def attribute(change):
                try: change(sys.argv[1] + "/in/x")
                except OSError as error: return error.strerror
                return "changed"
            def plugin(id, exchange, request):
                facts = {"inside": attempt(sys.argv[1] + "/in/x"), "outside": attempt(sys.argv[1] + "/x"),
                         "null": attempt("/dev/null")}
                facts["mode"] = attribute(lambda path: os.chmod(path, 0o777))
                facts["owner"] = attribute(lambda path: os.chown(path, -1, os.getgid()))
                facts["time"] = attribute(lambda path: os.utime(path, (1, 1)))
                facts["extended"] = attribute(lambda path: os.setxattr(path, "user.a", b"b"))
                say(id=id, finding="substituted", reason={"code": "com.example.facts", "facts": facts})
            """
        )
        try FileManager.default.createDirectory(atPath: test.folder + "/in", withIntermediateDirectories: false)
        var program = test.program
        program.writes = [test.folder + "/in"]
        let facts = await (try await test.start(program)).witness.testify(on: exchange("pong")).reason.facts
        let refused: Fact = "Operation not permitted"
        expect(
            facts,
            [
                "inside": "written", "outside": "Permission denied", "null": "written", "mode": refused,
                "owner": refused,
                "time": refused, "extended": refused,
            ]
        )
    }

    @Test func `A program that cannot be a plugin is refused with the reason`() async throws {
        func refusal(_ command: String...) async -> String {
            do throws(PluginFault) {
                _ = try await RunningPlugin(PluginProgram(command: command)) { _ in }
                return "started"
            } catch {
                return error.detail
            }
        }
        await expect(refusal("/no/such/program"), "/no/such/program cannot be read: No such file or directory")
        await expect(refusal("/etc"), "/etc cannot be read: it is no regular file")
        await expect(refusal("/etc/passwd"), "/etc/passwd cannot be executed: Permission denied")
        await expect(refusal("/bin/true"), "it ended with exit status 0")
        #expect(await refusal("/bin/echo", "Hello").contains(#"a line on its standard output is no message: "Hello""#))
        let silent = try TestPlugin("#!/bin/sh\nexec sleep 1000\n", whole: true)
        var program = silent.program
        program.limits.start = .milliseconds(300)
        let failure = await #expect(throws: PluginFault.self) { try await silent.start(program) }
        expect(failure?.detail, "it did not answer hello within 0.3 s")
    }

    @Test(arguments: [
        (#"{"protocol": 2}"#, "protocol 2 is not supported"), (#"{"registers": []}"#, "registers 1 through 64"),
        (#"{"registers": [{"use": "policy.example.x"}]}"#, "begins with none of"),
        (#"{"registers": [{"use": "validator.contains"}]}"#, "needs three words or more"),
        (#"{"registers": [{"use": "validator.example.x"}, {"use": "validator.example.x"}]}"#, "registered twice"),
        (#"{"registers": [{"use": "prober.example.x"}]}"#, "kinds"), (#"{"extra": 1}"#, "extra"),
        (#"{"registers": [{"use": "validator.example.x", "options": {"type": "object", "oneOf": []}}]}"#, "oneOf"),
        (#"{"registers": [{"use": "validator.example.x", "options": {"type": "string"}}]}"#, "must be object"),
    ])
    func `A wrong introduction is refused with the reason`(change: String, reason: String) async throws {
        let test = try TestPlugin("introduction.update(json.loads('''\(change)'''))\ndef plugin(*a): pass")
        let failure = await #expect(throws: PluginFault.self) { try await test.start() }
        #expect(failure?.kind == .malformed && failure?.detail.contains(reason) == true, "\(failure?.detail ?? "none")")
    }

    @Test func `Standard error is passed on with the name of the plugin, printable and at a limited rate`() async throws
    {
        let test = try TestPlugin(
            """
            def plugin(id, exchange, request):
                for number in range(1000): print("line", number, "\\x1b[31m", file=sys.stderr)
                \(Self.fine)
            """
        )
        let plugin = try await test.start()
        _ = await plugin.witness.testify(on: exchange("pong"))
        await plugin.end()
        expect(test.log.first, #"plugin plugin.py: line 0 \u{1b}[31m"#)
        #expect(test.log.count < 100 && test.log.last?.hasSuffix("more lines on standard error") == true)
    }
}
#endif
