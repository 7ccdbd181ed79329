#if canImport(CSQLite) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityReport
import ConnectivityTestKit
import ConnectivityToolkit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityOutages

/// Clocks that a test sets.
private final class SetClock: Sendable {
    private let time = Lock(JournalTime(boot: 1_000_000, awake: 1_000_000, wall: 1_700_000_000_000))

    /// Lets time pass, during which the machine may sleep and the wall clock may be set.
    func pass(_ seconds: Int64, asleep: Int64 = 0, set: Int64 = 0) {
        time.withLock { time in
            time.boot += seconds * 1000
            time.awake += (seconds - asleep) * 1000
            time.wall += (seconds + set) * 1000
        }
    }

    var now: Timestamp { Timestamp(milliseconds: time.withLock { $0 }.wall) }

    func clock(boot: String = "one") -> JournalClock { JournalClock(bootID: boot) { self.time.withLock { $0 } } }
}

@Suite(.serialized, .timeLimit(.minutes(2))) final class `The journal of outages` {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "outages-\(UUID().uuidString.prefix(8))"
    )
    private let time = SetClock()

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var file: String { folder.path() + "/journal.db" }

    func notifier(boot: String = "one", states: Int = 50_000, days: Int = 400) -> OutageNotifier {
        OutageNotifier(.init(file: file, days: days, stateCountMax: states), clock: time.clock(boot: boot))
    }

    func report(_ access: InternetAccess, _ notifier: OutageNotifier, paths: [PathAssessment] = []) async throws {
        var assessment = Assessment.observed(access, paths: paths)
        assessment.startedAt = time.now
        try await notifier.handle(.assessmentChanged(assessment))
    }

    private func confirm(_ access: InternetAccess, _ notifier: OutageNotifier) async throws {
        var assessment = Assessment.observed(access)
        (assessment.startedAt, assessment.confirmedAt) = (time.now, time.now)
        try await notifier.handle(.assessmentConfirmed(assessment))
    }

    /// Waits until no thread holds the lock of a journal: the one that wrote last may hold it after its notifier has ended.
    private func untilNobodyHolds(_ file: String) async throws {
        while (try? FileLock(file)) == nil { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// The states and their seconds.
    private func states() throws -> [String] {
        try Journal(file).spans.map { span in
            let seconds = (span.to.sinceEpoch - span.from.sinceEpoch).components.seconds
            return (span.path.isEmpty ? "" : span.path + " ") + "\(span.state.rawValue) \(seconds)"
        }
    }

    /// Runs a command of the shell, and returns its output.
    @discardableResult func shell(_ words: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", words]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    @Test(.needs(.program("sqlite3")))
    func `The journal has the name of the machine, and one of an earlier program is read and continued`() async throws {
        let notifier = notifier()
        try await report(.online, notifier)
        try expect(Journal(file).host, HostName.current)
        try await notifier.handle(.runEnded(throwing: nil))
        try await untilNobodyHolds(file)
        try shell("sqlite3 \(file) 'DROP TABLE host'")
        #expect(try Journal(file).host == nil && Journal(file).spans.count == 1)
        time.pass(10)
        let next = self.notifier()
        try await report(.blocked, next)
        #expect(try Journal(file).host == HostName.current && Journal(file).spans.count == 2)
        try shell("sqlite3 \(file) 'UPDATE host SET name = char(27) || hex(zeroblob(1000))'")
        let name = try #require(try Journal(file).host)
        #expect(name.count <= 120 && !name.unicodeScalars.contains("\u{1B}"))
    }

    @Test func `A change is on the disk at once, and confirmations once per minute`() async throws {
        let notifier = notifier()
        try await report(.online, notifier)
        try expect(states(), ["online 0"])
        time.pass(30)
        try await confirm(.online, notifier)
        try expect(states(), ["online 0"])
        time.pass(30)
        try await confirm(.online, notifier)
        try expect(states(), ["online 60"])
        time.pass(5)
        try await report(.unreachable, notifier)
        try expect(states(), ["online 65", "unreachable 0"])
        time.pass(7)
        try await notifier.handle(.runEnded(throwing: nil))
        try expect(states(), ["online 65", "unreachable 7"])
    }

    @Test func `Setting the clock changes no duration, also not that of an earlier run`() async throws {
        let first = notifier()
        try await report(.online, first)
        time.pass(100)
        try await first.handle(.runEnded(throwing: nil))
        time.pass(10, set: -86_400)
        let second = notifier()
        try await report(.blocked, second)
        time.pass(50, set: 7200)
        try await report(.online, second)
        try await second.handle(.runEnded(throwing: nil))
        let spans = try Journal(file).spans
        try expect(states(), ["online 100", "blocked 50", "online 0"])
        expect(spans.last?.to, time.now)
        expect(spans[1].from.sinceEpoch - spans[0].to.sinceEpoch, .seconds(10))
    }

    @Test func `The lock of a journal ends with its holder, though a child that was just forked has its descriptor`()
        throws
    {
        var lock: FileLock? = try FileLock(file)
        let held = try #require(
            (3..<1024).first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == "\(file).lock"
            }
        )
        let copy = dup(CInt(held))
        defer { close(copy) }
        #expect(throws: FileLock.Refusal.self) { try FileLock(file) }
        lock = nil
        #expect(lock == nil)
        _ = try FileLock(file)
    }

    @Test func `The time in which the device slept is no time online`() async throws {
        let notifier = notifier()
        try await report(.online, notifier)
        time.pass(3600, asleep: 3000)
        try await confirm(.online, notifier)
        time.pass(60)
        try await notifier.handle(.runEnded(throwing: nil))
        try expect(states(), ["online 600", "asleep 3000", "online 60"])
    }

    @Test func `Each path has its own track`() async throws {
        let notifier = notifier()
        try await report(.online, notifier, paths: [.observed("eth0", .online), .observed("wlan0", .blocked)])
        time.pass(10)
        try await report(.online, notifier, paths: [.observed("eth0", .online)])
        time.pass(10)
        try await notifier.handle(.runEnded(throwing: nil))
        try expect(
            states(),
            [
                "online 20", "eth0 over IPv4 online 20", "wlan0 over IPv4 blocked 10", "wlan0 over IPv4 absent 10",
            ]
        )
    }

    @Test func `The states' times add up to wall time over runs, kills, sleep, set clocks and restarts of the machine`()
        async throws
    {
        var random = SplitMix64(seed: 11)
        for round in 0..<12 {
            try? FileManager.default.removeItem(atPath: file)
            let begin = time.now
            var boot = 0
            var current = notifier(boot: "boot \(round) \(boot)")
            try await untilNobodyHolds(file)
            for _ in 0..<25 {
                let accesses: [InternetAccess] = [
                    .online, .blocked, .unreachable, .captive(CaptivePortal(signInURL: nil, kind: .unknown)), .partial,
                ]
                let access = accesses.randomElement(using: &random) ?? .online
                let asleep =
                    Int64.random(in: 0...3, using: &random) == 0 ? Int64.random(in: 2...500, using: &random) : 0
                let set =
                    Int64.random(in: 0...4, using: &random) == 0 ? Int64.random(in: -900...900, using: &random) : 0
                time.pass(asleep + Int64.random(in: 0...90, using: &random), asleep: asleep, set: set)
                switch Int.random(in: 0...9, using: &random) {
                case 0: try await current.handle(.runEnded(throwing: nil))
                case 1:
                    // Killed: what is only in memory is lost.
                    boot += Int.random(in: 0...1, using: &random)
                    current = notifier(boot: "boot \(round) \(boot)")
                    try await untilNobodyHolds(file)
                case 2...5: try await confirm(access, current)
                default:
                    let paths = [PathAssessment.observed("eth0", access), .observed("wlan0", .online)]
                    try await report(access, current, paths: paths)
                }
            }
            let end = max(begin, time.now)
            let spans = try Journal(file).spans
            for path in Availability(spans, from: begin, to: end).paths {
                let total = AccessSpan.State.allCases.reduce(Duration.zero) { $0 + path.time($1) }
                expect(total, end.sinceEpoch - begin.sinceEpoch)
            }
        }
    }

    @Test func `The journal is bounded by states and by days, and keeps the present states`() async throws {
        let notifier = notifier(states: 100, days: 2)
        try await report(.online, notifier, paths: [.observed("eth0", .online)])
        let count = LongForm.count(500, orLong: 2_000)
        for number in 0..<count {
            time.pass(1)
            try await report(
                number.isMultiple(of: 2) ? .blocked : .online,
                notifier,
                paths: [.observed("eth0", .online)]
            )
        }
        time.pass(1)
        let spans = try Journal(file).spans
        #expect((100...212).contains(spans.count), "\(spans.count)")
        #expect(
            spans.contains { $0.path == "eth0 over IPv4" && $0.to.sinceEpoch - $0.from.sinceEpoch == .seconds(count) }
        )
        let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
        #expect(size < 200_000, "\(size)")
        // After days, only what is still the present state is left.
        time.pass(4 * 86_400)
        try await confirm(.online, notifier)
        try await report(.online, notifier, paths: [.observed("eth0", .online)])
        let left = try states()
        #expect(left.count <= 5, "\(left)")
    }

    @Test func `A full disk is counted, and what is missing is written when there is room`() async throws {
        guard unsafe system("mount -t tmpfs -o size=96k none \(folder.path()) 2>/dev/null") == 0 else {
            print("SKIPPED: a full disk: a file system cannot be mounted here")
            return
        }
        defer { _ = unsafe system("umount -l \(folder.path())") }
        let notifier = notifier()
        try await report(.online, notifier)
        try shell("dd if=/dev/zero of=\(folder.path())/rest bs=1k 2>/dev/null")
        time.pass(10)
        var failures: [String] = []
        for number in 0..<40 {
            time.pass(10)
            do {
                try await report(number.isMultiple(of: 2) ? .blocked : .online, notifier)
            } catch {
                failures.append("\(error)")
            }
        }
        expect(failures.first, "\(file): the disk is full; what is missing is written when there is room")
        try shell("rm \(folder.path())/rest")
        time.pass(10)
        try await confirm(.online, notifier)
        try await notifier.handle(.runEnded(throwing: nil))
        try expect(states(), ["online 20"] + (0..<40).map { $0 % 2 == 0 ? "blocked 10" : "online 10" })
    }

    @Test func `What cannot be written at the end of the run is counted as lost`() async throws {
        try shell("rm -rf \(folder.path())")
        let notifier = notifier()
        for access in [InternetAccess.online, .blocked] { try? await report(access, notifier) }
        let error = await #expect(throws: OutageJournalFault.self) {
            try await notifier.handle(.runEnded(throwing: nil))
        }
        #expect(error?.description.hasPrefix("2 states are lost: ") == true, "\(String(describing: error))")
    }

    @Test func `A second writer is refused, and a journal that was moved away is created again`() async throws {
        let (first, second) = (notifier(), notifier())
        try await report(.online, first)
        let error = await #expect(throws: OutageJournalFault.self) { try await report(.online, second) }
        expect(error?.description, "\(file): another process writes this journal; each needs its own file")
        time.pass(10)
        try shell("mv \(file) \(file).old")
        try await report(.blocked, first)
        time.pass(5)
        try await first.handle(.runEnded(throwing: nil))
        try expect(states(), ["blocked 5"])
        try expect(Journal(file + ".old").spans.map(\.state), [.online])
        try await report(.online, second)
    }

    @Test func `A missing folder and a missing file are reported with the path`() async throws {
        let lost = OutageNotifier(.init(file: folder.path() + "/none/a.db"), clock: time.clock())
        let error = await #expect(throws: OutageJournalFault.self) { try await report(.online, lost) }
        expect(error?.description.hasSuffix("/none/a.db.lock: No such file or directory"), true)
        let reading = #expect(throws: OutageJournalFault.self) { try Journal(file).spans }
        expect(reading?.description, "\(file): unable to open database file (No such file or directory)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `A new journal has the permissions of the option, whatever the umask is`() async throws {
        let old = umask(0o077)
        defer { umask(old) }
        try await report(.online, OutageNotifier(.init(file: file, permissions: 0o640), clock: time.clock()))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        expect(attributes[.posixPermissions] as? Int, 0o640)
    }

    @Test func `The journal keeps the laws of notifiers`() async throws { try await NotifierLaws.check(notifier()) }

    @Test func `A long reason is kept as its code, and hostile names as printable text`() async throws {
        let notifier = notifier()
        var assessment = Assessment.observed(.blocked, because: .stated(String(repeating: "x", count: 5000)))
        assessment.interface?.name = "\u{1B}[2J\u{0}" + String(repeating: "é", count: 500)
        try await notifier.handle(.assessmentChanged(assessment))
        let span = try #require(try Journal(file).spans.first)
        #expect(span.reason?.code == "stated" && span.reason?.facts.isEmpty == true)
        #expect(span.interface?.contains("\u{1B}") == false && span.interface?.count ?? 100 < 60)
    }

    @Test func `Options of the journal that cannot be used are refused with advice`() throws {
        func made(_ json: String) throws -> OutageNotifier? {
            let text = #"{"notifiers": [{"use": "notifier.outages", \#(json)}]}"#
            let configuration = try PipelineConfiguration(
                json: Data(text.utf8),
                registry: try PluginRegistry.standard()
            )
            return configuration.notifiers.first as? OutageNotifier
        }
        for (json, part) in [
            (#""file": "a.db""#, "must be the absolute path of a file"),
            (#""file": "/a", "mode": "0400""#, "by which the owner may read and write"),
            (#""file": "/a", "days": 0"#, "must be a number of days from 1 to 36500"),
            (#""file": "/a", "states": 99"#, "at states: was removed: 50000 states are kept"),
        ] {
            let error = #expect(throws: PluginError.self) { try made(json) }
            expect(error.map { "\($0)".contains(part) }, true, "\(json): \(error.map { "\($0)" } ?? "")")
        }
        let whole = try #require(try made(#""file": "/a/b.db", "mode": "0600", "days": 30"#))
        try expect(whole.reference().options, #"{"days":30,"file":"/a/b.db","mode":"0600"}"#)
    }

    @Test(.needs(.program("sqlite3"))) func `A process that is killed loses no change`() throws {
        let tool = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "connectivityctl").path()
        // The interfaces change every 250 ms, and so does the access; the lines say which changes were delivered.
        let interface = #"{ "name": "outages0" }"#
        let steps = (0..<40).map { #"{ "after": 0.25, "interfaces": [\#($0 % 2 == 0 ? interface : "")] }"# }
        let configuration = """
            { "source": { "use": "source.scripted", "steps": [\(steps.joined(separator: ","))] },
              "endpoints": ["apple.hotspot"], "limits": { "total": 5 }, "scope": "outages0",
              "notifiers": [{ "use": "notifier.outages", "file": "\(file)" }] }
            """
        try Data(configuration.utf8).write(to: folder.appending(path: "config"))
        try shell(
            "'\(tool)' watch --json --config \(folder.path())/config > \(folder.path())/lines & p=$!; sleep 2.5; kill -KILL $p; wait $p"
        )
        let lines = try String(contentsOf: folder.appending(path: "lines"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 5)
        let spans = try Journal(file).spans
        // The printer and the journal each have a mailbox; the last change may have reached only one of them.
        #expect(spans.count >= lines.count - 2, "\(spans.count) states of \(lines.count) changes")
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.state != $1.state })
        try expect(shell("sqlite3 \(file) 'PRAGMA integrity_check; SELECT ended FROM run'"), "ok\n0\n")
    }
}
#endif
