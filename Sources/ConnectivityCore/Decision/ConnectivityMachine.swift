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
        /// One a path; the requests of all stand behind one another.
        var rounds: [PathRound]
        var since: Moment
        /// Whether the interfaces changed meanwhile, though these are still the same paths, so that another round is due.
        var isOutdated = false
        /// Whether the answers still missing are awaited for a little while only.
        var isEnding = false

        var isComplete: Bool { rounds.allSatisfy(\.isComplete) }

        /// Takes the end of a probe, by its place among the requests of all paths.
        /// - Returns: Whether it was pending.
        mutating func take(_ exchange: ProbeExchange, at index: Int) -> Bool {
            var index = index
            for path in rounds.indices {
                if rounds[path].requests.indices.contains(index) { return rounds[path].take(exchange, at: index) }
                index -= rounds[path].requests.count
            }
            return false
        }

        /// The report on a probe that has ended, by its place among the requests of all paths.
        func report(at index: Int) -> EndpointReport? {
            var index = index
            for round in rounds {
                if round.requests.indices.contains(index) { return round.report(at: index) }
                index -= round.requests.count
            }
            return nil
        }

        /// With a failure in place of every answer that is not there.
        func completed(with failure: ProbeFailure, at moment: Moment) -> [PathRound] {
            rounds.map { $0.completed(with: failure, after: moment.elapsed - since.elapsed) }
        }
    }

    /// An interface that never settles is judged after so many settling delays all the same.
    private static let settlingCountMax = 10

    /// The newest assessment; `nil` before the first snapshot.
    public private(set) var assessment: Assessment?
    /// The report on the probe that ended with the last input; `nil` if none did, or it did not count.
    package private(set) var report: EndpointReport?
    /// The current epoch.
    public private(set) var epoch = 0

    /// What the machine decides by.
    public let rules: DecisionRules
    private let schedule: Schedule
    private let limits: ProbeLimits

    private var state = State.idle
    private var snapshot: InterfaceSnapshot?
    /// What is judged, in order, and what is known of it.
    private var paths: [(scoped: ScopedPath, known: PathAssessment, history: RoundHistory)] = []
    private var published: Assessment?
    private var failures = 0

    /// Creates a machine that knows nothing yet.
    /// - Parameters:
    ///   - rules: What the machine decides by.
    ///   - schedule: When to look again.
    ///   - limits: The bounds of each probe.
    public init(
        _ rules: DecisionRules,
        schedule: Schedule = Schedule(),
        limits: ProbeLimits = ProbeLimits()
    ) {
        self.rules = rules
        self.schedule = schedule
        self.limits = limits
    }

    /// A machine with the same rules but for the order of judging, which knows nothing yet.
    package func judging(by order: JudgingOrder) -> ConnectivityMachine {
        ConnectivityMachine(rules.judging(by: order), schedule: schedule, limits: limits)
    }

    /// Takes one input.
    /// - Parameters:
    ///   - input: What happened.
    ///   - moment: When. Not before the moment of the input before.
    /// - Returns: What to do, in order; empty for an input of an earlier epoch.
    public mutating func handle(_ input: Input, at moment: Moment) -> [Effect] {
        report = nil
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
        let before = paths
        snapshot = new
        paths = rules.scope.paths(in: new).map { path in
            before.first { path.continues($0.scoped) }.map { (path, $0.known, $0.history) }
                ?? (path, PathAssessment(before: path), RoundHistory())
        }
        guard !paths.isEmpty else {
            guard isFirst || !before.isEmpty else { return [] }
            failures = 0
            return assess(since: moment, at: moment) + begin(.idle, state: .idle)
        }
        let (asked, askedBefore) = (paths.filter(\.scoped.hasWayOut), before.filter(\.scoped.hasWayOut))
        let isSamePaths =
            asked.count == askedBefore.count && zip(asked, askedBefore).allSatisfy { $0.scoped.continues($1.scoped) }
        if isSamePaths, !isFirst {
            // The answer may be for another of the paths now, or there is one more that leads nowhere.
            let effects = rules.scope == .eachInterface ? assess(since: moment, at: moment) : []
            if zip(asked, askedBefore).allSatisfy({ $0.scoped.isSteady(since: $1.scoped) }) { return effects }
            failures = 0
            return effects + samePathsChanged(at: moment)
        }
        failures = 0
        return assess(since: moment, at: moment)
            + (isFirst ? beginRound(at: moment) : settle(since: moment, at: moment))
    }

    /// Sees to another round, without forgetting what is known and without losing the round that is going on.
    private mutating func samePathsChanged(at moment: Moment) -> [Effect] {
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
        let rounds = paths.map { PathRound($0.scoped, by: rules, knowing: $0.history, limits: limits) }
        let requests = rounds.flatMap(\.requests)
        // A prober that does not keep the limit of its requests does not hold up the round.
        let effects = begin(
            .round(requests, limit: limits.total + .seconds(1)),
            state: .probing(Probing(rounds: rounds, since: moment))
        )
        return requests.isEmpty ? effects + conclude(rounds, since: moment, at: moment) : effects
    }

    private mutating func waitEnded(at moment: Moment) -> [Effect] {
        switch state {
        case .idle:
            return []
        case .settling, .resting:
            return beginRound(at: moment)
        case .probing(let probing):
            return conclude(probing.completed(with: Self.missing, at: moment), since: probing.since, at: moment)
        }
    }

    private mutating func probeEnded(_ index: Int, _ exchange: ProbeExchange, at moment: Moment) -> [Effect] {
        guard case .probing(var probing) = state, probing.take(exchange, at: index) else { return [] }
        state = .probing(probing)
        report = probing.report(at: index)
        if probing.isComplete || probing.rounds.allSatisfy({ $0.judgement != nil }) {
            // Concluded is from the round as it is recorded, with what was cancelled in its place.
            let rounds = probing.completed(with: ProbeFailure(.cancelled), at: moment)
            return conclude(rounds, since: probing.since, at: moment)
        }
        guard !probing.isEnding,
            probing.completed(with: Self.missing, at: moment).allSatisfy({ $0.judgement?.endsWait == true })
        else { return [] }
        probing.isEnding = true
        state = .probing(probing)
        return [.remind(after: schedule.patience, epoch: epoch)]
    }

    /// What stands in place of an answer that is awaited no longer.
    private static let missing = ProbeFailure(.timedOut(.response), detail: "no answer by the end of the round")

    // MARK: Conclusions

    private mutating func conclude(_ rounds: [PathRound], since: Moment, at moment: Moment) -> [Effect] {
        let conclusions = rounds.map(\.conclusion)
        for conclusion in conclusions {
            guard let index = paths.firstIndex(where: { $0.known.path == conclusion.assessment.path }) else { continue }
            paths[index].known = conclusion.assessment
            paths[index].history = conclusion.history
        }
        let effects = assess(since: since, at: moment)
        let measured = measuredAccess(conclusions)
        failures = measured == .online ? 0 : failures + 1
        if case .probing(let probing) = state, probing.isOutdated { return effects + settle(since: moment, at: moment) }
        // A session that ends is looked at shortly before, when it can still be extended.
        let ends = conclusions.compactMap(\.sessionRemaining).map { max($0 - $0 / 10, .seconds(1)) }
        let delay = schedule.delay(after: measured, failures: failures)
        return effects + begin(.rest(ends.min().map { min($0, delay) } ?? delay), state: .resting)
    }

    /// What the rounds show by themselves, where the rounds before them count too.
    private func measuredAccess(_ conclusions: [PathRound.Conclusion]) -> InternetAccess {
        let measured = conclusions.map { conclusion in
            var assessment = conclusion.assessment
            assessment.access = conclusion.measured
            return assessment
        }
        let answer = rules.scope == .eachInterface ? measured.machineAnswer(in: snapshot ?? InterfaceSnapshot()) : nil
        return answer?.access ?? measured.first?.access ?? .determining
    }

    /// Puts together what is known of the paths, and tells it where it is a change.
    private mutating func assess(since: Moment, at moment: Moment) -> [Effect] {
        let new = rules.assessment(
            paths.map(\.known),
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

extension Judgement {
    /// Whether a round that comes to this without the answers still missing waits for them no longer than patience.
    fileprivate var endsWait: Bool { measured == .online || measured.portal != nil }
}
