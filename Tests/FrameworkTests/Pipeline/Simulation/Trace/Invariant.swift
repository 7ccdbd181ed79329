/// A condition that every run of every pipeline must keep.
enum Invariant: String, Hashable, Sendable, CaseIterable {
    case onlineIsGenuine = "the access is never online without a genuine exchange in the current epoch"
    /// Each change is announced exactly once, and there are no other announcements.
    case announcedOnce = "every change is announced exactly once"
    /// The newest assessment reaches every listener and is for the newest path.
    case newestArrives = "the newest state always reaches every listener"
    /// No probe, observation or sleeper remains when the run has returned.
    case nothingOutlives = "no task outlives the run"
    case waitsAreBounded = "every wait is bounded"
}

struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
    var invariant: Invariant
    var time: Duration
    var detail: String

    init(_ invariant: Invariant, at time: Duration, _ detail: String) {
        self.invariant = invariant
        self.time = time
        self.detail = detail
    }

    var description: String { "\(invariant.rawValue): at \(time), \(detail)" }
}
