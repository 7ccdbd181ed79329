import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivityTestKit
import Foundation
import Testing

// The third of three tasks that a new developer did from the guides alone: a recorded portal on virtual time.

@Suite struct `A recorded portal on virtual time` {
    private let portal = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/hotel-redirect.http")

    @Test func `The recorded answer is the portal that it states`() async throws {
        try await expect("Fixtures/hotel-redirect.http")
    }

    @Test func `The portal is seen, and its end, at known times`() throws {
        let recorded = try Recording(parsing: Array(Data(contentsOf: portal))).response
        let answers = [recorded, recorded, ProbeResponse(status: 204)]
        let times = AsyncStream.makeStream(of: (String, Duration).self)
        let recorder = SessionRecorder()
        try simulate { clock in
            let start = clock.now
            let source = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([.wifi])), (.seconds(20), nil)],
                clock: clock
            )
            let prober = ReplayProber(answers, from: Endpoint.google.question, clock: clock)
            try await Pipeline(source: source, prober: prober, clock: clock) {
                Endpoint.google
            } notifiers: {
                ClosureNotifier { times.continuation.yield(($0.access.name, start.duration(to: clock.now))) }
            }
            .observing(recorder.observe).run()
            times.continuation.finish()
            var seen: [String] = []
            for await (access, time) in times.stream { seen.append("\(access) at \(time.components.seconds) s") }
            #expect(seen == ["determining at 0 s", "captive at 0 s", "online at 9 s"])
        }
        let origin = SessionRecording.Provenance(source: "a model of a hotel", recordedAt: .now, tool: "these tests")
        let session = Redaction.standard.redacted(recorder.recording(origin, configuration: nil))
        #expect(try SessionRecording(parsing: session.encoded()) == session)
        try replay(session)
    }

    /// Plays a session on virtual time.
    private func replay(_ session: SessionRecording) throws {
        let reported = RecordingNotifier()
        try simulate { clock in
            let source = ScriptedInterfaceSource(session.interfaceSteps + [(.seconds(20), nil)], clock: clock)
            let prober = ReplayProber(session.answers(on: type(of: clock)), clock: clock)
            try await Pipeline(source: source, prober: prober, clock: clock) {
                Endpoint.google
            } notifiers: {
                reported
            }
            .run()
        }
        #expect(reported.assessments.map(\.access.name) == ["determining", "captive", "online"])
    }
}
