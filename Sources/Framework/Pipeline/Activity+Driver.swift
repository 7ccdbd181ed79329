import ConnectivityCore

// The work of the driver for each activity of the state machine.

extension ConnectivityMachine.Activity {
    /// Whether a requested look ends this activity, so that a round begins.
    ///
    /// During a round, `isLookDue` is set, so that another round follows.
    func endsForLook(_ isLookDue: inout Bool) -> Bool {
        switch self {
        case .rest: return true
        case .round: isLookDue = true
        case .idle, .settle, .grace: break
        }
        return false
    }

    var requests: [ProbeRequest] {
        if case .round(let requests, _) = self { requests } else { [] }
    }

    var wait: Duration? {
        switch self {
        case .idle: nil
        case .settle(let delay), .grace(let delay), .rest(let delay): delay
        case .round(_, let limit): limit
        }
    }
}
