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
        /// What a round that begins now has for draws; zero where nothing is drawn.
        public var seed: UInt32

        /// Creates a moment.
        /// - Parameters:
        ///   - elapsed: The time since the driver began.
        ///   - wall: The civil time.
        ///   - seed: What a round that begins now has for draws.
        public init(elapsed: Duration, wall: Timestamp, seed: UInt32 = 0) {
            self.elapsed = elapsed
            self.wall = wall
            self.seed = seed
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
        /// Give ``Input/waitEnded(epoch:)`` after so long, besides what else goes on in the epoch; replaces an earlier reminder.
        case remind(after: Duration, epoch: Int)
        /// Send further requests of the round, besides what else goes on in the epoch; the first has this index.
        ///
        /// Each ends with ``Input/probeEnded(index:epoch:exchange:)``.
        case ask([ProbeRequest], from: Int, epoch: Int)
        /// Tell the notifiers.
        case publish(Assessment)
    }

    private enum State: Sendable {
        case idle, resting
        case settling(since: Moment)
        case probing(Probing)
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
        // A prober that does not keep the limit of its requests does not hold up the round.
        let limit = limits.total + .seconds(1)
        let rounds = paths.map { path in
            PathRound(
                path.scoped,
                by: rules,
                knowing: path.history,
                limits: limits,
                context: context(of: path.scoped, at: moment)
            )
        }
        var probing = Probing(rounds, since: moment, limit: limit)
        let effects = begin(.round(probing.place().requests, limit: limit), state: .idle)
        return effects + proceed(&probing, at: moment)
    }

    private func context(of path: ScopedPath, at moment: Moment) -> RoundContext {
        RoundContext(
            isMetered: path.interface.isMetered,
            systemConnectivity: path.interface.systemConnectivity ?? snapshot?.systemConnectivity,
            patience: schedule.patience,
            budget: limits.total,
            seed: moment.seed
        )
    }

    private mutating func waitEnded(at moment: Moment) -> [Effect] {
        switch state {
        case .idle:
            return []
        case .settling, .resting:
            return beginRound(at: moment)
        case .probing(var probing):
            state = .idle
            probing.waitEnded(at: moment)
            return proceed(&probing, at: moment)
        }
    }

    private mutating func probeEnded(_ index: Int, _ exchange: ProbeExchange, at moment: Moment) -> [Effect] {
        guard case .probing(var probing) = state else { return [] }
        // So that the round is held once, and an answer does not copy all that came before.
        state = .idle
        report = probing.take(exchange, at: index, moment)
        guard report != nil else {
            state = .probing(probing)
            return []
        }
        return proceed(&probing, at: moment)
    }

    /// Does what follows from the words of the policy.
    private mutating func proceed(_ probing: inout Probing, at moment: Moment) -> [Effect] {
        let (requests, first) = probing.place()
        var effects = requests.isEmpty ? [] : [Effect.ask(requests, from: first, epoch: epoch)]
        if probing.isOver {
            // Concluded is from the round as it is recorded, with what was cancelled in its place.
            probing.close(with: ProbeFailure(.cancelled), at: moment)
            return effects + conclude(probing, at: moment)
        }
        effects += publishNews(of: probing, at: moment)
        if let deadline = probing.deadline, deadline < probing.reminded ?? probing.limit {
            probing.reminded = deadline
            effects.append(.remind(after: max(.zero, deadline - probing.elapsed(at: moment)), epoch: epoch))
        }
        state = .probing(probing)
        return effects
    }

    // MARK: Conclusions

    /// Publishes what the policy says of paths before its last word, where that is something else than is known.
    private mutating func publishNews(of probing: Probing, at moment: Moment) -> [Effect] {
        var isNew = false
        for round in probing.rounds {
            guard let index = paths.firstIndex(where: { $0.known.path == round.path.path }),
                let news = round.news(since: paths[index].known)
            else { continue }
            paths[index].known = news
            isNew = true
        }
        return isNew ? assess(since: probing.since, at: moment) : []
    }

    private mutating func conclude(_ probing: Probing, at moment: Moment) -> [Effect] {
        let conclusions = probing.rounds.map(\.conclusion)
        for conclusion in conclusions {
            guard let index = paths.firstIndex(where: { $0.known.path == conclusion.assessment.path }) else { continue }
            paths[index].known = conclusion.assessment
            paths[index].history = conclusion.history
        }
        let effects = assess(since: probing.since, at: moment)
        let measured = measuredAccess(conclusions)
        failures = measured == .online ? 0 : failures + 1
        if probing.isOutdated { return effects + settle(since: moment, at: moment) }
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
