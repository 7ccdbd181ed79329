/// When a pipeline looks again.
public struct Schedule: Hashable, Sendable {
    /// From a change of the interface to the check of it, so that addresses and routes can settle; not negative.
    public var settling: Duration
    /// From the end of a round that found the machine online to the next; greater than zero.
    public var interval: Duration
    /// From the end of a round that met a portal to the next, which shows a sign-in soon; greater than zero.
    public var captiveInterval: Duration
    /// How long a round that is online, or met a portal, without the answers still missing waits for them; not negative.
    ///
    /// One endpoint that is down does not hold up the rest until its time limit. An answer that comes later is not seen in
    /// this round, a portal's included.
    public var patience: Duration
    /// From the end of any other round to the next.
    public var retry: Backoff

    /// Creates a schedule.
    /// - Parameters:
    ///   - settling: From a change of the interface to the check of it. Not negative.
    ///   - interval: Between rounds while online. Greater than zero.
    ///   - captiveInterval: Between rounds while a portal is in the way. Greater than zero.
    ///   - patience: How long a round that has enough waits for the answers still missing. Not negative.
    ///   - retry: Between rounds otherwise.
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
