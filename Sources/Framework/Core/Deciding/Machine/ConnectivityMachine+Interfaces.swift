// The reaction to a change of the interfaces.

extension ConnectivityMachine {
    mutating func interfacesChanged(to new: InterfaceSnapshot, at moment: Moment) -> [Effect] {
        let isFirst = snapshot == nil
        let hasResumed = new.resumeCount != snapshot?.resumeCount
        let isLosing: Bool
        let before: [JudgedPath]
        if case .losing(let lost) = state {
            (isLosing, before) = (true, lost)
        } else {
            (isLosing, before) = (false, paths)
        }
        snapshot = new
        hasNameServers = hasNameServers || new.hasNameServers
        paths = rules.paths(in: new).map { path in
            var judged =
                before.first { path.continues($0.scoped) }
                ?? JudgedPath(scoped: path, known: PathAssessment(before: path, on: rules.network(of: path)))
            judged.scoped = path
            return judged
        }
        if let known = below, rules.pathBelow(in: new)?.continues(known.path) != true { below = nil }
        let (asked, askedBefore) = (paths.filter(\.scoped.isAsked), before.filter(\.scoped.isAsked))
        if asked.count(where: \.scoped.isRouted) < askedBefore.count(where: \.scoped.isRouted),
            restarts(in: new, after: askedBefore)
        {
            return isLosing ? [] : begin(.grace(schedule.grace), state: .losing(before))
        }
        guard !paths.isEmpty else {
            guard isFirst || !before.isEmpty, !isLosing else { return [] }
            forgetRounds()
            if !isFirst, let hold = hold(before, at: moment) { return hold }
            let isRoaming = !isFirst && before.contains { [.wifi, .cellular].contains($0.scoped.interface.kind) }
            return isRoaming && schedule.grace > .zero
                ? begin(.grace(schedule.grace), state: .losing(before)) : disconnect(at: moment)
        }
        let isSamePaths =
            asked.count == askedBefore.count && zip(asked, askedBefore).allSatisfy { $0.scoped.continues($1.scoped) }
        if isSamePaths, !isFirst {
            // The answer may now depend on another path, or there may be a new path on which nothing is asked.
            let isSame = paths.count == before.count && zip(paths, before).allSatisfy { $0.scoped.continues($1.scoped) }
            let effects = rules.scope == .eachInterface || !isSame ? assess(since: moment, at: moment) : []
            if !isLosing, !hasResumed, zip(asked, askedBefore).allSatisfy({ $0.scoped.isSteady(since: $1.scoped) }) {
                return effects
            }
            for index in paths.indices { paths[index].deferral.beginAnew() }
            forgetRounds()
            let gainsRoute = zip(asked, askedBefore).contains { $0.scoped.isRouted && !$1.scoped.isRouted }
            let isDisturbed = zip(asked, askedBefore).contains { $0.scoped.hasLost(since: $1.scoped) }
            return effects + samePathsChanged(at: moment, gainsRoute: gainsRoute, isDisturbed: isDisturbed)
        }
        forgetRounds()
        if isFirst { return assess(since: moment, at: moment) + beginRound(at: moment) }
        return hold(before, at: moment) ?? beginOnNewPaths(at: moment)
    }

    /// Waits with the reaction to other paths until the budget permits it; `nil` if it does now.
    private mutating func hold(_ before: [JudgedPath], at moment: Moment) -> [Effect]? {
        let wait = changeBudget.wait(at: moment.elapsed)
        return wait > .zero ? begin(.grace(wait), state: .losing(before)) : nil
    }

    mutating func beginOnNewPaths(at moment: Moment) -> [Effect] {
        let effects = assess(since: moment, at: moment) + settle(since: moment, at: moment, isNew: true)
        // A round is counted when it begins.
        if case .settling = state { changeBudget.spend(at: moment.elapsed) }
        return effects
    }

    /// Returns whether a round in progress restarts although a path has lost its addresses or routes.
    ///
    /// While the link stays, these are often replaced, such as when a lease is renewed.
    private mutating func restarts(in new: InterfaceSnapshot, after before: [JudgedPath]) -> Bool {
        let isLinkThere = before.contains { path in
            new[path.scoped.interface.name].map { $0.isUp && $0.hasCarrier } ?? false
        }
        switch state {
        case .losing: return isLinkThere
        case .probing where isLinkThere && schedule.grace > .zero && restartCount < Self.restartCountMax:
            restartCount += 1
            return true
        default: return false
        }
    }

    /// Schedules another round, but keeps the known facts and the round in progress.
    private mutating func samePathsChanged(at moment: Moment, gainsRoute: Bool, isDisturbed: Bool) -> [Effect] {
        switch state {
        case .probing(var probing):
            probing.isOutdated = true
            if isDisturbed { probing.isDisturbed = true }
            if let since = probing.settling?.since, !isOverdue(since, at: moment) {
                probing.settling?.end = moment.elapsed + settlingTime(since: since, at: moment)
            }
            state = .probing(probing)
            return []
        case .settling(let since, let isNew):
            return settle(since: since, at: moment, isNew: isNew || gainsRoute)
        case .idle, .resting, .losing:
            return settle(since: moment, at: moment, isNew: gainsRoute)
        }
    }

    /// Discards the course of earlier rounds, and the companions' reports on the previous network.
    private mutating func forgetRounds() {
        cadence.reset()
        skipping.reset()
    }

    mutating func disconnect(at moment: Moment) -> [Effect] {
        changeBudget.spend(at: moment.elapsed)
        return assess(since: moment, at: moment) + begin(.idle, state: .idle)
    }

    /// Lets the paths settle before the next round.
    ///
    /// New paths with a route are asked at once. Until they have settled, only online access and portals count from such an early
    /// round.
    mutating func settle(since: Moment, at moment: Moment, isNew: Bool = false) -> [Effect] {
        if isOverdue(since, at: moment) { return beginRoundAfterChange(at: moment) }
        guard isNew, paths.contains(where: \.scoped.isRouted),
            earlyRoundBegan.map({ moment.elapsed - $0 >= schedule.settling }) ?? true
        else {
            let time = isNew ? settlingTime(since: since, at: moment) : schedule.settling
            return beginSettling(time, since: since, at: moment, isNew: isNew)
        }
        earlyRoundBegan = moment.elapsed
        return beginRoundAfterChange(at: moment, settlingSince: since)
    }

    /// Lets the paths settle for a time, and until the budget permits another round.
    mutating func beginSettling(_ time: Duration, since: Moment, at moment: Moment, isNew: Bool) -> [Effect] {
        let wait = max(time, changeBudget.wait(at: moment.elapsed))
        return begin(.settle(wait), state: .settling(since: since, isNew: isNew))
    }

    /// Begins a round because of a change, or settles until the budget permits it.
    mutating func beginRoundAfterChange(at moment: Moment, settlingSince since: Moment? = nil) -> [Effect] {
        // Replays are only exact to the microsecond.
        guard changeBudget.wait(at: moment.elapsed) <= .milliseconds(1) else {
            return beginSettling(.zero, since: since ?? moment, at: moment, isNew: false)
        }
        changeBudget.spend(at: moment.elapsed)
        return beginRound(at: moment, settlingSince: since)
    }

    /// Returns how long new paths settle: longer if their network has no default route or no name server yet.
    func settlingTime(since: Moment, at moment: Moment) -> Duration {
        isComplete
            ? schedule.settling
            : max(schedule.settling, Self.completionTime - (moment.elapsed - since.elapsed))
    }

    private var isComplete: Bool {
        paths.contains(where: \.scoped.isRouted) && (!hasNameServers || snapshot?.hasNameServers == true)
    }

    /// Returns whether paths that began to change at a moment are asked now even if they still change.
    private func isOverdue(_ since: Moment, at moment: Moment) -> Bool {
        let limit = schedule.settling * Self.settlingCountMax
        return moment.elapsed - since.elapsed >= (isComplete ? limit : max(limit, Self.completionTime))
    }
}

extension InterfaceSnapshot {
    fileprivate var hasNameServers: Bool { !nameServers.isEmpty || interfaces.contains { !$0.nameServers.isEmpty } }
}
