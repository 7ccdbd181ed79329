/// Work of a ``Companion`` that is more than requests, such as a sign-in at a portal.
///
/// It runs concurrently with the rounds, in a task that is cancelled when the run ends. Two values are equal if their names are.
public struct CompanionWork: Hashable, Sendable {
    /// The name, such as `the sign-in agent on wlan0`, in words that follow "did not return:"; `Pipeline.abandonedParts` contains
    /// it if the work does not return.
    public let name: String
    private let body: @Sendable (CompanionWork.Tools) async -> CompanionObservation

    /// Creates work with a body, which must return soon after its task is cancelled.
    public init(_ name: String, _ body: @escaping @Sendable (CompanionWork.Tools) async -> CompanionObservation) {
        (self.name, self.body) = (name, body)
    }

    /// Performs the work, and returns its observation.
    public func perform(with tools: CompanionWork.Tools) async -> CompanionObservation { await body(tools) }

    public static func == (one: Self, other: Self) -> Bool { one.name == other.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CompanionWork {
    /// The tools that work may use, replaceable in tests and simulations.
    public struct Tools: Sendable {
        /// Sends requests through the pipeline's probers and their additions; they count against the budget of the rounds.
        public var prober: any Prober
        /// The limits of each probe of the rounds.
        public var limits: ProbeRequest.Limits
        /// Returns the time; the seed is zero.
        public var now: @Sendable () -> ConnectivityMachine.Moment
        /// Waits; throws when the task is cancelled.
        public var sleep: @Sendable (Duration) async throws -> Void

        /// Creates tools; a pipeline has its own.
        public init(
            prober: any Prober,
            limits: ProbeRequest.Limits = ProbeRequest.Limits(),
            now: @escaping @Sendable () -> ConnectivityMachine.Moment,
            sleep: @escaping @Sendable (Duration) async throws -> Void
        ) {
            (self.prober, self.limits, self.now, self.sleep) = (prober, limits, now, sleep)
        }
    }
}
