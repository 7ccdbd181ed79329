#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

import ConnectivityTestKit
import Foundation
import Glibc
import Testing
import TestSupport

@testable import ConnectivityNotifiers
@testable import ConnectivityPipeline

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The program notifier` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func program(_ lines: String, timeout: Duration = .seconds(10)) throws -> ProgramNotifier {
        ProgramNotifier(command: [try folder.script(lines)], timeout: timeout)
    }

    @Test func `The program receives the assessment on standard input and the facts in its environment`() async throws {
        let notifier = try program("cat > \(folder.path("json")); env > \(folder.path("env"))")
        try await notifier.handle(.assessmentChanged(.sample(.online)))
        try await notifier.handle(.assessmentChanged(.portal))
        let object = try JSONSerialization.jsonObject(with: Data(folder.text("json").utf8)) as? [String: Any]
        expect(object?["access"] as? String, "captive")
        expect((object?["portal"] as? [String: Any])?["signInURL"] as? String, "http://login.example/?id=7")
        let facts = try folder.text("env").split(separator: "\n").filter { $0.hasPrefix("CONNECTIVITY_") }.sorted()
        expect(
            facts,
            [
                "CONNECTIVITY_ACCESS=captive", "CONNECTIVITY_EVENT=changed",
                "CONNECTIVITY_INTERFACE=eth0", "CONNECTIVITY_INTERFACE_KIND=ethernet",
                "CONNECTIVITY_PORTAL_URL=http://login.example/?id=7", "CONNECTIVITY_PREVIOUS_ACCESS=online",
                "CONNECTIVITY_REASON=no-endpoint", "CONNECTIVITY_SINCE=1970-01-01T00:00:05.020Z",
                "CONNECTIVITY_TEXT=no endpoint is configured",
            ]
        )
    }

    @Test func `A program starts for final assessments alone, so a portal is one event`() async throws {
        let notifier = try program("echo $CONNECTIVITY_ACCESS $CONNECTIVITY_PREVIOUS_ACCESS >> \(folder.path("log"))")
        var first = Assessment.portal
        let path = NetworkPath(interface: "eth0")
        first.paths = [PathAssessment(path: path, access: first.access, reason: first.reason, isFinal: false)]
        let online = Assessment.sample(.online)
        for assessment in [online, first, .portal, first, .portal, online] {
            try await notifier.handle(.assessmentChanged(assessment))
        }
        try expect(folder.text("log"), "online\ncaptive online\nonline captive\n")
    }

    @Test func `The program receives an observation on its standard input`() async throws {
        let notifier = try program("cat > \(folder.path("json"))")
        try await notifier.handle(.observed(.portal("expiring")))
        let object = try JSONSerialization.jsonObject(with: Data(folder.text("json").utf8)) as? [String: Any]
        #expect(object?["subject"] as? String == "wlan0" && object?["state"] as? String == "expiring")
        let both = try NotifierTests.notifier(
            ProgramNotifier.self,
            #"{"use": "notifier.program", "program": ["/x"], "events": ["changed", "observed"]}"#
        )
        expect(both.mailbox.events, [.changes, .observations])
    }

    @Test func `Hostile names reach the program as one printable line each`() async throws {
        let notifier = try program("env > \(folder.path("env"))")
        let name = "e\nLD_PRELOAD=/x\u{1B}[2J\u{0}\u{202E}" + String(repeating: "n", count: 5000)
        try await notifier.handle(.assessmentChanged(.sample(.online, interface: name)))
        let lines = try folder.text("env").split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("LD_PRELOAD") })
        let value = try #require(lines.first { $0.hasPrefix("CONNECTIVITY_INTERFACE=") })
        #expect(value.hasPrefix(#"CONNECTIVITY_INTERFACE=e\u{a}LD_PRELOAD=/x\u{1b}[2J\u{0}\u{202e}nnn"#))
        #expect(value.count < 1100)
    }

    @Test func `The program inherits no other variable than those of the session and those that are named`()
        async throws
    {
        unsafe setenv("CONNECTIVITY_TEST_SECRET", "s3cret", 1)
        unsafe setenv("CONNECTIVITY_TEST_NAMED", "given", 1)
        defer { for name in ["SECRET", "NAMED"] { unsafe unsetenv("CONNECTIVITY_TEST_\(name)") } }
        let script = try folder.script("env > \(folder.path("env"))")
        try await ProgramNotifier(command: [script], environment: ["CONNECTIVITY_TEST_NAMED"]).handle(
            .assessmentChanged(.sample())
        )
        let text = try folder.text("env")
        #expect(text.contains("CONNECTIVITY_TEST_NAMED=given\n"))
        #expect(!text.contains("s3cret"))
        #expect(text.contains("PATH="))
    }

    @Test func `The program inherits no descriptor, not even one that lacks the close-on-exec flag`() async throws {
        let leaks = (0..<20).map { _ in unsafe open("/dev/null", O_RDONLY) }
        defer { for leak in leaks { close(leak) } }
        // The fourth one is the folder that ls reads.
        try await program("ls /proc/self/fd > \(folder.path("open"))").handle(.assessmentChanged(.sample()))
        try expect(folder.text("open"), "0\n1\n2\n3\n")
    }

    @Test func `The program starts with default signals, none blocked, in its own process group`() async throws {
        let notifier = try program(
            "grep -E '^Sig(Blk|Ign)' /proc/self/status > \(folder.path("s")); cut -d' ' -f1,5 /proc/self/stat >> \(folder.path("s")); echo $$ >> \(folder.path("s"))"
        )
        try await notifier.handle(.assessmentChanged(.sample()))
        let lines = try folder.text("s").split(separator: "\n").map(String.init)
        // The C library keeps the signals 32 and 33 for itself.
        let masks = lines.prefix(2).map { UInt64($0.suffix(16), radix: 16).map { $0 & 0xFFFF_FFFE_7FFF_FFFF } }
        expect(masks, [0, 0], "\(lines)")
        expect(lines[2].split(separator: " ").last.map(String.init), lines[3])
    }

    @Test func `A program that fails is reported with its status and the first line of its error message`() async throws
    {
        let failing = try program("echo 'no such broker' >&2; echo more >&2; exit 3")
        let error = await #expect(throws: NotifierFault.self) {
            try await failing.handle(.assessmentChanged(.sample()))
        }
        expect(error?.description, "\(failing.command[0]): exit status 3: no such broker")
        let killed = try program("kill -SEGV $$")
        let other = await #expect(throws: NotifierFault.self) { try await killed.handle(.assessmentChanged(.sample())) }
        expect(other?.description, "\(killed.command[0]): ended by signal 11")
        let missing = ProgramNotifier(command: ["/no/such/program"])
        let absent = await #expect(throws: NotifierFault.self) {
            try await missing.handle(.assessmentChanged(.sample()))
        }
        expect(absent?.description, "cannot start /no/such/program: No such file or directory")
    }

    @Test func `A program that does not end in time is killed with everything that it started`() async throws {
        let notifier = try program(
            "sleep 1000 & echo $! > \(folder.path("pid")); echo $$ >> \(folder.path("pid")); wait",
            timeout: .milliseconds(300)
        )
        let start = ContinuousClock.now
        let error = await #expect(throws: NotifierFault.self) {
            try await notifier.handle(.assessmentChanged(.sample()))
        }
        expect(error?.description.hasSuffix("did not end within 0.3 s"), true)
        #expect(ContinuousClock.now - start < .seconds(5))
        try await expectGone("pid")
    }

    @Test func `A process that a notifier's program leaves running is killed when the program ends`() async throws {
        let notifier = try program("sleep 1000 & echo $! > \(folder.path("pid"))")
        let start = ContinuousClock.now
        try await notifier.handle(.assessmentChanged(.sample()))
        #expect(ContinuousClock.now - start < .seconds(5))
        try await expectGone("pid")
    }

    @Test func `Cancellation kills the program, and a cancelled task starts none`() async throws {
        let notifier = try program("trap '' TERM INT; echo $$ > \(folder.path("pid")); sleep 1000")
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await notifier.handle(.assessmentChanged(.sample())) }
            try await wait(for: "the program") { try folder.names().contains("pid") && !folder.text("pid").isEmpty }
            group.cancelAll()
        }
        #expect(ContinuousClock.now - start < .seconds(5))
        try await expectGone("pid")
        let other = try program("touch \(folder.path("started"))")
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try? await other.handle(.assessmentChanged(.sample())) }
        }
        #expect(try !folder.names().contains("started"))
    }

    @Test func `A program that reads nothing, or floods standard error, holds up nothing`() async throws {
        let reason = Reason.stated(String(repeating: "x", count: 300_000))
        try await program("exec <&-; sleep 0.1").handle(.assessmentChanged(.sample(.online, because: reason)))
        let flood = try program("yes flood >&2", timeout: .milliseconds(300))
        await #expect(throws: NotifierFault.self) { try await flood.handle(.assessmentChanged(.sample())) }
        let reader = try program("wc -c > \(folder.path("count"))")
        try await reader.handle(.assessmentChanged(.sample(.online, because: reason)))
        #expect((Int(try folder.text("count").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) > 300_000)
    }

    @Test func `Many runs leave no zombie, descriptor or thread behind`() async throws {
        let notifier = try program("exit 1")
        func count(_ folder: String) throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder).count }
        // Zombie children of this process; other tests may have some.
        func zombies() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.count { number in
                guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else {
                    return false
                }
                let parts = text.split(separator: ")").last?.split(separator: " ") ?? []
                return parts.first == "Z" && parts.dropFirst().first.flatMap { Int32($0) } == getpid()
            }
        }
        try? await notifier.handle(.assessmentChanged(.sample()))
        let (descriptors, threads, others) = (try count("/proc/self/fd"), try count("/proc/self/task"), try zombies())
        for _ in 0..<50 { try? await notifier.handle(.assessmentChanged(.sample())) }
        try await wait(for: "the end of all descriptors") { try count("/proc/self/fd") <= descriptors }
        try await wait(for: "the end of all zombies") { try zombies() <= others }
        try await wait(for: "the end of all threads") { try count("/proc/self/task") < threads + 10 }
    }

    @Test func `A notifier runs one program at a time, and reports only the newest of the waiting changes`()
        async throws
    {
        let log = folder.path("log")
        let slow = try program(
            "echo \"$CONNECTIVITY_SINCE ${CONNECTIVITY_MERGED:-0}\" >> \(log); sleep 0.4; echo end >> \(log)"
        )
        let changes = (0..<20).map { Assessment.sample($0 % 2 == 0 ? .online : .partial, second: $0) }
        let statistics = try await deliver(changes, every: .milliseconds(50), to: slow)
        let lines = try folder.text("log").split(separator: "\n").map(String.init)
        #expect(
            statistics.received == 20 && (10...18).contains(statistics.dropped) && statistics.failed == 0,
            "\(statistics)"
        )
        expect(lines.count, 2 * statistics.delivered)
        #expect(lines.enumerated().allSatisfy { ($0.offset % 2 == 1) == ($0.element == "end") }, "\(lines)")
        expect(lines.dropLast().last?.hasPrefix("1970-01-01T00:00:19.020Z "), true)
        let merged = lines.compactMap { Int($0.split(separator: " ").last ?? "") }.reduce(0, +)
        expect(merged, statistics.dropped, "Each dropped event is counted for the program that follows: \(lines)")
    }

    @Test func `The program notifier keeps the laws of notifiers`() async throws {
        let notifier = try program("exit 0")
        try await NotifierLaws.check(notifier)
    }

    @Test func `Options of the program notifier that cannot be used are refused with advice`() throws {
        func refusal(_ options: String) throws -> String {
            try NotifierTests.refusal(#"{"use": "notifier.program", \#(options)}"#)
        }
        #expect(
            try refusal(#""program": ["notify-send"]"#).contains(
                "must begin with an absolute path, such as /usr/local/bin/on-change"
            )
        )
        #expect(try refusal(#""program": "/x""#).contains(#"expected an array such as ["..."]; found a string"#))
        #expect(try refusal(#""program": []"#).contains("must begin with an absolute path"))
        #expect(try refusal(#""events": ["changed"]"#).contains(#""program" is missing"#))
        #expect(try refusal(#""program": ["/x"], "timeout": 5"#).contains("at timeout: was removed: it is 60 seconds"))
        #expect(
            try refusal(#""program": ["/x"], "events": []"#).contains(
                "changed, confirmed, round-ended, observed, or a kind of observations"
            )
        )
        #expect(try refusal(#""program": ["/x"], "environment": ["A=b"]"#).contains("without their values"))
        #expect(try refusal(#""program": ["/x"], "shell": true"#).contains("unknown option"))
        let whole = try notifier(
            ProgramNotifier.self,
            #"""
            { "use": "notifier.program", "program": ["/x", "a b"], "events": ["confirmed"],
            "environment": ["A"] }
            """#
        )
        #expect(whole.command == ["/x", "a b"] && whole.selection.events == .confirmations)
    }

    /// Waits until no process of a list in a file exists.
    private func expectGone(_ file: String) async throws {
        let pids = try folder.text(file).split(separator: "\n").compactMap { pid_t($0) }
        #expect(!pids.isEmpty)
        try await wait(for: "the end of \(pids)") {
            pids.allSatisfy { pid in
                guard kill(pid, 0) == 0 else { return true }
                // The machine's first process may be slow to reap what lost its parent.
                let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
                return stat?.contains(") Z ") ?? true
            }
        }
    }
}
#endif
