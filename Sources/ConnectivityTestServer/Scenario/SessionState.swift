/// Whether the client is signed in: a function of what happened and when.
struct SessionState {
    private let limits: Scenario.Session
    private var deadline: ContinuousClock.Instant?
    private var requestsLeft: Int?
    private(set) var state = Scenario.State.signedOut

    init(_ limits: Scenario.Session) { self.limits = limits }

    /// The state that a request meets, which may be its session's last.
    mutating func stateForRequest(at now: ContinuousClock.Instant) -> Scenario.State {
        if state == .signedIn, requestsLeft == 0 || deadline.map({ now >= $0 }) == true { state = .signedOut }
        if state == .signedIn { requestsLeft? -= 1 }
        return state
    }

    /// Signs in, for the whole time again, or out.
    mutating func change(to state: Scenario.State, at now: ContinuousClock.Instant) {
        self.state = state
        deadline = limits.expiresAfter.map { now + $0 }
        requestsLeft = limits.expiresAfterRequests
    }
}
