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
        expect(failures, ["\(file): another process uses this queue; each needs its own file"])
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
#endif
