/// A condition that every run of every pipeline must keep.
package enum Invariant: String, Hashable, Sendable, CaseIterable {
    /// The access is never `online` while no exchange of the current epoch was genuine.
    case onlineIsGenuine = "the access is never online without a genuine exchange in the current epoch"
    /// Each change is announced exactly once, and nothing else is announced.
    case announcedOnce = "every change is announced exactly once"
    /// The newest assessment reaches every listener and is for the newest path.
    case newestArrives = "the newest state always reaches every listener"
    /// No probe, observation or sleeper remains when the run has returned.
    case nothingOutlives = "no task outlives the run"
    /// Every wait has a bound and ends within it.
    case waitsAreBounded = "every wait is bounded"
}

/// A violation of an invariant by a run.
package struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The invariant that was broken.
    package var invariant: Invariant
    /// The virtual time of the violation.
    package var time: Duration
    /// A description of what happened.
    package var detail: String

    /// Creates a violation.
    package init(_ invariant: Invariant, at time: Duration, _ detail: String) {
        self.invariant = invariant
        self.time = time
        self.detail = detail
    }

    /// The invariant, the time and the detail, on one line.
    package var description: String { "\(invariant.rawValue): at \(time), \(detail)" }
}
