import ConnectivityKit
import ConnectivityTesting
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

/// A portal that opens, and pipelines with jitter that ask through it; its recordings are as those of a live network.
enum OpeningPortal {
    static let endpoints: [Endpoint] = [
        .google, Endpoint("https://one.example/204", expecting: StatusCode(204)),
        Endpoint("https://two.example/204", expecting: StatusCode(204)),
    ]

    static func pipeline(
        asking endpoints: [Endpoint] = endpoints,
        scope: PipelineConfiguration.Scope = .defaultRoute,
        _ notifiers: [any Notifier] = []
    ) throws -> Pipeline {
        var configuration = configuration(endpoints, scope)
        configuration.notifiers = notifiers
        return try Pipeline(verbatim: configuration)
    }

    private static func configuration(_ endpoints: [Endpoint], _ scope: PipelineConfiguration.Scope)
        -> Pipeline.Configuration
    {
        var configuration = Pipeline.Configuration()
        (configuration.endpoints, configuration.pool, configuration.scope) = (endpoints, [], scope)
        configuration.source = StaticInterfaceSource(InterfaceSnapshot())
        configuration.prober = ClosureProber { .unsupported($0) }
        return configuration
    }

    /// Records a portal that opens after a time by chance; timers and answers are late by chance, as on a real machine.
    static func session(_ seed: UInt64, asking endpoints: [Endpoint] = endpoints) throws -> SessionRecording {
        let recorder = SessionRecorder()
        let chance = Chance(seed: seed)
        let opens = Duration.milliseconds(1_000 + chance.next(below: 2_000))
        try simulate { clock in
            var live = configuration(endpoints, .defaultRoute)
            live.source = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([.wifi])), (opens + .seconds(9), nil)],
                clock: clock
            )
            live.prober = ClosureProber { request in
                try? await clock.sleep(for: .microseconds(200 + chance.next(below: 90_000)))
                let outcome: Result<ProbeResponse, ProbeFailure> =
                    if Task.isCancelled { .failure(ProbeFailure(.cancelled)) } else if clock.now.offset >= opens {
                        .success(ProbeResponse(status: 204))
                    } else if request.http?.url.scheme == .https { .failure(ProbeFailure(.connectionReset)) } else {
                        .success(Hotel.portal)
                    }
                return ProbeExchange(request: request, outcome: outcome)
            }
            try await Pipeline(
                verbatim: live,
                clock: LateClock(base: clock, chance: chance),
                civilTime: { Timestamp(sinceEpoch: .seconds(1_800_000_000) + clock.now.offset) },
                draw: { UInt32(1 + chance.next(below: 4_000_000)) }
            ).observing(recorder.observe).run()
        }
        var session = recorder.recording(
            .init(source: "a hotel", recordedAt: Timestamp(sinceEpoch: .seconds(1_800_000_000)), tool: "tests"),
            configuration: nil
        )
        session.expect(SessionReplay(session, by: try pipeline(asking: endpoints).machine))
        return session
    }
}

/// Random numbers that tasks share.
final class Chance: Sendable {
    private let draws: Lock<SplitMix64>
    init(seed: UInt64) { draws = Lock(SplitMix64(seed: seed)) }
    func next(below bound: Int) -> Int { draws.withLock { $0.next(below: bound) } }
}

/// A clock whose sleepers wake up to three milliseconds late.
private struct LateClock: Clock {
    let base: VirtualClock
    let chance: Chance
    var now: VirtualClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline.advanced(by: .microseconds(chance.next(below: 3_000))), tolerance: nil)
    }
}

@Suite final class `A recording of a portal that opens` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "portal-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a session and opens it for a test.
    private func scope(_ session: SessionRecording) throws -> SessionScope {
        let path = folder.appending(path: "\(UUID().uuidString)").path()
        try Data(session.encoded()).write(to: URL(filePath: path + SessionScope.suffix))
        return try SessionScope(
            path,
            recording: .never,
            isCompared: true,
            matching: .standard,
            from: #filePath,
            environment: { _ in nil }
        )
    }

    /// Replays a session on virtual time, and returns what failed.
    private func failures(
        _ session: SessionRecording,
        _ body: @escaping @Sendable () async throws -> Void
    ) throws -> [String] {
        let scope = try scope(session)
        try simulate { clock in try await scope(on: clock, body) }
        return scope.failures().map(\.description)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `A run on virtual time reaches the end, with every jitter`(seed: UInt64) throws {
        let session = try OpeningPortal.session(seed)
        expect(session.expectations.last?.access, "online")
        let recorder = RecordingNotifier()
        try expect(failures(session) { try await OpeningPortal.pipeline([recorder]).run() }, [])
        expect(recorder.assessments.map { .init($0) }, session.expectations)
    }

    @Test(arguments: 1...UInt64(LongForm.count(2, orLong: 10)))
    func `A run in real time reaches the end`(seed: UInt64) async throws {
        let scope = try scope(try OpeningPortal.session(seed))
        try await scope { try await OpeningPortal.pipeline().run() }
        expect(scope.failures(), [])
    }

    @Test func `A recording that was stopped within a round is replayed`() throws {
        var session = try OpeningPortal.session(3)
        try session.changeLastRound { $0.removeFirst() }
        session.expect(SessionReplay(session, by: try OpeningPortal.pipeline().machine))
        try expect(failures(session) { try await OpeningPortal.pipeline().run() }, [])
    }

    @Test func `Reports the round, its path and the scope if a pipeline judges another interface`() throws {
        let found = try failures(try OpeningPortal.session(1)) {
            try await OpeningPortal.pipeline(scope: .interface("eth7")).run()
        }
        expect(found.count, 1, "\(found)")
        let text = " on the default route), which the pipeline does not begin; it judges only eth7"
        expect(found.first?.contains("the session has a round (GET http"), true, "\(found)")
        expect(found.first?.hasSuffix(text), true, "\(found)")
    }

    @Test func `Names the endpoint of the recording that a pipeline does not ask`() throws {
        let found = try failures(try OpeningPortal.session(1)) {
            try await OpeningPortal.pipeline(asking: Array(OpeningPortal.endpoints.dropLast())).run()
        }
        expect(
            found.first?.contains("the session has GET https://two.example/204, which the pipeline does not ask"),
            true
        )
    }

    @Test func `Names the requests of a pipeline that the recording does not have`() throws {
        let more = OpeningPortal.endpoints + [Endpoint("https://three.example/204", expecting: StatusCode(204))]
        let found = try failures(try OpeningPortal.session(1)) { try await OpeningPortal.pipeline(asking: more).run() }
        expect(
            found.first?.contains("no answer is recorded for GET https://three.example/204; nearest is GET "),
            true
        )
    }

    @Test func `Rounds in another order, or one less, do not reach what the file states`() throws {
        var session = try OpeningPortal.session(1)
        let rounds = session.events.indices.filter {
            if case .round = session.events[$0].content { true } else { false }
        }
        let (first, last) = (try #require(rounds.first), try #require(rounds.last))
        var swapped = session
        (swapped.events[first].content, swapped.events[last].content) =
            (session.events[last].content, session.events[first].content)
        let other = try failures(swapped) { try await OpeningPortal.pipeline().run() }
        expect(other.first?.contains("assessment 2 at "), true, "\(other)")
        expect(other.first?.contains("expected captive because of "), true, "\(other)")
        // The last recorded round that led to online.
        session.events.remove(at: last)
        let less = try failures(session) { try await OpeningPortal.pipeline().run() }
        expect(less.first?.hasSuffix("expected online because of enough-owners, got none"), true, "\(less)")
        expect(less.first?.contains(": judging the default route: assessment "), true, "\(less)")
    }

    @Test func `A run that goes on when the test has ended is compared too`() async throws {
        let scope = try scope(try OpeningPortal.session(1))
        let running = try await scope {
            let updates = AssessmentUpdates()
            let pipeline = try OpeningPortal.pipeline([updates])
            let task = Task { try await pipeline.run() }
            for await assessment in updates where assessment.access.portal != nil { break }
            return task
        }
        expect(scope.failures().first?.description.contains("too early: "), true, "\(scope.failures())")
        running.cancel()
    }

    @Test func `A run that the test ends before the recording's end fails with what it did not reach`() throws {
        let found = try failures(try OpeningPortal.session(1)) {
            let updates = AssessmentUpdates()
            let pipeline = try OpeningPortal.pipeline([updates])
            await withTaskGroup { group in
                group.addTask { try? await pipeline.run() }
                for await assessment in updates where assessment.access.portal != nil { break }
                group.cancelAll()
            }
        }
        expect(found.count, 1, "\(found)")
        expect(found.first?.contains("too early: "), true, "\(found)")
    }
}

extension SessionRecording {
    /// Changes the exchanges of the last round.
    fileprivate mutating func changeLastRound(_ change: (inout [Exchange]) -> Void) throws {
        let place = try #require(events.lastIndex { if case .round = $0.content { true } else { false } })
        guard case .round(var exchanges) = events[place].content else { return }
        change(&exchanges)
        events[place].content = .round(exchanges)
    }
}
