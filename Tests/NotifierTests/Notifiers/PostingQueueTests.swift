#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import ConnectivityWire
import Foundation
import Testing
import TestSupport

@testable import ConnectivityNotifiers

@Suite(.timeLimit(.minutes(2))) struct `The queue of the notifier over HTTP` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private var file: String { folder.path("posts") }

    private func notifier(_ server: Server) -> HTTPNotifier {
        HTTPNotifier(to: "https://hook.example/", through: server.prober, queue: file)
    }

    /// Leaves two events in the file.
    private func leaveTwo() async throws {
        let refusing = notifier(Server(nil, [503]))
        let failures = await serving(refusing, for: .milliseconds(300), on: ContinuousClock()) { _ in
            // From when the file is taken.
            try? await Task.sleep(for: .milliseconds(100))
            try? await refusing.handle(.assessmentChanged(.sample(.disconnected)))
            try? await refusing.handle(.assessmentChanged(.portal))
        }
        #expect(!failures.isEmpty && failures.allSatisfy { $0 == "hook.example answers 503" }, "\(failures)")
    }

    @Test func `Events survive the end of the process in a file of this user alone, and go in order`() async throws {
        try await leaveTwo()
        try expect(folder.text("posts").split(separator: "\n").count, 2)
        let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        expect(rights, 0o600)
        let server = Server()
        let next = notifier(server)
        await serving(next, for: .milliseconds(300), on: ContinuousClock()) { _ in
            try? await next.handle(.assessmentChanged(.sample(.online)))
        }
        expect(Set(server.posts.map(\.access)), ["disconnected", "captive", "online"])
        expect(server.posts.filter { $0.access != "online" }.map(\.access), ["disconnected", "captive"])
        try expect(folder.names(), ["posts.lock"])
    }

    @Test(arguments: ["{", "null\n", #"{"type": "changed", "merged": 0}"#, "\u{0}", #"{"id": 1, "type": 2}"#])
    func `A file that is no queue is named and never changed, and events are posted from memory`(line: String)
        async throws
    {
        try await leaveTwo()
        let damaged = try folder.text("posts") + line
        try damaged.write(toFile: file, atomically: true, encoding: .utf8)
        let server = Server()
        let next = notifier(server)
        let failures = await serving(next, for: .milliseconds(300), on: ContinuousClock()) { _ in
            try? await next.handle(.assessmentChanged(.sample(.online)))
        }
        expect(server.posts.map(\.access), ["online"])
        try expect(folder.text("posts"), damaged)
        expect(failures, ["\(file): line 3 is not an event that waits to be posted; move the file away"])
    }

    @Test func `Two notifiers do not use one file`() async throws {
        try await leaveTwo()
        let before = try folder.text("posts")
        let lock = try FileLock(file)
        let server = Server()
        let failures = await serving(notifier(server), for: .milliseconds(300), on: ContinuousClock()) { _ in }
        expect(failures, ["\(file): another process uses this file; each needs its own"])
        #expect(server.posts.isEmpty)
        try expect(folder.text("posts"), before)
        _ = lock
    }

    @Test func `A file that cannot be written is counted, and the event is posted from memory`() async throws {
        let server = Server()
        let path = folder.path("missing/posts")
        let notifier = HTTPNotifier(to: "https://hook.example/", through: server.prober, queue: path)
        let failures = await serving(notifier, for: .milliseconds(300), on: ContinuousClock()) { _ in
            try? await notifier.handle(.assessmentChanged(.sample(.online)))
        }
        expect(failures, ["\(path): No such file or directory"])
        expect(server.posts.map(\.access), ["online"])
    }

    /// Lets two events wait while the file cannot be written, until `isHealed`; returns the failures and the error at the end.
    private func serve(_ server: Server, file: String?, healing isHealed: Bool, ending: Duration) async throws
        -> (failures: [String], end: String?)
    {
        // A folder in place of the draft makes each write fail, as a full disk does.
        let obstacle = folder.path(".posts.new")
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: obstacle) }
        let notifier = HTTPNotifier(HTTPNotifier.Options(file), server.prober, QuickClock())
        let failures = Lock<[String]>([])
        let end = try await withThrowingTaskGroup(of: String?.self) { group in
            let run = NotifierRun(failed: { error in failures.withLock { $0.append("\(error)") } })
            group.addTask {
                do { try await notifier.serve(run) } catch { return "\(error)" }
                return nil
            }
            try await Task.sleep(for: .milliseconds(100))
            for access in [InternetAccess.disconnected, .unreachable] {
                do { try await notifier.handle(.assessmentChanged(.sample(access))) } catch { run.failed(error) }
            }
            if isHealed { try FileManager.default.removeItem(atPath: obstacle) }
            try await Task.sleep(for: ending)
            group.cancelAll()
            return try await group.next() ?? nil
        }
        return (failures.withLock(\.self), end)
    }

    @Test func `Events that a full disk kept in memory are in the file after the end, once the disk has room`()
        async throws
    {
        let (failures, end) = try await serve(Server(nil, [503]), file: file, healing: true, ending: .zero)
        expect(failures.filter { $0 != "hook.example answers 503" }.count, 2)
        expect(end, nil)
        let server = Server()
        await serving(notifier(server), for: .milliseconds(300), on: ContinuousClock()) { _ in }
        expect(server.posts.map(\.access), ["disconnected", "unreachable"])
    }

    @Test func `A queue that could not be written is written again without a further event`() async throws {
        // Ten seconds of the notifier's clock last 0.1 s.
        async let result = serve(Server(nil, [503]), file: file, healing: true, ending: .seconds(2))
        var isWritten = false
        for _ in 0..<20 where !isWritten {
            try await Task.sleep(for: .milliseconds(90))
            isWritten = FileManager.default.fileExists(atPath: file)
        }
        #expect(isWritten)
        try expect(await result.end, nil)
    }

    @Test func `Events that cannot be written at the end are counted as lost, in one line`() async throws {
        let full = try await serve(Server(nil, [503]), file: file, healing: false, ending: .zero)
        expect(full.end, "2 events are lost: \(file): File exists")
        let none = try await serve(Server(nil, [503]), file: nil, healing: false, ending: .zero)
        expect(none.end, #"2 events are lost: "queue" can name a file in which they wait"#)
        let taken = try await serve(Server(), file: nil, healing: false, ending: .milliseconds(300))
        expect(taken.end, nil)
    }

    @Test func `An event that arrives after the end of the notifier's work waits in the file`() async throws {
        let notifier = notifier(Server(nil, [503]))
        await serving(notifier, for: .milliseconds(100), on: ContinuousClock()) { _ in }
        try await notifier.handle(.assessmentChanged(.portal))
        try await notifier.handle(.runEnded(throwing: nil))
        try expect(folder.text("posts").split(separator: "\n").count, 1)
    }

    @Test func `The options of notifier.http make the notifier that they were written from`() throws {
        let text = #"""
            {"use": "notifier.http", "url": "https://hook.example/k", "events": ["changed", "portal"], "heartbeat": 60,
             "headers": {"Authorization": {"file": "/etc/token", "prefix": "Bearer "}, "X-Kiosk": "17"},
             "queue": "/var/lib/x/posts"}
            """#
        let made = try NotifierTests.notifier(HTTPNotifier.self, text)
        let reference = try ComponentReference(to: made)
        let again = try NotifierTests.notifier(
            HTTPNotifier.self,
            String(decoding: try JSON(encoding: reference).encoded(.pretty), as: UTF8.self)
        )
        try expect(ComponentReference(to: again), reference)
        let question = try made.options.question()
        expect(question.secrets.map(\.name), ["Authorization", "X-Kiosk"])
        #expect(question.secrets.allSatisfy { $0.host == "hook.example" })
        expect(made.mailbox, .all([.changes, .confirmations, .observations], upTo: 1000).observing(["portal"]))
    }

    @Test(arguments: [
        (#""url": "ftp://x/""#, "url"), (#""url": """#, "url"), (#""url": {"file": "relative"}"#, "url"),
        (#""url": {"file": "/x", "prefix": "p"}"#, "url"), (#""heartbeat": 60"#, "url"),
        (#""url": "https://x/", "heartbeat": 0.5"#, "heartbeat"),
        (#""url": "https://x/", "timeout": 1"#, "was removed: it is 10 s"),
        (#""url": "https://x/", "queue": "posts""#, "queue"), (#""url": "https://x/", "events": []"#, "events"),
        (#""url": "https://x/", "events": ["change"]"#, "did you mean changed?"),
        (#""url": "https://x/", "headers": {"Host": "y"}"#, "at headers: Host"),
        (#""url": "https://x/", "headers": {"Authorization": "Bearer 12345678"}"#, "Authorization"),
        (#""url": "http://x/", "headers": {"X-Token": {"file": "/etc/token"}}"#, "X-Token"),
        (#""url": "https://x/", "prober": "prober.curl""#, "prober: was removed"),
        (#""url": "https://x/", "retries": 3"#, "retries"),
    ])
    func `Options of notifier.http that cannot be used are refused with their name`(options: String, name: String)
        throws
    {
        let text = try refusal(#"{"use": "notifier.http", \#(options)}"#)
        #expect(text.contains(name), "\(text)")
    }

    @Test func `A secret URL is read when an event is posted, and only its host is ever named`() async throws {
        let place = folder.path("hook")
        try "https://hook.example/very-secret-path\n".write(toFile: place, atomically: true, encoding: .utf8)
        let options = HTTPNotifier.Options(url: .file(place))
        let server = Server(nil, [503, 204])
        let notifier = HTTPNotifier(options, server.prober, ContinuousClock())
        let failures = await serving(notifier, for: .seconds(3), on: ContinuousClock()) { _ in
            try? await notifier.handle(.assessmentChanged(.sample(.online)))
        }
        expect(server.posts.map { "\($0.request.url)" }.last, "https://hook.example/very-secret-path")
        expect(failures, ["hook.example answers 503"])
        #expect("\(try JSON(encoding: notifier).text)".contains(place))
        try "http://hook.example/very-secret-path\n".write(toFile: place, atomically: true, encoding: .utf8)
        let plain = await serving(notifier, for: .milliseconds(300), on: ContinuousClock()) { _ in
            try? await notifier.handle(.assessmentChanged(.sample(.online)))
        }
        expect(plain, ["expected a secret URL that begins with https://; found http://"])
    }
}

extension HTTPNotifier.Options {
    fileprivate init(_ queue: String?) {
        self.init(url: .text("https://hook.example/"))
        self.queue = queue
    }
}

/// A clock on which a second lasts ten milliseconds.
private struct QuickClock: Clock {
    private let base = ContinuousClock()

    var now: ContinuousClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await base.sleep(for: base.now.duration(to: deadline) / 100)
    }
}
#endif
