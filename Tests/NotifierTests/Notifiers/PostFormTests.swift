import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestServer
import ConnectivityToolkit
import ConnectivityWire
import Foundation
import TestSupport
import Testing

@testable import ConnectivityNotifiers

@Suite(.timeLimit(.minutes(2))) struct `The forms of what is posted over HTTP` {
    /// Texts that would leave their place if they were not escaped.
    private static let hostile = "\"}{\r\nX-A: b</x><!channel>&status=up&success=true#%00%0d%0a\u{1B}[2J\u{202E}é😀\\"

    private static func observation(_ severity: CompanionObservation.Severity = .warning) -> CompanionObservation {
        CompanionObservation(
            "service",
            of: hostile,
            "failing",
            severity,
            because: Reason("com.example.code", ["text": .text(hostile)]),
            at: Timestamp(sinceEpoch: .seconds(5))
        )
    }

    /// An assessment with a median time of 12 ms to open a connection.
    private static var online: Assessment {
        var path = PathAssessment(path: NetworkPath(interface: "eth0"), access: .online, reason: .noEndpoint)
        path.quality = PathQuality(.good, because: .noEndpoint)
        path.quality.connection = .init(median: .milliseconds(12))
        var assessment = Assessment.sample()
        assessment.paths = [path]
        return assessment
    }

    /// Posts events to a local server, and returns the requests that it received.
    private func requests(
        _ body: String,
        path: String = "/hook",
        events: [PipelineEvent],
        options: String = ""
    ) async throws -> [TestServer.Request] {
        let received = Lock<[TestServer.Request]>([])
        let server = try TestServer { request in
            received.withLock { $0.append(request) }
            return .message(status: 200, body: Array("ok".utf8))
        }
        let notifier = try notifier(
            HTTPNotifier.self,
            #"{"use": "notifier.http", "url": "http://127.0.0.1:\#(server.port)\#(path)", "body": "\#(body)","#
                + #" "events": ["changed", "confirmed", "observed"]\#(options)}"#
        )
        let failures = await serving(notifier, for: .milliseconds(400), on: ContinuousClock()) { _ in
            for event in events { try? await notifier.handle(event) }
        }
        expect(failures, [])
        return received.withLock(\.self)
    }

    private func json(_ request: TestServer.Request?) throws -> JSON {
        var reader = JSONReader(try #require(request).body, byteCountMax: 100_000)
        return try reader.document()
    }

    private func parameters(_ request: TestServer.Request?) throws -> [String: String] {
        let target = try #require(request).target
        let url = try #require(URLComponents(string: target))
        let items = url.queryItems ?? []
        #expect(Set(items.map(\.name)).count == items.count, "a parameter comes once: \(items)")
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { one, _ in one }
    }

    @Test func `A brief body has less than 1 KiB, whatever the texts are`() async throws {
        let long = String(repeating: "\u{10FFFF}\"\\", count: 4000)
        let url = HTTPURL(stringLiteral: "http://login.example/?id=\(String(repeating: "7", count: 300))")
        var captive = Assessment.sample(
            .captive(CaptivePortal(signInURL: url, kind: .redirect)),
            interface: String(repeating: "ü", count: 200),
            because: Reason("com.example.\(long)", ["text": .text(long)])
        )
        captive.confirmedAt = captive.endedAt
        captive.observations = (0..<3).map { index in
            var observation = Self.observation()
            observation.subject = "\(index)\(long)"
            return observation
        }
        var observed = Self.observation()
        (observed.subject, observed.state, observed.kind) = (long, long, long)
        observed.reason = captive.reason
        let posts = try await requests("brief", events: [.assessmentChanged(captive), .observed(observed)])
        #expect(posts.count == 2 && posts.allSatisfy { $0.body.count < 1024 }, "\(posts.map(\.body.count))")
        let first = try json(posts.first)
        #expect(first["type"]?.string == "changed" && first["access"]?.string == "captive" && first["merged"] != nil)
        #expect(first["id"]?.string != nil && first["signInURL"]?.string?.hasPrefix("http://login.example/") == true)
        #expect(try json(posts.last)["severity"]?.string == "warning")
        let short = try await requests("brief", events: [.observed(Self.observation())])
        #expect(
            try json(short.first)["state"]?.string == "failing" && json(short.first)["reason"] != nil
                && json(short.first)["subject"]?.string?.hasPrefix("\"}{") == true
        )
    }

    @Test func `A message for Slack is JSON in which no text mentions a channel or leaves its place`() async throws {
        let posts = try await requests("slack", events: [.observed(Self.observation()), .assessmentChanged(.portal)])
        let (first, last) = (try json(posts.first), try json(posts.last))
        let text = first["text"]?.string ?? ""
        #expect(
            text.hasPrefix(":red_circle: ") && text.contains("&lt;!channel&gt;&amp;status=up") && !text.contains("<")
        )
        expect(first.members.map(\.name), ["text"])
        #expect(posts.allSatisfy { $0.method == "POST" && $0.headers["Content-Type"] == "application/json" })
        #expect(last["text"]?.string?.contains("captive on eth0: ") == true)
    }

    @Test func `A message for ntfy has its title and priority as parameters, and the text as its body`() async throws {
        let posts = try await requests(
            "ntfy",
            path: "/topic?auth=QmFz&priority=1",
            events: [.observed(Self.observation()), .assessmentChanged(.sample())]
        )
        let (bad, good) = (try parameters(posts.first), try parameters(posts.last))
        #expect(bad["priority"] == "4" && bad["tags"] == "warning" && bad["auth"] == "QmFz")
        #expect(bad["title"]?.hasSuffix(": failing") == true)
        let body = String(decoding: posts.first?.body ?? [], as: UTF8.self)
        #expect(body.contains("<!channel>&status=up") && !body.contains("\r"))
        #expect(good["priority"] == "3" && good["title"]?.hasSuffix(": online") == true)
        expect(posts.first?.headers["X-A"], nil)
    }

    @Test func `An external endpoint of gatus receives success, error and duration, with the bearer token`()
        async throws
    {
        let online = Self.online
        let path = "/api/v1/endpoints/core_kiosk-17/external"
        let posts = try await requests(
            "gatus",
            path: path,
            events: [
                .observed(Self.observation()), .assessmentChanged(online), .assessmentConfirmed(.sample(.determining)),
            ],
            options: #", "headers": {"X-Kiosk": "17"}"#
        )
        #expect(posts.count == 2 && posts.allSatisfy { $0.method == "POST" && $0.target.hasPrefix(path + "?") })
        let (bad, good) = (try parameters(posts.first), try parameters(posts.last))
        expect(bad["success"], "false")
        #expect(bad["error"]?.contains("&status=up&success=true#%00%0d") == true, "\(bad)")
        #expect(bad["duration"] == nil && posts.first?.headers["X-Kiosk"] == "17")
        #expect(good["success"] == "true" && good["duration"] == "12ms")
    }

    @Test func `A push monitor of Uptime Kuma receives a GET whose parameters replace those of the copied URL`()
        async throws
    {
        let online = Self.online
        let posts = try await requests(
            "uptime-kuma",
            path: "/api/push/t0ken?status=up&msg=OK&ping=",
            events: [.observed(Self.observation()), .assessmentChanged(online)]
        )
        let (bad, good) = (try parameters(posts.first), try parameters(posts.last))
        #expect(posts.allSatisfy { $0.method == "GET" && $0.target.hasPrefix("/api/push/t0ken?") })
        #expect(bad["status"] == "down" && bad["ping"] == nil && bad["msg"]?.contains("service ") == true)
        #expect(good["status"] == "up" && good["ping"] == "12")
        #expect((posts.first?.target.utf8.count ?? 9999) < 4000)
    }

    @Test func `A body of another form that waited in the queue is given up and counted`() async throws {
        let folder = try TestFolder()
        let posting = try Posting(Line(.changed, assessment: .sample()))
        try Data((posting.text + "\n").utf8).write(to: URL(filePath: folder.path("posts")))
        let notifier = try notifier(
            HTTPNotifier.self,
            #"{"use": "notifier.http", "url": "http://127.0.0.1:1/", "body": "slack", "queue": "\#(folder.path("posts"))"}"#
        )
        let failures = await serving(notifier, for: .milliseconds(400), on: ContinuousClock()) { _ in }
        expect(failures, ["an event that waited in the queue is not of the form slack"])
        try #expect(!folder.names().contains("posts"))
    }

    @Test func `The option body names the forms, and suggests one that is meant`() throws {
        try #expect(
            refusal(#"{"use": "notifier.http", "url": "https://a.example/", "body": "slak"}"#).contains("slack")
        )
        let notifier = try notifier(
            HTTPNotifier.self,
            #"{"use": "notifier.http", "url": "https://a.example/", "body": "ntfy"}"#
        )
        try #expect(notifier.reference().options.contains(#""body":"ntfy""#))
    }
}
