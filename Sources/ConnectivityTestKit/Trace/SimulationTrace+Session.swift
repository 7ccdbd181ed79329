import ConnectivityCore
public import ConnectivityRecords
import ConnectivitySupport

extension SimulationTrace {
    /// The run as a recorded session, so that what a seed showed stays as a fixture.
    ///
    /// It holds the changes of the interfaces, the rounds with the answers that the machine took, and what the notifier was
    /// told. A probe that had no answer when its round was over stands in it as cancelled at that time.
    ///
    /// - Parameter configuration: What decided, as a JSON object in text; without it `fixture verify` cannot decide again.
    /// - Returns: The recording, whose names and answers are the simulation's own.
    public func session(configuration: String? = nil) -> SessionRecording {
        let recorder = SessionRecorder()
        var told: [SessionRecording.Event] = []
        for entry in entries {
            switch entry.event {
            case .stepped(let step): recorder.observe(step)
            case .told(let assessment): told.append(.init(at: entry.time, .expected(.init(assessment))))
            default: continue
            }
        }
        let provenance = SessionRecording.Provenance(
            source: "simulated from seed \(seed)",
            recordedAt: steps.first?.step.moment.wall ?? Timestamp(sinceEpoch: .zero),
            tool: "ConnectivityTestKit"
        )
        var session = recorder.recording(provenance, configuration: configuration)
        session.events = (session.events + told).inOrder(of: \.at)
        return session
    }
}
