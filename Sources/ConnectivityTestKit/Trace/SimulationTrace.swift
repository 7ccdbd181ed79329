internal import ConnectivityCore

/// All events between a pipeline and its surroundings during one run, in order, with virtual times.
///
/// A ``TraceRecorder`` records it. It holds everything that a recording of the session needs: the changes of the
/// interfaces, the exchanges, the inputs of the state machine with their effects, and the assessments that the notifier
/// received.
package struct SimulationTrace: Hashable, Sendable {
    /// One event of a run.
    // Assessments are large. With indirect storage, a trace is read and copied much faster.
    package indirect enum Event: Hashable, Sendable {
        /// The interface source reported a snapshot.
        case reported(InterfaceSnapshot)
        /// A probe began; the number identifies it.
        case probeBegan(Int, ProbeRequest)
        /// The probe with this number ended.
        case probeEnded(Int, ProbeExchange)
        /// The state machine processed an input.
        case stepped(ConnectivityMachine.Step)
        /// The notifier received a changed assessment.
        case announced(Assessment)
        /// A listener began to listen; the number identifies it.
        case listening(Int)
        /// The listener with this number received an assessment.
        case received(Int, Assessment)
        /// The clock jumped forward by a duration.
        case jumped(Duration)
        /// The run returned; the value counts what was still running.
        case ended(Leftovers)
    }

    /// The number of operations that were still running when a run returned; all zero if every operation had ended.
    package struct Leftovers: Hashable, Sendable {
        /// The number of probes that have begun and not ended.
        package var probes: Int
        /// The number of observations of the source that have begun and not ended.
        package var observations: Int
        /// The number of tasks that sleep on the clock.
        package var sleepers: Int

        /// Creates a count.
        package init(probes: Int = 0, observations: Int = 0, sleepers: Int = 0) {
            self.probes = probes
            self.observations = observations
            self.sleepers = sleepers
        }
    }

    /// An event and its time.
    package struct Entry: Hashable, Sendable {
        /// The virtual time of the event.
        package var time: Duration
        /// The event.
        package var event: Event

        /// Creates an entry.
        package init(_ time: Duration, _ event: Event) {
            self.time = time
            self.event = event
        }
    }

    /// The seed of the simulation; it gives the same run again.
    package var seed: UInt64
    /// The events, in order.
    package var entries: [Entry]

    /// Creates a trace.
    package init(seed: UInt64, entries: [Entry]) {
        self.seed = seed
        self.entries = entries
    }

    /// The assessments that the notifier received, in order.
    package var announced: [Assessment] {
        entries.compactMap { if case .announced(let assessment) = $0.event { assessment } else { nil } }
    }

    /// The steps of the state machine, in order, with their times.
    package var steps: [(time: Duration, step: ConnectivityMachine.Step)] {
        entries.compactMap { if case .stepped(let step) = $0.event { ($0.time, step) } else { nil } }
    }
}
