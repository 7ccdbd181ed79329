import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityNotifiers

@Suite(.timeLimit(.minutes(2))) struct `The notifier over HTTP` {
    @Test func `Each event is one post of JSON, in order, with its own id`() throws {
        try simulate { clock in
            let server = Server(clock)
            let notifier = HTTPNotifier(to: "https://hook.example/k", through: server.prober, clock)
            await serving(notifier, on: clock) { _ in
                try? await notifier.handle(.assessmentChanged(.sample(.disconnected)))
                try? await notifier.handle(.assessmentConfirmed(.sample(.disconnected)))
                try? await notifier.handle(.assessmentChanged(.portal))
            }
            let posts = server.posts
            expect(posts.map(\.event), ["changed", "changed"])
            expect(posts.map(\.access), ["disconnected", "captive"])
            #expect(posts.map(\.merged) == [0, 0] && Set(posts.map(\.id)).count == 2)
            #expect(posts.allSatisfy { $0.request.method == .post })
            #expect(posts.allSatisfy { $0.request.headers["content-type"] == "application/json" })
        }
    }

    @Test(arguments: [503, 500, 404, 401, 302, 0])
    func `An event that the server does not take is posted again, after longer and longer times`(status: Int) throws {
        try simulate { clock in
            let server = Server(clock, [status, status, status, status, 204])
            let notifier = HTTPNotifier(to: "https://hook.example/secret-path", through: server.prober, clock)
            let failures = await serving(notifier, for: .seconds(60), on: clock) { _ in
                try? await notifier.handle(.assessmentChanged(.sample()))
                try? await clock.sleep(for: .milliseconds(100))
                try? await notifier.handle(.assessmentChanged(.portal))
            }
            // The second event comes after 0.1 s and lets the first be posted at once.
            expect(server.posts.map(\.time), [0, 100, 2100, 6100, 14_100, 14_100].map { .milliseconds($0) })
            expect(server.posts.map(\.access), ["online", "online", "online", "online", "online", "captive"])
            expect(Set(server.posts.prefix(5).map(\.id)).count, 1)
            let text = status == 0 ? "hook.example: connection-refused" : "hook.example answers \(status)"
            #expect(failures.count == 4 && failures.allSatisfy { $0.hasPrefix(text) }, "\(failures)")
            #expect(failures.allSatisfy { !$0.contains("secret-path") })
        }
    }

    @Test func `The pause between two posts of an event is never longer than five minutes`() throws {
        try simulate { clock in
            let server = Server(clock, [503])
            let notifier = HTTPNotifier(to: "https://hook.example/", through: server.prober, clock)
            await serving(notifier, for: .seconds(7200), on: clock) { _ in
                try? await notifier.handle(.assessmentChanged(.sample()))
            }
            let times = server.posts.map(\.time)
            let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
            #expect(pauses.max() == .seconds(300) && pauses.first == .seconds(1), "\(pauses)")
        }
    }

    @Test(arguments: [("7", 7), ("0", 1), ("never", 1), ("86400", 3600)])
    func `A pause that the server asks for is kept, up to an hour`(asked: String, seconds: Int) throws {
        try simulate { clock in
            let server = Server(clock, [503, 204], retryAfter: asked)
            let notifier = HTTPNotifier(to: "https://hook.example/", through: server.prober, clock)
            await serving(notifier, for: .seconds(7200), on: clock) { _ in
                try? await notifier.handle(.assessmentChanged(.sample()))
            }
            expect(server.posts.map(\.time), [.zero, .seconds(seconds)])
        }
    }

    @Test(arguments: [400, 413, 415, 422])
    func `An event that the server refuses is given up and counted, and the next one is posted`(status: Int) throws {
        try simulate { clock in
            let server = Server(clock, [status, 204])
            let notifier = HTTPNotifier(to: "https://hook.example/", through: server.prober, clock)
            let failures = await serving(notifier, on: clock) { _ in
                try? await notifier.handle(.assessmentChanged(.sample()))
                try? await notifier.handle(.assessmentChanged(.portal))
            }
            expect(server.posts.map(\.access), ["online", "captive"])
            expect(failures, ["hook.example answers \(status)"])
        }
    }

    @Test func `Waiting events are posted at once when the device is online again`() throws {
        try simulate { clock in
            let server = Server(clock, [503, 503, 503, 503, 503, 204])
            let notifier = HTTPNotifier(
                to: "https://hook.example/",
                through: server.prober,
                events: .observations,
                clock
            )
            await serving(notifier, for: .seconds(60), on: clock) { _ in
                try? await notifier.handle(.assessmentChanged(.sample(.disconnected)))
                try? await notifier.handle(.observed(.portal("found")))
                try? await clock.sleep(for: .seconds(20))
                try? await notifier.handle(.assessmentChanged(.sample(.online)))
            }
            expect(server.posts.map(\.time), [0, 1, 3, 7, 15, 20].map { .seconds($0) })
            expect(Set(server.posts.map(\.event)), ["observed"])
        }
    }

    @Test(arguments: [
        (InternetAccess.determining, false), (Assessment.portal.access, false), (.blocked, false),
        (.online, true), (.unreachable, true),
    ])
    func `Over plain HTTP nothing is posted while something else may answer`(access: InternetAccess, isPosted: Bool)
        throws
    {
        try simulate { clock in
            for (url, isAlways) in [
                ("http://hook.example/", false), ("https://hook.example/", true), ("http://127.0.0.1/", true),
                ("http://[::1]:80/", true), ("http://hook.localhost/", true), ("http://192.168.1.7/", false),
            ] {
                let server = Server(clock)
                let notifier = HTTPNotifier(
                    to: try HTTPURL(url),
                    through: server.prober,
                    heartbeat: .seconds(30),
                    clock
                )
                await serving(notifier, for: .seconds(40), on: clock) { _ in
                    try? await notifier.handle(.assessmentChanged(.sample(access)))
                }
                expect(server.posts.map(\.event), (isPosted || isAlways ? ["changed", "heartbeat"] : []), "\(url)")
            }
        }
    }

    @Test func `A heartbeat has the newest assessment, and is never repeated`() throws {
        try simulate { clock in
            let server = Server(clock, [204, 503, 204])
            let notifier = HTTPNotifier(
                to: "https://hook.example/",
                through: server.prober,
                heartbeat: .seconds(10),
                clock
            )
            let failures = await serving(notifier, for: .seconds(35), on: clock) { _ in
                try? await notifier.handle(.assessmentChanged(.sample(.disconnected)))
                try? await clock.sleep(for: .seconds(15))
                try? await notifier.handle(.assessmentConfirmed(.sample(.online)))
            }
            expect(server.posts.map(\.event), ["changed", "heartbeat", "heartbeat", "heartbeat"])
            expect(server.posts.map(\.access), ["disconnected", "disconnected", "online", "online"])
            expect(server.posts.map(\.time), [0, 10, 20, 30].map { .seconds($0) })
            expect(failures, ["hook.example answers 503"])
        }
    }

    @Test(arguments: [1, 40, 100, 101, 150, 1000])
    func `No event is lost uncounted if more wait than the queue holds`(count: Int) throws {
        try simulate { clock in
            let server = Server(clock, [503, 204])
            let notifier = HTTPNotifier(to: "https://hook.example/", through: server.prober, clock)
            await serving(notifier, for: .seconds(600), on: clock) { _ in
                for second in 0..<count {
                    try? await notifier.handle(.assessmentChanged(.sample(.disconnected, second: second)))
                }
            }
            let taken = server.posts.dropFirst()
            expect(taken.map { $0.merged + 1 }.reduce(0, +), count)
            #expect(taken.count <= PostingQueue.countMax)
            expect(taken.last?.startedAt, Timestamp(sinceEpoch: .seconds(count - 1)).description)
        }
    }

    @Test func `Events that wait for the HTTP notifier take at most 4 MiB`() async throws {
        let queue = PostingQueue(file: nil)
        let text = String(repeating: "x", count: 300_000)
        for _ in 0..<20 { try await queue.append(Posting(Line(.ended, error: LongError(text: text)))) }
        for _ in 0..<20 {
            let long = Assessment.sample(because: Reason("com.example.long", ["text": .text(text)]))
            try await queue.append(Posting(Line(.changed, assessment: long)))
        }
        var (byteCount, count) = (0, 0)
        while let posting = queue.beginPosting() {
            byteCount += posting.text.utf8.count
            count += (Post(posting.text)?.merged ?? 0) + 1
            try await queue.remove(posting)
        }
        #expect(byteCount <= PostingQueue.byteCountMax && byteCount > 1_000_000)
        expect(count, 40)
    }

    @Test func `No secret of a listed kind is posted`() throws {
        let portal: HTTPURL = "http://login.example/?mac=00:16:3e:a1:b2:c3&token=s3cr3t-v4lue"
        let assessment = Assessment.sample(.captive(CaptivePortal(signInURL: portal, kind: .redirect)))
        let text = try Posting(Line(.changed, assessment: assessment)).text
        #expect(try Line(.changed, assessment: assessment).json.contains("s3cr3t-v4lue"))
        #expect(!text.contains("s3cr3t-v4lue") && !text.lowercased().contains("a1:b2:c3"))
        expect(Post(text)?.access, "captive")
    }

    @Test func `A secret in a header field of an answer is not posted, by the grammar of fields`() throws {
        let fields: HeaderFields = [
            "X-Debug": "a=1; password=tigerhof4711", "X-Room": "a=1, roomNo=room4711", "Server": "a",
        ]
        var assessment = Assessment.sample()
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, headers: fields))
        )
        let report = EndpointReport(name: "a", owner: "a", exchange: exchange, verdict: .inconclusive)
        let path = NetworkPath(interface: "eth0")
        assessment.paths = [PathAssessment(path: path, access: .online, reason: .noEndpoint, endpoints: [report])]
        let line = Line(.changed, assessment: assessment)
        #expect(try line.json.contains("tigerhof4711"))
        let text = try Posting(line).text
        #expect(!text.contains("tigerhof4711") && !text.contains("room4711") && text.contains("a=1; password=REDACTED"))
    }

    @Test func `The laws of notifiers hold`() async throws {
        let folder = try TestFolder()
        let refusing = ClosureProber { ProbeExchange(request: $0, outcome: .failure(ProbeFailure(.connectionRefused))) }
        try await NotifierLaws.check(HTTPNotifier(to: "https://hook.example/", through: refusing))
        try await NotifierLaws.check(
            HTTPNotifier(to: "https://hook.example/", through: refusing, queue: folder.path("posts"))
        )
    }

    private struct LongError: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }
}

/// A body that was posted.
struct Post: Sendable {
    let request: HTTPQuestion
    let time: Duration
    private let object: JSON

    init?(_ text: String, _ request: HTTPQuestion = HTTPQuestion("https://hook.example/"), at time: Duration = .zero) {
        var reader = JSONReader(text.utf8, byteCountMax: 8 * 1024 * 1024)
        guard let object = try? reader.document() else { return nil }
        (self.request, self.time, self.object) = (request, time, object)
    }

    var id: String { object["id"]?.string ?? "" }
    var event: String { object["type"]?.string ?? "" }
    var merged: Int { object["merged"]?.whole() ?? -1 }
    var access: String { object["assessment"]?["access"]?.string ?? "" }
    var startedAt: String? { object["assessment"]?["startedAt"]?.string }
}

/// A server that answers posts with given statuses, the last one again and again; 0 is no answer.
final class Server: Sendable {
    private let state: Lock<(statuses: [Int], posts: [Post])>
    private let retryAfter: String?
    private let now: @Sendable () -> Duration

    init(_ clock: VirtualClock? = nil, _ statuses: [Int] = [204], retryAfter: String? = nil) {
        state = Lock((statuses, []))
        self.retryAfter = retryAfter
        let start = clock?.now
        now = { clock.flatMap { clock in start.map { $0.duration(to: clock.now) } } ?? .zero }
    }

    var posts: [Post] { state.withLock(\.posts) }

    var prober: ClosureProber {
        ClosureProber { [self] request in
            guard let http = request.http, let post = Post(String(decoding: http.body, as: UTF8.self), http, at: now())
            else { return .unsupported(request) }
            let status = state.withLock { state in
                state.posts.append(post)
                return state.statuses.count > 1 ? state.statuses.removeFirst() : state.statuses[0]
            }
            guard status > 0 else {
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.connectionRefused)))
            }
            let fields: HeaderFields = retryAfter.map { ["Retry-After": $0] } ?? [:]
            return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: status, headers: fields)))
        }
    }
}

extension HTTPNotifier {
    /// A notifier on virtual time.
    init(
        to url: HTTPURL,
        through prober: some Prober,
        events: NotifierMailbox.Events = .changes,
        heartbeat: Duration? = nil,
        _ clock: VirtualClock
    ) {
        var options = Options(url: .text("\(url)"))
        (options.selection, options.heartbeat) = (EventSelection(events), heartbeat.map(WrittenTime.init))
        self.init(options, prober, clock)
    }
}

/// Lets a notifier serve while events come, and for a time after they began; returns the failures that it counted.
@discardableResult
func serving<C: Clock>(
    _ notifier: HTTPNotifier,
    for time: Duration = .seconds(1),
    on clock: C,
    events: @escaping @Sendable (NotifierRun) async -> Void
) async -> [String] where C.Duration == Duration {
    let failures = Lock<[String]>([])
    await withTaskGroup { group in
        let run = NotifierRun(failed: { error in failures.withLock { $0.append("\(error)") } })
        group.addTask { try? await notifier.serve(run) }
        group.addTask { await events(run) }
        try? await clock.sleep(for: time)
        group.cancelAll()
        await group.waitForAll()
    }
    return failures.withLock(\.self)
}
