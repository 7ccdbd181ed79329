public import ConnectivityCore

/// Everything that passed between a pipeline and the world during one run, in order, with virtual times.
///
/// A ``TraceRecorder`` makes it. It holds what a recording of the session needs: the changes of the interfaces, the
/// exchanges, the inputs of the machine with its effects, and the assessments that were told.
public struct SimulationTrace: Hashable, Sendable {
    /// Something that happened.
    // Assessments are large: behind a reference, a trace is read and copied in a fraction of the time.
    public indirect enum Event: Hashable, Sendable {
        /// The source reported.
        case reported(InterfaceSnapshot)
        /// A probe began; the number is its own.
        case probeBegan(Int, ProbeRequest)
        /// The probe of a number ended.
        case probeEnded(Int, ProbeExchange)
        /// The machine took an input.
        case stepped(ConnectivityMachine.Step)
        /// The notifier was told.
        case told(Assessment)
        /// A listener began to listen; the number is its own.
        case listening(Int)
        /// The listener of a number took an assessment.
        case received(Int, Assessment)
        /// The clock jumped over a time.
        case jumped(Duration)
        /// The run returned, and this was still under way.
        case ended(Leftovers)
    }

    /// What was still under way when a run had returned; all zero where nothing was.
    public struct Leftovers: Hashable, Sendable {
        /// The probes begun and not ended.
        public var probes: Int
        /// The observations of the source begun and not ended.
        public var observations: Int
        /// The tasks asleep on the clock.
        public var sleepers: Int

        /// Creates a count.
        /// - Parameters:
        ///   - probes: The probes begun and not ended.
        ///   - observations: The observations of the source begun and not ended.
        ///   - sleepers: The tasks asleep on the clock.
        public init(probes: Int = 0, observations: Int = 0, sleepers: Int = 0) {
            self.probes = probes
            self.observations = observations
            self.sleepers = sleepers
        }
    }

    /// An event with its time.
    public struct Entry: Hashable, Sendable {
        /// The virtual time.
        public var time: Duration
        /// What happened.
        public var event: Event

        /// Creates an entry.
        /// - Parameters:
        ///   - time: The virtual time.
        ///   - event: What happened.
        public init(_ time: Duration, _ event: Event) {
            self.time = time
            self.event = event
        }
    }

    /// The seed that gives the same run again.
    public var seed: UInt64
    /// What happened, in order.
    public var entries: [Entry]

    /// Creates a trace.
    /// - Parameters:
    ///   - seed: The seed that gives the same run again.
    ///   - entries: What happened, in order.
    public init(seed: UInt64, entries: [Entry]) {
        self.seed = seed
        self.entries = entries
    }

    /// What the notifier was told, in order.
    public var told: [Assessment] {
        entries.compactMap { if case .told(let assessment) = $0.event { assessment } else { nil } }
    }

    /// The steps of the machine, in order, with their times.
    public var steps: [(time: Duration, step: ConnectivityMachine.Step)] {
        entries.compactMap { if case .stepped(let step) = $0.event { ($0.time, step) } else { nil } }
    }
}
