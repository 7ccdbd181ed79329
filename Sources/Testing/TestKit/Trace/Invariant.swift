/// A condition that every run of every pipeline must keep.
package enum Invariant: String, Hashable, Sendable, CaseIterable {
    case onlineIsGenuine = "the access is never online without a genuine exchange in the current epoch"
    /// Each change is announced exactly once, and there are no other announcements.
    case announcedOnce = "every change is announced exactly once"
    /// The newest assessment reaches every listener and is for the newest path.
    case newestArrives = "the newest state always reaches every listener"
    /// No probe, observation or sleeper remains when the run has returned.
    case nothingOutlives = "no task outlives the run"
    case waitsAreBounded = "every wait is bounded"
}

package struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
    package var invariant: Invariant
    package var time: Duration
    package var detail: String

    package init(_ invariant: Invariant, at time: Duration, _ detail: String) {
        self.invariant = invariant
        self.time = time
        self.detail = detail
    }

    package var description: String { "\(invariant.rawValue): at \(time), \(detail)" }
}
