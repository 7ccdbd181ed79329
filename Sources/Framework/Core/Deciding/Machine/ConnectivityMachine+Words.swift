// The inputs that the driver passes to the state machine, and the effects that it returns.

extension ConnectivityMachine {
    /// The activity of the driver during an epoch.
    package enum Activity: Hashable, Sendable {
        /// The driver waits for a change of the interfaces.
        case idle
        /// The driver waits for a changed interface to settle; ends with ``Input/waitEnded(epoch:)``.
        case settle(Duration)
        /// The driver waits for a lost network to come back; ends with ``Input/waitEnded(epoch:)``.
        case grace(Duration)
        /// The driver sends requests.
        ///
        /// Each request ends with ``Input/probeEnded(index:epoch:exchange:)``, and the time limit with
        /// ``Input/waitEnded(epoch:)``.
        case round([ProbeRequest], limit: Duration)
        /// The driver waits for the next round; ends with ``Input/waitEnded(epoch:)``.
        case rest(Duration)
    }

    /// An event that the driver reports to the state machine.
    package indirect enum Input: Hashable, Sendable {
        case interfacesChanged(InterfaceSnapshot)
        case waitEnded(epoch: Int)
        case probeEnded(index: Int, epoch: Int, exchange: ProbeExchange)
        /// A companion reports that an interface is unchanged; see ``CompanionEffect/skip(on:for:)``.
        case skipped(on: String, for: Duration)
        /// A companion has observed something; it decides nothing, and occurs only in records.
        case observed(CompanionObservation)
        /// A companion sends requests, which count against the budget of the rounds.
        case companionAsked(requestCount: Int, interface: String)
    }

    /// An action for the driver; effects are performed in order.
    ///
    /// An action that belongs to an epoch ends with it.
    package indirect enum Effect: Hashable, Sendable {
        /// End the previous activity and begin this one.
        case begin(Activity, epoch: Int)
        /// Deliver ``Input/waitEnded(epoch:)`` after this delay, during the current activity; replaces an earlier reminder.
        case remind(after: Duration, epoch: Int)
        /// Send further requests of the round; the first one has this index.
        ///
        /// The current activity continues. Each request ends with ``Input/probeEnded(index:epoch:exchange:)``.
        case ask([ProbeRequest], from: Int, epoch: Int)
        /// Discard the round in progress; the next activity follows at once.
        case discardRound
        /// Deliver the assessment to the notifiers.
        case publish(Assessment)
    }
}
