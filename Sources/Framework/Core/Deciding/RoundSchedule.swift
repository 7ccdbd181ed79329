/// The times at which a pipeline begins rounds.
///
/// Events take precedence: a round begins at once when the run begins, and shortly after an interface, an address or a route
/// changes. Otherwise, each round is followed by another after a time that depends on its result.
///
/// The initializer traps on values beyond a limit; a property that is set later is clamped.
public struct RoundSchedule: Hashable, Sendable {
    /// The delay from a change of the interface to the next round, so that addresses and routes can settle; not negative.
    ///
    /// An interface that is new, or that got its first route, is asked at once. If this shows online access or a portal, the
    /// result counts; any other result, such as a failure, is discarded, and the interface is asked again when it has settled.
    public var settling: Duration { didSet { settling = max(settling, .zero) } }
    /// The delay from the end of a round that is online to the next round; greater than zero.
    public var interval: Duration { didSet { interval = max(interval, .nanoseconds(1)) } }
    /// The delay from the end of a round with a portal to the next round; it grows with each consecutive one.
    ///
    /// The delay stays at its first value for five minutes after a sign-in began, so the sign-in is noticed soon.
    public var captive: RoundSchedule.Backoff
    /// The maximum time for which a round that is online, or has a portal, waits for outstanding answers; not negative.
    ///
    /// One endpoint that is down does not delay the round until its time limit. Later answers, including a
    /// portal's, do not count in this round.
    public var patience: Duration { didSet { patience = max(patience, .zero) } }
    /// The delay from the end of any other round to the next round; it grows with each consecutive one.
    public var retry: RoundSchedule.Backoff
    /// The largest share by which a wait is shortened at random, from 0 through 0.5, so many devices that started at the same
    /// time do not ask at the same time.
    ///
    /// It is 0.1 in a configuration and in `Pipeline.standard` unless stated otherwise.
    public var jitter: Double { didSet { jitter = max(0, min(jitter, 0.5)) } }
    /// Whether ``interval`` is four times as long while all interfaces in use are metered, and otherwise twice as long on battery
    /// power.
    public var isThrifty: Bool
    /// The delay from the loss of the last interface, if it is wireless, to the report that the device is disconnected; not
    /// negative.
    ///
    /// If the same network returns within this time, for example after roaming to another access point, nothing is reported, and
    /// a round begins. The loss of a cable is reported at once.
    public var grace: Duration { didSet { grace = max(grace, .zero) } }
    /// Whether each round omits another owner while rounds succeed, so that no owner sees every round.
    ///
    /// At least three owners are asked. Rounds after a change, after a round that was not online, or on request ask all. It is
    /// `true` in a configuration and in `Pipeline.standard` unless stated otherwise.
    package var isRotating: Bool
    /// The maximum number of requests of the regular rounds, per interface and hour, at least 1; `nil` for no limit.
    ///
    /// If another round like the last one exceeds it, it waits. Rounds that follow an event or a request count too, but do not
    /// wait, because events take precedence.
    public var requestsPerHour: Int? { didSet { requestsPerHour = requestsPerHour.map { max($0, 1) } } }
    /// The maximum number of concurrent requests of a round, at least 1; the others follow as these end.
    ///
    /// Each request needs a socket, and most systems permit a process 1,024 unless its limit is raised (getrlimit(2)). A request
    /// that a round could not send before its time limit counts as unanswered.
    package var requestsAtOnce: Int { didSet { requestsAtOnce = max(requestsAtOnce, 1) } }

    /// Creates a schedule.
    public init(
        settling: Duration = .milliseconds(50),
        interval: Duration = .seconds(30),
        captive: RoundSchedule.Backoff = RoundSchedule.Backoff(first: .seconds(3), maximum: .seconds(30)),
        patience: Duration = ProbeRound.Context.standardPatience,
        retry: RoundSchedule.Backoff = RoundSchedule.Backoff(first: .seconds(2), maximum: .seconds(30)),
        jitter: Double = 0,
        isThrifty: Bool = true,
        grace: Duration = .seconds(1),
        isRotating: Bool = false,
        requestsPerHour: Int? = nil,
        requestsAtOnce: Int = 256
    ) {
        precondition(settling >= .zero && patience >= .zero, "the settling delay and patience must not be negative")
        precondition(grace >= .zero, "the grace must not be negative")
        precondition(interval > .zero, "an interval must be greater than zero")
        precondition((0...0.5).contains(jitter), "the jitter must be from 0 through 0.5")
        precondition(requestsPerHour ?? 1 >= 1, "a round must be able to send requests in an hour")
        precondition(requestsAtOnce >= 1, "a round must be able to send requests")
        self.settling = settling
        self.interval = interval
        self.captive = captive
        self.patience = patience
        self.retry = retry
        self.jitter = jitter
        self.isThrifty = isThrifty
        self.grace = grace
        self.isRotating = isRotating
        self.requestsPerHour = requestsPerHour
        self.requestsAtOnce = requestsAtOnce
    }
}

/// The state, apart from the schedule, on which the waits between rounds depend.
package struct RoundCadence: Hashable, Sendable {
    /// The numbers of consecutive rounds that were not online, and that were captive.
    private var failures = 0
    private var captiveCount = 0
    /// The last stated rest of the session, and the number of rounds that began early because of it.
    private var sessionRest: Duration?
    private var earlyCount = 0

    /// Discards the state of earlier rounds, because the interfaces changed.
    mutating func reset() { self = RoundCadence() }

    /// Returns the wait for a round shortly before a session ends, while it can still be extended.
    ///
    /// The network states the rest, but must not make a device ask more: each value counts once, and the wait grows with the
    /// number of early rounds, as after failures. It never exceeds the wait without regard to the session.
    mutating func wait(beforeEndOf rest: Duration?, _ schedule: RoundSchedule, atMost wait: Duration) -> Duration {
        defer { sessionRest = rest }
        guard let rest, rest > .zero, rest != sessionRest else { return wait }
        guard rest - rest / 10 < wait else {
            earlyCount = max(0, earlyCount - 1)
            return wait
        }
        earlyCount += 1
        return min(max(rest - rest / 10, schedule.retry.delay(after: earlyCount)), wait)
    }

    /// Counts a round, by the access that it shows without earlier rounds, and returns the wait for the next one; seed 0 means no
    /// jitter.
    mutating func wait(
        _ schedule: RoundSchedule,
        after access: InternetAccess,
        slowedBy factor: Int,
        seed: UInt32
    ) -> Duration {
        failures = access == .online ? 0 : failures + 1
        captiveCount = access.portal == nil ? 0 : captiveCount + 1
        let wait =
            switch access {
            case .online: schedule.interval * factor
            case .captive: schedule.captive.delay(after: captiveCount)
            case .determining, .disconnected, .unreachable, .blocked, .partial: schedule.retry.delay(after: failures)
            }
        guard seed != 0, schedule.jitter > 0 else { return wait }
        var draws = SplitMix64(seed: UInt64(seed))
        return wait - wait * (schedule.jitter * Double.random(in: 0...1, using: &draws))
    }
}
