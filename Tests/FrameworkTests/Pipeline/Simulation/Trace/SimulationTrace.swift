import ConnectivityCore

/// All events between a pipeline and its surroundings during one run, in order, with virtual times.
///
/// A ``TraceRecorder`` records it. It has all data for a recording of the session: the changes of the interfaces, the
/// exchanges, the inputs of the state machine with their effects, and the assessments that the notifier received.
struct SimulationTrace: Hashable, Sendable {
    /// One event of a run.
    // Assessments are large. With indirect storage, a trace is read and copied much faster.
    indirect enum Event: Hashable, Sendable {
        case reported(InterfaceSnapshot)
        /// A probe began; the number identifies it.
        case probeBegan(Int, ProbeRequest)
        case probeEnded(Int, ProbeExchange)
        case stepped(ConnectivityMachine.Step)
        /// The notifier received a changed assessment.
        case announced(Assessment)
        /// A listener began to listen; the number identifies it.
        case listening(Int)
        case received(Int, Assessment)
        case jumped(Duration)
        /// The run returned; the value counts the operations that were still running.
        case ended(Leftovers)
    }

    /// The number of operations that were still running when a run returned; all zero if every operation had ended.
    struct Leftovers: Hashable, Sendable {
        var probes = 0
        var observations = 0
        var sleepers = 0
    }

    /// An event and its time.
    struct Entry: Hashable, Sendable {
        var time: Duration
        var event: Event
    }

    /// The seed of the simulation; it reproduces the run.
    var seed: UInt64
    var entries: [Entry]

    /// The assessments that the notifier received, in order.
    var announced: [Assessment] {
        entries.compactMap { if case .announced(let assessment) = $0.event { assessment } else { nil } }
    }

    var steps: [(time: Duration, step: ConnectivityMachine.Step)] {
        entries.compactMap { if case .stepped(let step) = $0.event { ($0.time, step) } else { nil } }
    }
}
