/// The times at which a pipeline begins rounds.
public struct RoundSchedule: Hashable, Sendable {
    /// From a change of the interface to the round after it, so that addresses and routes can settle; not negative.
    public var settling: Duration
    /// From the end of a round that is online to the next; greater than zero.
    public var interval: Duration
    /// From the end of a round with a portal to the next, which detects a sign-in soon; greater than zero.
    public var captiveInterval: Duration
    /// How long a round that is online or has a portal already waits for the missing answers; not negative.
    ///
    /// One endpoint that is down does not delay the round until its time limit. Later answers, including a
    /// portal's, do not count in this round.
    public var patience: Duration
    /// From the end of any other round to the next.
    public var retry: Backoff

    /// Creates a schedule.
    /// - Parameters:
    ///   - settling: From a change of the interface to the round after it. Not negative.
    ///   - interval: From the end of a round that is online to the next. Greater than zero.
    ///   - captiveInterval: From the end of a round with a portal to the next. Greater than zero.
    ///   - patience: How long a round with enough answers waits for the missing ones. Not negative.
    ///   - retry: From the end of any other round to the next.
    public init(
        settling: Duration = .milliseconds(50),
        interval: Duration = .seconds(30),
        captiveInterval: Duration = .seconds(5),
        patience: Duration = .seconds(1),
        retry: Backoff = Backoff(first: .seconds(2), maximum: .seconds(30))
    ) {
        precondition(settling >= .zero && patience >= .zero, "the settling delay and patience must not be negative")
        precondition(interval > .zero && captiveInterval > .zero, "an interval must be greater than zero")
        self.settling = settling
        self.interval = interval
        self.captiveInterval = captiveInterval
        self.patience = patience
        self.retry = retry
    }

    func delay(after access: InternetAccess, failures: Int) -> Duration {
        switch access {
        case .online: interval
        case .captive: captiveInterval
        case .determining, .disconnected, .unreachable, .blocked, .partial: retry.delay(after: failures)
        }
    }
}
