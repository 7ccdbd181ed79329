import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@Suite struct `A session recorded with another schedule and other limits` {
    private static let url: HTTPURL = "https://a.example/204"

    private static var configuration: PipelineConfiguration {
        var configuration = PipelineConfiguration()
        configuration.endpoints = [Endpoint(url, expecting: StatusCode(204))]
        configuration.schedule = RoundSchedule(
            settling: .milliseconds(20),
            interval: .seconds(3),
            captive: RoundSchedule.Backoff(first: .milliseconds(700), maximum: .milliseconds(900)),
            patience: .zero,
            retry: RoundSchedule.Backoff(first: .milliseconds(400), maximum: .milliseconds(900))
        )
        configuration.limits = ProbeRequest.Limits(total: .milliseconds(300))
        return configuration
    }

    /// The access is unreachable until the time limit of a probe passes, then captive, online, captive, online.
    private static let answers: [ReplayProber<VirtualClock>.Answer] = {
        let portal = ProbeResponse(status: 302, headers: ["Location": "http://p.example/"])
        let genuine = ProbeResponse(status: 204)
        return [.init(url, .success(genuine), after: .seconds(1))]
            + [portal, portal, genuine, portal, genuine].map { .init(url, .success($0), after: .milliseconds(50)) }
    }()

    /// Runs a pipeline on virtual time.
    private func trace(
        _ configuration: PipelineConfiguration,
        _ steps: [(after: Duration, snapshot: InterfaceSnapshot?)],
        _ answers: [ReplayProber<VirtualClock>.Answer]
    ) throws -> SimulationTrace {
        try simulate { clock in
            let recorder = TraceRecorder(clock: clock)
            try await recorder.run {
                var whole = configuration
                whole.source = recorder.source(ScriptedInterfaceSource(steps, clock: clock))
                whole.prober = recorder.prober(ReplayProber(answers, clock: clock))
                whole.policy = configuration.policy as? QuorumPolicy ?? QuorumPolicy()
                whole.notifiers = [recorder.notifier]
                return try Pipeline(
                    verbatim: whole,
                    clock: clock,
                    civilTime: { Timestamp(sinceEpoch: .seconds(1_800_000_000) + clock.now.offset) }
                )
            }
            return recorder.trace(seed: 0)
        }
    }

    @Test func `A session with its own schedule and limits replays exactly from its file`() throws {
        let made = try trace(
            Self.configuration,
            [(.zero, InterfaceSnapshot([.wifi])), (.seconds(8), nil)],
            Self.answers
        )
        let names = made.announced.map(\.access.name)
        expect(names, ["determining", "unreachable", "captive", "online", "captive", "online"])
        let text = String(decoding: try JSONEncoder().encode(Self.configuration), as: UTF8.self)
        let session = try SessionRecording(parsing: made.session(configuration: text).encoded())
        let written = try #require(session.configuration)
        let configuration = try PipelineConfiguration(json: Data(written.utf8), registry: .standard())
        expect(configuration.schedule, Self.configuration.schedule)
        expect(configuration.limits, Self.configuration.limits)
        // Replaying the session gives the same assessments at the same times as running it.
        let replay = SessionReplay(session, by: configuration.machine)
        #expect(replay.deviations.isEmpty)
        let times = made.entries.compactMap { entry in if case .announced = entry.event { entry.time } else { nil } }
        expect(replay.assessments.map(\.at), times)
        expect(replay.assessments.map { .init($0.assessment) }, session.expectations.map(\.compared))
        // Limits are not recorded; those of the configuration apply to the answers and to the policy of a replay.
        let limits = replay.assessments.flatMap(\.assessment.endpoints).map(\.exchange.request.limits)
        expect(Set(limits), [Self.configuration.limits])
        let again = try trace(configuration, session.interfaceSteps, session.answers(on: VirtualClock.self))
        expect(again.announced.map { .init($0) }, session.expectations.map(\.compared))
        expect(again.entries.compactMap { if case .announced = $0.event { $0.time } else { nil } }, times)
        // With the default configuration the run differs.
        let other = try trace(PipelineConfiguration(), session.interfaceSteps, session.answers(on: VirtualClock.self))
        #expect(other.announced.map { .init($0) } != session.expectations.map(\.compared))
    }
}
