import ConnectivityCore
import ConnectivityRecords
import ConnectivityToolkit

extension SimulationTrace {
    /// Returns the run as a recorded session, so that the result of a seed can be kept as a fixture.
    ///
    /// The recording has the changes of the interfaces, the rounds with the answers that the state machine used, and the
    /// assessments that the notifier received, all unredacted. A probe without an answer at the end of its round is recorded as
    /// cancelled at that time. Without the configuration, as the text of a JSON object, `fixture verify` cannot decide again.
    func session(configuration: String? = nil) -> SessionRecording {
        let recorder = SessionRecorder()
        var announced: [SessionRecording.Event] = []
        for entry in entries {
            switch entry.event {
            case .stepped(let step): recorder.observe(step)
            case .announced(let assessment): announced.append(.init(at: entry.time, .expected(.init(assessment))))
            default: continue
            }
        }
        let provenance = SessionRecording.Provenance(
            source: "simulated from seed \(seed)",
            recordedAt: steps.first?.step.moment.wall ?? Timestamp(sinceEpoch: .zero),
            tool: "ConnectivityTestKit"
        )
        var session = recorder.recording(provenance, configuration: configuration)
        session.events = (session.events + announced).inOrder(of: \.at)
        return session
    }
}
