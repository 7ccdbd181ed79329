/// Decides what to do next, and what is known.
///
/// A value without effects: it reads no clock, owns no task and asks nobody. The driver hands it what happened and
/// when, and carries out what it answers. The same inputs at the same moments always give the same effects.
///
/// Time is divided into epochs. Each epoch has one ``Activity``, and beginning one ends the one before. Whatever still
/// arrives from an earlier epoch is refused.
public struct ConnectivityMachine: Sendable {
    /// When something happened.
    public struct Moment: Hashable, Sendable {
        /// The time since the driver began, which never runs backwards.
        public var elapsed: Duration
        /// The civil time, for the record.
        public var wall: Timestamp

        /// Creates a moment.
        /// - Parameters:
        ///   - elapsed: The time since the driver began.
        ///   - wall: The civil time.
        public init(elapsed: Duration, wall: Timestamp) {
            self.elapsed = elapsed
            self.wall = wall
        }
    }

    /// What is going on during an epoch.
    public enum Activity: Hashable, Sendable {
        /// Nothing, until the interfaces change.
        case idle
        /// Waiting for a changed interface to settle; ends with ``Input/waitEnded(epoch:)``.
        case settle(Duration)
        /// Sending requests.
        ///
        /// Each ends with ``Input/probeEnded(index:epoch:exchange:)``, and the time limit with
        /// ``Input/waitEnded(epoch:)``.
        case round([ProbeRequest], limit: Duration)
        /// Waiting for the next round; ends with ``Input/waitEnded(epoch:)``.
        case rest(Duration)
    }

    /// Something that happened.
    public enum Input: Hashable, Sendable {
        /// The interfaces are now these.
        case interfacesChanged(InterfaceSnapshot)
        /// The wait of an epoch is over.
        case waitEnded(epoch: Int)
        /// The probe of the endpoint at an index ended.
        case probeEnded(index: Int, epoch: Int, exchange: ProbeExchange)
    }

    /// Something for the driver to do, in order.
    ///
    /// What an epoch began ends with it.
    public enum Effect: Hashable, Sendable {
        /// End the activity before and begin this one.
        case begin(Activity, epoch: Int)
        /// Give ``Input/waitEnded(epoch:)`` after so long, beside what else goes on in the epoch.
        case remind(after: Duration, epoch: Int)
        /// Tell the notifiers.
        case publish(Assessment)
    }

    private enum State: Sendable {
        case idle, resting
        case settling(since: Moment)
        case probing(Probing)
    }

    /// A round that is going on.
    private struct Probing: Sendable {
        var round: Round
        var requests: [ProbeRequest]
        var since: Moment
        /// Whether the interface changed meanwhile, though it is still the same path, so that another round is due.
        var isOutdated = false
        /// Whether the answers still missing are awaited for a little while only.
        var isEnding = false
    }

    /// An interface that never settles is judged after so many settling delays all the same.
    private static let settlingCountMax = 10

    /// The newest assessment; `nil` before the first snapshot.
    public private(set) var assessment: Assessment?
    /// The current epoch.
    public private(set) var epoch = 0

    /// What the machine decides by.
    public let rules: DecisionRules
    private let schedule: Schedule
    private let limits: ProbeLimits

    private var state = State.idle
    private var snapshot: InterfaceSnapshot?
    private var published: Assessment?
    private var failures = 0
    private var history = RoundHistory()

    /// Creates a machine that knows nothing yet.
    /// - Parameters:
    ///   - endpoints: What to ask in each round.
    ///   - validators: What is asked before each endpoint's own expectation, in order.
    ///   - policy: Turns the verdicts of a round into an answer.
    ///   - scope: Which path is judged.
    ///   - schedule: When to look again.
    ///   - limits: The bounds of each probe.
    public init(
        endpoints: [Endpoint],
        validators: [any ResponseValidator],
        policy: any ThresholdPolicy,
        scope: PathScope = .defaultRoute,
        schedule: Schedule = Schedule(),
        limits: ProbeLimits = ProbeLimits()
    ) {
        rules = DecisionRules(endpoints: endpoints, validators: validators, policy: policy, scope: scope)
        self.schedule = schedule
        self.limits = limits
    }

    /// Takes one input.
    /// - Parameters:
    ///   - input: What happened.
    ///   - moment: When. Not before the moment of the input before.
    /// - Returns: What to do, in order; empty for an input of an earlier epoch.
    public mutating func handle(_ input: Input, at moment: Moment) -> [Effect] {
        switch input {
        case .interfacesChanged(let new):
            return interfacesChanged(to: new, at: moment)
        case .waitEnded(epoch):
            return waitEnded(at: moment)
        case .probeEnded(let index, epoch, let exchange):
            return probeEnded(index, exchange, at: moment)
        case .waitEnded, .probeEnded:
            return []
        }
    }

    // MARK: Interfaces

    private mutating func interfacesChanged(to new: InterfaceSnapshot, at moment: Moment) -> [Effect] {
        let isFirst = snapshot == nil
        let before = snapshot.flatMap(rules.scope.interface)
        snapshot = new
        guard let interface = rules.scope.interface(in: new) else {
            guard before != nil || isFirst else { return [] }
            forget()
            let effects = assess(rules.judgementWithoutRound(in: new), since: moment, at: moment)
            return effects + begin(.idle, state: .idle)
        }
        guard interface.steady != before?.steady else { return [] }
        if interface.continues(before) {
            failures = 0
            return samePathChanged(at: moment)
        }
        forget()
        let effects = assess(rules.judgementWithoutRound(in: new), since: moment, at: moment)
        return effects + (isFirst ? beginRound(at: moment) : settle(since: moment, at: moment))
    }

    /// Forgets what the rounds on another path came to.
    private mutating func forget() {
        failures = 0
        history = RoundHistory()
    }

    /// Sees to another round, without forgetting what is known and without losing the round that is going on.
    private mutating func samePathChanged(at moment: Moment) -> [Effect] {
        switch state {
        case .probing(var probing):
            probing.isOutdated = true
            state = .probing(probing)
            return []
        case .settling(let since):
            return settle(since: since, at: moment)
        case .idle, .resting:
            return settle(since: moment, at: moment)
        }
    }

    private mutating func settle(since: Moment, at moment: Moment) -> [Effect] {
        guard schedule.settling > .zero,
            moment.elapsed - since.elapsed < schedule.settling * Self.settlingCountMax
        else { return beginRound(at: moment) }
        return begin(.settle(schedule.settling), state: .settling(since: since))
    }

    // MARK: Rounds

    private mutating func beginRound(at moment: Moment) -> [Effect] {
        let requests = rules.requests(limits: limits)
        let round = Round([EndpointReport?](repeating: nil, count: requests.count), history: history)
        // A prober that does not keep the limit of its requests does not hold up the round.
        let effects = begin(
            .round(requests, limit: limits.total + .seconds(1)),
            state: .probing(Probing(round: round, requests: requests, since: moment))
        )
        return requests.isEmpty ? effects + conclude(round, since: moment, at: moment) : effects
    }

    private mutating func waitEnded(at moment: Moment) -> [Effect] {
        switch state {
        case .idle:
            return []
        case .settling, .resting:
            return beginRound(at: moment)
        case .probing(let probing):
            return conclude(completed(probing, with: Self.missing, at: moment), since: probing.since, at: moment)
        }
    }

    private mutating func probeEnded(_ index: Int, _ exchange: ProbeExchange, at moment: Moment) -> [Effect] {
        guard case .probing(var probing) = state, probing.requests.indices.contains(index),
            probing.round.reports[index] == nil
        else { return [] }
        probing.round.reports[index] = rules.report(on: index, exchange)
        state = .probing(probing)
        if probing.round.pendingCount == 0 || rules.policy.judge(probing.round) != nil {
            // Concluded is from the round as it is recorded, with what was cancelled in its place.
            let round = completed(probing, with: ProbeFailure(.cancelled), at: moment)
            return conclude(round, since: probing.since, at: moment)
        }
        guard !probing.isEnding,
            let measured = rules.policy.judge(completed(probing, with: Self.missing, at: moment))?.measured,
            measured == .online || measured.portal != nil
        else { return [] }
        probing.isEnding = true
        state = .probing(probing)
        return [.remind(after: schedule.patience, epoch: epoch)]
    }

    /// What stands in place of an answer that is awaited no longer.
    private static let missing = ProbeFailure(.timedOut(.response), detail: "no answer by the end of the round")

    /// The round with a failure in place of every answer that is not there.
    private func completed(_ probing: Probing, with failure: ProbeFailure, at moment: Moment) -> Round {
        var round = probing.round
        let timings = ProbeTimings(total: moment.elapsed - probing.since.elapsed)
        for (index, request) in probing.requests.enumerated() where round.reports[index] == nil {
            let exchange = ProbeExchange(request: request, outcome: .failure(failure), timings: timings)
            round.reports[index] = rules.report(on: index, exchange)
        }
        return round
    }

    // MARK: Conclusions

    private mutating func conclude(_ round: Round, since: Moment, at moment: Moment) -> [Effect] {
        let judgement = rules.judgement(on: round)
        failures = judgement.measured == .online ? 0 : failures + 1
        history.append(judgement)
        let effects = assess(judgement, round, since: since, at: moment)
        if case .probing(let probing) = state, probing.isOutdated { return effects + settle(since: moment, at: moment) }
        let delay = schedule.delay(after: judgement.measured, failures: failures)
        return effects + begin(.rest(delay), state: .resting)
    }

    private mutating func assess(
        _ judgement: Judgement,
        _ round: Round = Round([]),
        since: Moment,
        at moment: Moment
    ) -> [Effect] {
        let new = rules.assessment(
            judgement,
            round,
            snapshot ?? InterfaceSnapshot(),
            startedAt: since.wall,
            duration: moment.elapsed - since.elapsed
        )
        assessment = new
        if let published, new.concludesSame(as: published) { return [] }
        published = new
        return [.publish(new)]
    }

    private mutating func begin(_ activity: Activity, state: State) -> [Effect] {
        epoch += 1
        self.state = state
        return [.begin(activity, epoch: epoch)]
    }
}

extension Interface {
    /// Whether what was known of the interface before still tells something about it now.
    ///
    /// It does while the link, the gateways and one address stay; more addresses, another metric, another access point of
    /// the same network change nothing.
    fileprivate func continues(_ before: Interface?) -> Bool {
        guard let before, before.index == index, before.name == name,
            before.wifi == nil || wifi == nil || before.wifi?.ssid == wifi?.ssid
        else { return false }
        let gateways = Set(defaultRoutes.map(\.gateway))
        return gateways == Set(before.defaultRoutes.map(\.gateway))
            && !Set(addresses.map(\.address)).isDisjoint(with: before.addresses.map(\.address))
    }
}
