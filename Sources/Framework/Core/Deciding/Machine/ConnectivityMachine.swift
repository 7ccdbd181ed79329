/// The state machine that decides the next actions and the assessment.
///
/// It is a value without side effects: it reads no clock, owns no task and sends nothing. The driver passes it every input with
/// its time, and performs the returned effects. The same inputs at the same moments always give the same effects.
///
/// Time is divided into epochs. Each epoch has one activity; a new activity ends the previous one. Input from an earlier epoch is
/// ignored.
public struct ConnectivityMachine: Sendable {
    /// A judged path, with the facts known about it.
    struct JudgedPath: Sendable {
        var scoped: ScopedPath
        @Shared var known: PathAssessment
        @Shared var history = ProbeRound.History()
        var deferral = EndpointDeferral()
        /// The duration of the slowest answer of the last round.
        var slowest = Duration.zero
    }

    enum State: Sendable {
        case idle
        case resting(until: Duration)
        /// The paths settle; `isNew` if no round has asked them.
        case settling(since: Moment, isNew: Bool)
        /// Paths are lost, but may come back.
        case losing([JudgedPath])
        case probing(Probing)
    }

    /// The longest wait for the next round if every server asks for a pause.
    private static let pauseMax = Duration.seconds(600)
    /// The time after a link comes up within which its network usually gets a default route and name servers.
    static let completionTime = Duration.seconds(2)
    /// The shortest time between regular questions to the network below.
    private static let belowInterval = Duration.seconds(30)
    /// The maximum number of settling delays before a round starts anyway.
    static let settlingCountMax = 10
    /// The maximum number of consecutive rounds that start again because addresses or routes changed during the round.
    static let restartCountMax = 2

    /// The newest assessment; `nil` before the first snapshot.
    @Shared package private(set) var assessment: Assessment? = nil
    /// The report on the probe that ended with the last input; `nil` if none ended or it did not count.
    @Shared package private(set) var report: EndpointReport? = nil
    package private(set) var epoch = 0

    @Shared package private(set) var rules: DecisionRules
    package let schedule: RoundSchedule
    package let limits: ProbeRequest.Limits

    var state = State.idle
    var snapshot: InterfaceSnapshot?
    /// Whether any snapshot had name servers, so that none in a later one means that they are not known yet.
    var hasNameServers = false
    var paths: [JudgedPath] = []
    /// The network below, if nothing came back above in the last round; see ``DecisionRules/pathBelow(in:)``.
    var below: (path: ScopedPath, known: PathAssessment, askedAt: Duration)?
    @Shared private var published: Assessment? = nil
    var cadence = RoundCadence()
    private var spending = Spending()
    var skipping = Skipping()
    var changeBudget = ChangeBudget()
    /// The start of the last round that did not wait until the paths had settled.
    var earlyRoundBegan: Duration?
    /// The number of consecutive restarts, which ``restartCountMax`` limits.
    var restartCount = 0

    package init(
        _ rules: DecisionRules,
        schedule: RoundSchedule = RoundSchedule(),
        limits: ProbeRequest.Limits = ProbeRequest.Limits()
    ) {
        self.rules = rules
        self.schedule = schedule
        self.limits = limits
    }

    /// Whether rounds or the waits between them need a seed.
    package var isRandom: Bool { rules.isRandom || schedule.jitter > 0 }

    /// Processes one input, not before the moment of the previous one; returns the effects in order, and none for an input of an
    /// earlier epoch.
    package mutating func handle(_ input: Input, at moment: Moment) -> [Effect] {
        report = nil
        switch input {
        case .interfacesChanged(let new):
            return interfacesChanged(to: new, at: moment)
        case .waitEnded(epoch):
            return waitEnded(at: moment)
        case .probeEnded(let index, epoch, let exchange):
            return probeEnded(index, exchange, at: moment)
        case .skipped(let interface, let time):
            skipping.skip(on: interface, for: time, at: moment.elapsed)
            return []
        case .companionAsked(let count, let interface):
            spending.add(count, on: interface, at: moment.elapsed)
            return []
        case .waitEnded, .probeEnded, .observed:
            return []
        }
    }

    // MARK: Rounds

    /// Begins a round, and returns the effects in order; `since` is `nil` if the paths have settled.
    ///
    /// A regular round only confirms known facts, so it may omit endpoints.
    mutating func beginRound(at moment: Moment, settlingSince since: Moment? = nil, isRegular: Bool = false)
        -> [Effect]
    {
        let rounds = paths.map { path in
            PathRound(
                path.scoped,
                by: rules,
                knowing: path.history,
                limits: limits,
                slowest: path.slowest,
                context: context(of: path, at: moment, isRegular: isRegular)
            )
        }
        var probing = Probing(rounds, since: moment, isRegular: isRegular)
        probing.settling = since.map { (since: $0, end: moment.elapsed + settlingTime(since: $0, at: moment)) }
        probing.reminded = probing.limit
        let effects = begin(.round(probing.place().requests, limit: probing.limit), state: .idle)
        return effects + proceed(&probing, at: moment)
    }

    private func context(of path: JudgedPath, at moment: Moment, isRegular: Bool) -> ProbeRound.Context {
        let interface = path.scoped.interface
        var context = ProbeRound.Context(
            isMetered: interface.isMetered,
            systemConnectivity: interface.systemConnectivity ?? snapshot?.systemConnectivity,
            patience: schedule.patience,
            budget: limits.total * ProbeRequest.Limits.extensionMax,
            seed: rules.isRandom ? moment.seed : 0
        )
        context.isMultipath = snapshot?.isMultipath ?? false
        if isRegular {
            let local = rules.rules(on: path.scoped)
            context.turn = local.pool.isEmpty ? nil : path.deferral.turn
            context.deferred = path.deferral.deferred(
                of: local.endpoints.filter(path.scoped.canAsk),
                local.pool,
                isRotating: schedule.isRotating,
                isCovered: isCovered(path, at: moment),
                at: moment.elapsed
            )
        }
        return context
    }

    private mutating func waitEnded(at moment: Moment) -> [Effect] {
        switch state {
        case .idle:
            return []
        case .settling:
            return beginRoundAfterChange(at: moment)
        case .resting(let end):
            // A rest that ended early was ended by `Pipeline.lookNow()`. Replays are only exact to the microsecond.
            let isRegular = moment.elapsed + .milliseconds(1) >= end
            if isRegular, skipsRound(at: moment) { return rest(localSchedule.interval * factor, at: moment) }
            return beginRound(at: moment, isRegular: isRegular)
        case .losing:
            return paths.isEmpty ? disconnect(at: moment) : beginOnNewPaths(at: moment)
        case .probing(var probing):
            state = .idle
            guard probing.waitEnded(at: moment) else { return [.discardRound] + beginRoundAfterChange(at: moment) }
            return proceed(&probing, at: moment)
        }
    }

    private mutating func probeEnded(_ index: Int, _ exchange: ProbeExchange, at moment: Moment) -> [Effect] {
        guard case .probing(var probing) = state else { return [] }
        // The state releases its copy of the round, so an answer does not copy all earlier ones.
        state = .idle
        guard probing.hasSettled(at: moment) else { return [.discardRound] + beginRoundAfterChange(at: moment) }
        report = probing.record(exchange, at: index, moment)
        // Without a report, the request may have to be sent again.
        return proceed(&probing, at: moment)
    }

    /// Applies the policy's decisions.
    private mutating func proceed(_ probing: inout Probing, at moment: Moment) -> [Effect] {
        if probing.isOver, let below = roundBelow(after: probing, at: moment) { probing.rounds.append(below) }
        if probing.isOver {
            // The conclusion is drawn from the round as recorded, including the probes that are cancelled now.
            probing.close(with: ProbeFailure(.cancelled), at: moment)
            return conclude(probing, at: moment)
        }
        let (requests, first) = probing.place()
        var effects = requests.isEmpty ? [] : [Effect.ask(requests, from: first, epoch: epoch)]
        effects += publishNews(of: probing, at: moment)
        let next = probing.nextReminder
        if probing.reminded.map({ next < $0 }) ?? true {
            probing.reminded = next
            effects.append(.remind(after: max(.zero, next - probing.elapsed(at: moment)), epoch: epoch))
        }
        state = .probing(probing)
        return effects
    }

    /// Returns the round of the network below; `nil` if it is not due, because something came back above, or it was asked.
    private func roundBelow(after probing: Probing, at moment: Moment) -> PathRound? {
        let isRecent = below.map { moment.elapsed - $0.askedAt < Self.belowInterval } ?? false
        guard probing.rounds.contains(where: { $0.decided?.access == .unreachable }),
            let snapshot, probing.settling == nil, !probing.isOutdated, !probing.isDisturbed,
            !probing.rounds.contains(where: \.path.isBelow), !(probing.isRegular && isRecent),
            // The round stays within its bound.
            probing.elapsed(at: moment) + limits.total + .seconds(1) <= limits.roundMax,
            let path = rules.pathBelow(probing.rounds.map(\.conclusion.assessment), in: snapshot)
        else { return nil }
        return PathRound(
            path,
            by: rules,
            knowing: ProbeRound.History(),
            limits: limits,
            context: ProbeRound.Context(patience: schedule.patience, seed: 0),
            after: probing.elapsed(at: moment)
        )
    }

    // MARK: Conclusions

    /// Publishes decisions of the policy that are not final, if they differ from the known ones.
    private mutating func publishNews(of probing: Probing, at moment: Moment) -> [Effect] {
        var isNew = false
        for place in probing.rounds.indices where probing.rounds[place].isPreliminary {
            let path = probing.rounds[place].path.path
            guard let index = paths.firstIndex(where: { $0.known.path == path }),
                let news = probing.rounds[place].news(since: paths[index].known),
                probing.settling == nil || news.access.countsBeforeSettling
            else { continue }
            paths[index].known = news
            isNew = true
        }
        return isNew ? assess(since: probing.since, at: moment) : []
    }

    private mutating func conclude(_ probing: Probing, at moment: Moment) -> [Effect] {
        let conclusions = probing.rounds.map(\.conclusion)
        if let (since, end) = probing.settling,
            !zip(probing.rounds, conclusions).allSatisfy({
                !$0.path.isAsked || $1.measured.countsBeforeSettling
            })
        {
            let rest = max(.zero, end - moment.elapsed)
            return [.discardRound] + beginSettling(rest, since: since, at: moment, isNew: false)
        }
        // Failures of a round during which addresses or routes were lost are not evidence against the network.
        if probing.isDisturbed, restartCount < Self.restartCountMax,
            !conclusions.allSatisfy(\.measured.countsBeforeSettling)
        {
            restartCount += 1
            return [.discardRound] + settle(since: moment, at: moment)
        }
        restartCount = 0
        if let round = probing.rounds.first(where: \.path.isBelow) {
            below = (round.path, round.conclusion.assessment, moment.elapsed)
        } else if snapshot.flatMap({ rules.pathBelow(conclusions.map(\.assessment), in: $0) }) == nil {
            below = nil
        }
        for conclusion in conclusions {
            guard let index = paths.firstIndex(where: { $0.known.path == conclusion.assessment.path }) else { continue }
            paths[index].known = conclusion.assessment
            paths[index].history = conclusion.history
            paths[index].slowest = conclusion.slowest
            paths[index].deferral.record(conclusion.assessment.endpoints, conclusion.measured, at: moment)
        }
        let effects = assess(since: probing.since, at: moment)
        skipping.hasSkipped = false
        let measured = measuredAccess(conclusions)
        var delay = cadence.wait(
            localSchedule,
            after: measured,
            slowedBy: factor,
            seed: moment.seed
        )
        if probing.rounds.allSatisfy({ !$0.path.isChecked }) { delay = schedule.interval }
        delay = cadence.wait(
            beforeEndOf: conclusions.compactMap(\.sessionRemaining).min(),
            schedule,
            atMost: delay
        )
        delay = max(delay, spend(conclusions.map(\.assessment), at: moment))
        if probing.isOutdated { return effects + settle(since: moment, at: moment) }
        return effects + rest(delay, at: moment)
    }

    private mutating func rest(_ time: Duration, at moment: Moment) -> [Effect] {
        begin(.rest(time), state: .resting(until: moment.elapsed + time))
    }

    /// Counts the cost of rounds; returns the wait before the next round that the budget, or a pause requested by every server,
    /// requires.
    private mutating func spend(_ assessments: [PathAssessment], at moment: Moment) -> Duration {
        let reports = assessments.flatMap(\.endpoints)
        let pauses = reports.compactMap { $0.exchange.pause(at: moment.wall) }
        var wait = pauses.count == reports.count ? min(pauses.min() ?? .zero, Self.pauseMax) : .zero
        guard let limit = schedule.requestsPerHour else { return wait }
        var counts: [String: Int] = [:]
        for assessment in assessments {
            let count = assessment.endpoints.count + (assessment.portalAPI == nil ? 0 : 1)
            counts[assessment.path.interface, default: 0] += count
        }
        for (interface, count) in counts {
            spending.add(count, on: interface, at: moment.elapsed)
            wait = max(wait, spending.wait(for: count, on: interface, atMost: limit, at: moment.elapsed))
        }
        return wait
    }

    /// The schedule, with the shortest interval of the asked networks.
    private var localSchedule: RoundSchedule {
        let intervals = paths.lazy.filter(\.scoped.isAsked).map { path in
            rules.network(of: path.scoped)?.interval ?? schedule.interval
        }
        var copy = schedule
        copy.interval = intervals.min() ?? schedule.interval
        return copy
    }

    /// The factor by which the interval is longer because traffic or power is scarce.
    private var factor: Int {
        let used = paths.lazy.filter(\.scoped.isAsked)
        let isMetered = !used.isEmpty && used.allSatisfy { $0.scoped.interface.isMetered == true }
        return !schedule.isThrifty ? 1 : isMetered ? 4 : snapshot?.isOnBattery == true ? 2 : 1
    }

    /// Returns the access that these rounds show without the earlier rounds.
    private func measuredAccess(_ conclusions: [PathRound.Conclusion]) -> InternetAccess {
        let measured = conclusions.map { conclusion in
            var assessment = conclusion.assessment
            assessment.access = conclusion.measured
            return assessment
        }
        return rules.verdict(on: measured, in: snapshot ?? InterfaceSnapshot())?.access ?? .determining
    }

    /// Returns the newest assessment; of a round in progress, with the answers so far, and not final.
    package func unfinished(at moment: Moment) -> Assessment? {
        guard case .probing(let probing) = state, let snapshot else { return assessment }
        return rules.assessment(
            probing.rounds.map(\.newest),
            snapshot,
            startedAt: probing.since.wall,
            duration: probing.elapsed(at: moment)
        )
    }

    /// Combines the assessments of the paths, and publishes the result if its conclusion changed.
    mutating func assess(since: Moment, at moment: Moment) -> [Effect] {
        var new = rules.assessment(
            paths.map(\.known) + (below.map { [$0.known] } ?? []),
            snapshot ?? InterfaceSnapshot(),
            startedAt: since.wall,
            duration: moment.elapsed - since.elapsed
        )
        if let published, new.access.isSame(as: published.access) { new.beganAt = published.since }
        assessment = new
        if let published, new.concludesSame(as: published) { return [] }
        published = new
        return [.publish(new)]
    }

    mutating func begin(_ activity: Activity, state: State) -> [Effect] {
        epoch += 1
        self.state = state
        return [.begin(activity, epoch: epoch)]
    }
}
