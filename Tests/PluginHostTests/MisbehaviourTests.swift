#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

@testable import ConnectivityPluginHost

/// A plugin that breaks the contract, and what must come of it.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        /// Inconclusive, with this fault and this text in its detail.
        case fault(PluginFault.Kind, String)
        /// A verdict, and its code.
        case verdict(Verdict.Finding, String)
    }

    var name: String
    var code: String
    var outcome: Outcome
    var body = "pong"
    var limit = Duration.seconds(20)

    var testDescription: String { name }

    init(
        _ name: String,
        _ outcome: Outcome,
        body: String = "pong",
        limit: Duration = .seconds(20),
        _ code: String
    ) {
        (self.name, self.code, self.outcome, self.body, self.limit) = (name, code, outcome, body, limit)
    }

    /// Short ones: the body of `plugin(id, exchange, request)`.
    static let all: [Misbehaviour] = [
        Misbehaviour(
            "prints a stray line",
            .fault(.stray, #""checking ...""#),
            #"print("checking ...", flush=True); say(id=id, finding="genuine")"#
        ),
        Misbehaviour(
            "writes 1 GB without the end of a line",
            .fault(.lineTooLong, "longer than 1048576 bytes"),
            "[raw(b'x' * 1000000) for _ in range(1000)]"
        ),
        Misbehaviour("writes 1 GB of lines", .fault(.stray, "xxx"), "[raw(b'xxx\\n' * 250000) for _ in range(1000)]"),
        Misbehaviour("sleeps", .fault(.late, "in time"), limit: .milliseconds(300), "time.sleep(1000)"),
        Misbehaviour("spins", .fault(.late, "in time"), limit: .milliseconds(300), "while True: pass"),
        Misbehaviour("ends with a status", .fault(.ended, "exit status 3"), "sys.exit(3)"),
        Misbehaviour("ends by a signal", .fault(.ended, "signal 11"), "os.kill(os.getpid(), signal.SIGSEGV)"),
        Misbehaviour("stops itself", .fault(.late, "in time"), limit: .milliseconds(300), "os.kill(os.getpid(), 19)"),
        Misbehaviour("answers for another id", .fault(.unasked, "1002"), #"say(id=id + 1000, finding="genuine")"#),
        Misbehaviour("answers for hello again", .fault(.unasked, "request 0"), #"say(id=0, **introduction)"#),
        Misbehaviour("answers with no id", .fault(.stray, "has no id"), #"say(finding="genuine")"#),
        Misbehaviour("answers with a text as id", .fault(.stray, "has no id"), #"say(id=str(id), finding="genuine")"#),
        Misbehaviour("answers with a negative id", .fault(.stray, "has no id"), #"say(id=-id, finding="genuine")"#),
        Misbehaviour("answers with a list", .fault(.stray, "[1, 2]"), #"raw("[1, 2]\n")"#),
        Misbehaviour("answers with nothing but a number", .fault(.stray, "1"), #"raw("1\n")"#),
        Misbehaviour("nests deeply", .fault(.stray, "[[[["), #"raw("[" * 100000 + "\n")"#),
        Misbehaviour("writes invalid UTF-8", .fault(.stray, "no message"), #"raw(b'{"id": 1, "finding": "\xff"}\n')"#),
        Misbehaviour("writes null characters", .fault(.stray, "no message"), #"raw(b'\0\0\0\n')"#),
        Misbehaviour(
            "names a member twice",
            .fault(.stray, "no message"),
            #"raw('{"id": %d, "finding": "genuine", "finding": "genuine"}\n' % id)"#
        ),
        Misbehaviour(
            "ends in the middle of a line",
            .fault(.stray, "not complete"),
            #"raw('{"id": %d, "finding": "genuine"' % id); sys.exit(0)"#
        ),
        Misbehaviour("has no verdict", .fault(.malformed, "finding"), "say(id=id)"),
        Misbehaviour("has an unknown verdict", .fault(.malformed, "finding"), #"say(id=id, finding="online")"#),
        Misbehaviour("has an unknown member", .fault(.malformed, "score"), #"say(id=id, finding="genuine", score=1)"#),
        Misbehaviour(
            "claims a basis",
            .fault(.malformed, "basis"),
            #"say(id=id, finding="genuine", basis="whole-answer")"#
        ),
        Misbehaviour(
            "has a reason of ours",
            .fault(.malformed, "begin with a name"),
            #"say(id=id, finding="genuine", reason={"code": "body-equals", "facts": {}})"#
        ),
        Misbehaviour(
            "has a sign-in URL without a portal",
            .fault(.malformed, "only with captive"),
            #"say(id=id, finding="genuine", signInURL="http://login.example/")"#
        ),
        Misbehaviour(
            "has several answers",
            .fault(.malformed, "one answer"),
            #"say(id=id, more=True, finding="genuine")"#
        ),
        Misbehaviour("reports an error", .fault(.refused, "no disk"), #"say(id=id, error="no disk")"#),
        Misbehaviour(
            "closes its output and stays",
            .fault(.ended, "closed its standard output"),
            "os.close(1); time.sleep(1000)"
        ),
        Misbehaviour("takes all memory", .fault(.ended, "status 1"), "x = b'x' * (5 << 30)"),
        Misbehaviour(
            "opens too many files",
            .fault(.ended, "status 1"),
            "[open('/dev/null') for _ in []] or [os.dup(0) for _ in range(300)]"
        ),
        Misbehaviour(
            "finds a portal page genuine",
            .verdict(.inconclusive, "testimony-overruled"),
            body: "<form action=/login><input name=user><input type=password></form>",
            #"say(id=id, finding="genuine", reason=own("fine"))"#
        ),
        Misbehaviour(
            "names a dangerous sign-in URL",
            .verdict(.captive, "com.example.portal"),
            #"say(id=id, finding="captive", reason=own("portal"), signInURL="javascript:alert(1)")"#
        ),
        Misbehaviour(
            "writes 1 GB to standard error",
            .verdict(.genuine, "com.example.fine"),
            """
            if os.fork() == 0:
                    [os.write(2, b'noise\\n' * 100000) for _ in range(1700)]
                    os._exit(0)
                say(id=id, finding="genuine", reason=own("fine"))
            """
        ),
        Misbehaviour(
            "leaves processes behind",
            .verdict(.genuine, "com.example.fine"),
            """
            for _ in range(5):
                    if os.fork() == 0: time.sleep(1000); os._exit(0)
                say(id=id, finding="genuine", reason=own("fine"))
            """
        ),
        Misbehaviour(
            "leaves processes behind in separate sessions, whose parents have ended",
            .verdict(.genuine, "com.example.fine"),
            """
            for _ in range(5):
                    if os.fork() == 0:
                        os.setsid()
                        if os.fork() == 0: time.sleep(1000)
                        os._exit(0)
                say(id=id, finding="genuine", reason=own("fine"))
            """
        ),
        Misbehaviour(
            "ends and leaves a process that holds its output",
            .fault(.ended, "exit status 0"),
            "(time.sleep(1000) if os.fork() == 0 else os._exit(0))"
        ),
        Misbehaviour(
            "ignores every signal and the end of its input",
            .verdict(.genuine, "com.example.fine"),
            """
            signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGHUP, signal.SIG_IGN)
                say(id=id, finding="genuine", reason=own("fine"))
                while True: time.sleep(1)
            """
        ),
    ]
}

@Suite(.needs(.python)) struct `A plugin that breaks the contract` {
    @Test(arguments: Misbehaviour.all)
    func `A faulty plugin is reported with its fault, leaves no process, and is started again`(fault: Misbehaviour)
        async throws
    {
        #expect(Misbehaviour.all.count >= 20)
        let test = try TestPlugin("def plugin(id, exchange, request):\n    \(fault.code)\n")
        let plugin = try await test.start()
        let asked = exchange(fault.body, within: fault.limit)
        let verdict = await plugin.witness.testify(on: asked)
        switch fault.outcome {
        case .fault(let kind, let text):
            expect(verdict.finding, .inconclusive)
            expect(verdict.reason.code, "plugin-failed", "\(verdict.reason)")
            expect(verdict.reason.facts["witness"], "validator.example.test")
            expect(verdict.reason.facts["fault"], .text(kind.rawValue), "\(verdict.reason)")
            expect(verdict.reason.facts["detail"]?.text?.contains(text), true, "\(verdict.reason)")
        case .verdict(let finding, let code):
            #expect(verdict.finding == finding && verdict.reason.code == code, "\(verdict)")
            #expect(verdict.portal?.signInURL == nil && verdict.basis == .part)
        }
        // The judge never takes such an answer for a genuine one, and its own fault is no evidence against the network.
        var judged = asked
        judged.testimony = [Testimony(of: plugin.witness, verdict)]
        if verdict.finding == .inconclusive {
            let final = ExchangeJudge([PortalSignals()]).verdict(on: judged, expecting: plugin.witness)
            expect(final.finding, (verdict.reason.code == "plugin-failed" ? .inconclusive : .captive), "\(final)")
        }
        let start = ContinuousClock.now
        await plugin.end()
        #expect(ContinuousClock.now - start < .seconds(10))
        try await expectNoProcess(naming: test.folder)
        #expect(test.log.count < 200)
    }

    @Test(arguments: [0, 1]) func `A keeper that is killed leaves no process of its plugin`(index: Int) async throws {
        let test = try TestPlugin(
            """
            def plugin(id, exchange, request):
                for _ in range(50):
                    if os.fork() == 0:
                        os.setsid()
                        if os.fork() == 0: time.sleep(1000)
                        os._exit(0)
                    os.wait()
                inner = os.getppid()
                outer = int(open(f"/proc/{inner}/stat").read().rsplit(")", 1)[1].split()[1])
                say(id=id, finding="substituted",
                    reason={"code": "com.example.keepers", "facts": {"keepers": [inner, outer]}})
            """
        )
        let plugin = try await test.start()
        let facts = await plugin.witness.testify(on: exchange("pong")).reason.facts
        let keepers = try #require(facts["keepers"]?.list).compactMap { $0.integer.flatMap(pid_t.init(exactly:)) }
        #expect(keepers.count == 2 && !keepers.contains(getpid()) && processes(naming: test.folder).count > 50)
        kill(keepers[index], SIGKILL)
        try await expectNoProcess(naming: test.folder)
        await plugin.end()
    }

    /// Processes end a moment after the signal.
    private func expectNoProcess(naming folder: String) async throws {
        for _ in 0..<100 where !processes(naming: folder).isEmpty { try await Task.sleep(for: .milliseconds(50)) }
        #expect(processes(naming: folder).isEmpty)
    }
}

/// The processes whose command line contains a text.
func processes(naming text: String) -> [Int] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(Int.init).filter { number in
        let line = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
        return String(decoding: line, as: UTF8.self).contains(text)
    }
}
#endif
