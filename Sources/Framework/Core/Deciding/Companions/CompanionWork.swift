/// Work of a ``Companion`` that is more than requests, such as a sign-in at a portal.
///
/// It runs beside everything else, in a task that is cancelled when the run ends. Two are equal if their names are.
public struct CompanionWork: Hashable, Sendable {
    /// What is done, such as `the sign-in agent on wlan0`; `Pipeline.abandonedParts` has it if the work does not return.
    public let name: String
    private let body: @Sendable (CompanionTools) async -> CompanionObservation

    /// Describes work.
    /// - Parameters:
    ///   - name: What is done, in words that come after "did not return:".
    ///   - body: Does it, and returns what is observed; it returns soon after its task is cancelled.
    public init(_ name: String, _ body: @escaping @Sendable (CompanionTools) async -> CompanionObservation) {
        (self.name, self.body) = (name, body)
    }

    /// Does the work.
    /// - Parameter tools: What the work may use.
    /// - Returns: What is observed.
    public func perform(with tools: CompanionTools) async -> CompanionObservation { await body(tools) }

    public static func == (one: Self, other: Self) -> Bool { one.name == other.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What work beside the rounds may use, so that tests and simulations have it too.
public struct CompanionTools: Sendable {
    /// Sends requests, through all that the pipeline has added to its probers; they count in the budget of the rounds.
    public var prober: any Prober
    /// The limits of each probe of the rounds.
    public var limits: ProbeLimits
    /// Returns the time; the seed is zero.
    public var now: @Sendable () -> Moment
    /// Waits; throws when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates tools; a pipeline has its own.
    public init(
        prober: any Prober,
        limits: ProbeLimits = ProbeLimits(),
        now: @escaping @Sendable () -> Moment,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        (self.prober, self.limits, self.now, self.sleep) = (prober, limits, now, sleep)
    }
}
