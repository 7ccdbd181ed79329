/// What must hold in every run of every pipeline.
public enum Invariant: String, Hashable, Sendable, CaseIterable {
    /// Never online while no exchange of the current epoch was genuine.
    case onlineIsGenuine = "never online while no exchange of the current epoch was genuine"
    /// A change is told once, and nothing else is told.
    case toldOnce = "a change is announced exactly once"
    /// The newest assessment reaches every listener, and speaks of the newest path.
    case newestArrives = "the newest state always reaches every listener"
    /// No probe, no observation and no sleeper is left when the run has returned.
    case nothingOutlives = "no task outlives the run"
    /// Every wait has a bound, and ends within it.
    case waitsAreBounded = "every wait is bounded"
}

/// Where a run broke an invariant.
public struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The invariant.
    public var invariant: Invariant
    /// The virtual time.
    public var time: Duration
    /// What was seen.
    public var detail: String

    /// Creates a violation.
    /// - Parameters:
    ///   - invariant: The invariant.
    ///   - time: The virtual time.
    ///   - detail: What was seen.
    public init(_ invariant: Invariant, at time: Duration, _ detail: String) {
        self.invariant = invariant
        self.time = time
        self.detail = detail
    }

    /// One line.
    public var description: String { "\(invariant.rawValue): at \(time), \(detail)" }
}
