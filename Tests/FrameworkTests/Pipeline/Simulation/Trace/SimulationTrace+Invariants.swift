import ConnectivityCore

extension SimulationTrace {
    /// Returns the violations of invariants in the run, in the order of the invariants.
    ///
    /// The check uses only the recorded events, without the validators or the state machine. The caller decides which
    /// exchanges are genuine, and changes follow from the assessments. It is for runs on the default route that end
    /// when their source ends, and whose schedule and limits allow no longer wait than the given one.
    func violations(
        waitMax: Duration = .seconds(60),
        isGenuine: (ProbeExchange) -> Bool
    ) -> [InvariantViolation] {
        let steps = steps
        return onlineWithoutGenuine(isGenuine, steps) + wronglyAnnounced(steps) + notArrived() + outliving()
            + unbounded(waitMax)
    }

    private typealias Steps = [(time: Duration, step: ConnectivityMachine.Step)]

    private func onlineWithoutGenuine(
        _ isGenuine: (ProbeExchange) -> Bool,
        _ steps: Steps
    ) -> [InvariantViolation] {
        var epoch = 0
        var accepted: [ProbeExchange] = []
        var violations: [InvariantViolation] = []
        for (time, step) in steps {
            if case .probeEnded(_, epoch, let exchange) = step.input { accepted.append(exchange) }
            for effect in step.effects {
                if case .begin(_, let next) = effect {
                    epoch = next
                    accepted = []
                }
                guard case .publish(let assessment) = effect, assessment.access == .online else { continue }
                let claimed = assessment.endpoints.filter { $0.verdict.finding == .genuine }.map(\.exchange)
                if !accepted.contains(where: isGenuine) {
                    violations.append(.init(.onlineIsGenuine, at: time, "epoch \(epoch) has no genuine exchange"))
                } else if !claimed.allSatisfy({ accepted.contains($0) }) {
                    violations.append(.init(.onlineIsGenuine, at: time, "an exchange is not of epoch \(epoch)"))
                }
            }
        }
        return violations
    }

    private func wronglyAnnounced(_ steps: Steps) -> [InvariantViolation] {
        var due: [(time: Duration, assessment: Assessment)] = []
        var known: Assessment?
        for (time, step) in steps {
            guard let new = step.assessment, known.map({ !new.concludesSame(as: $0) }) ?? true else { continue }
            known = new
            due.append((time, new))
        }
        let announced = entries.compactMap { entry in
            if case .announced(let assessment) = entry.event { (entry.time, assessment) } else { nil }
        }
        for (due, announced) in zip(due, announced) where due.assessment != announced.1 {
            return [.init(.announcedOnce, at: announced.0, "expected \(due.assessment), announced \(announced.1)")]
        }
        if announced.count == due.count { return [] }
        let time = announced.count < due.count ? due[announced.count].time : announced[due.count].0
        return [.init(.announcedOnce, at: time, "\(due.count) changes, \(announced.count) announcements")]
    }

    private func notArrived() -> [InvariantViolation] {
        var reported: InterfaceSnapshot?
        var received: [Int: [Assessment]] = [:]
        for entry in entries {
            if case .reported(let snapshot) = entry.event { reported = snapshot }
            if case .listening(let number) = entry.event { received[number] = [] }
            if case .received(let number, let new) = entry.event { received[number, default: []].append(new) }
        }
        let announced = announced
        let end = entries.last?.time ?? .zero
        var violations = received.sortedByKey.compactMap { number, received -> InvariantViolation? in
            if received.last != announced.last {
                let last = received.last.map(\.description) ?? "nothing"
                return .init(.newestArrives, at: end, "the last assessment of listener \(number) is \(last)")
            }
            var rest = announced[...]
            for assessment in received {
                guard let index = rest.firstIndex(of: assessment) else {
                    return .init(.newestArrives, at: end, "listener \(number) receives \(assessment) out of order")
                }
                rest = rest[(index + 1)...]
            }
            return nil
        }
        if let reported, reported.preferred?.name != announced.last?.interface?.name {
            let names = (reported.preferred?.name ?? "none", announced.last?.interface?.name ?? "none")
            let detail = "the path is \(names.0), but the newest assessment has \(names.1)"
            violations.append(.init(.newestArrives, at: end, detail))
        }
        return violations
    }

    private func outliving() -> [InvariantViolation] {
        guard let index = entries.lastIndex(where: { if case .ended = $0.event { true } else { false } }),
            case .ended(let left) = entries[index].event
        else { return [.init(.nothingOutlives, at: entries.last?.time ?? .zero, "the run has not ended")] }
        if left != Leftovers() { return [.init(.nothingOutlives, at: entries[index].time, "\(entries[index].event)")] }
        let late = entries[(index + 1)...].first { entry in
            switch entry.event {
            case .received, .listening, .jumped, .ended: false
            case .reported, .probeBegan, .probeEnded, .stepped, .announced: true
            }
        }
        return late.map { [.init(.nothingOutlives, at: $0.time, "after the end: \($0.event)")] } ?? []
    }

    private func unbounded(_ waitMax: Duration) -> [InvariantViolation] {
        var violations: [InvariantViolation] = []
        /// The time by which the current activity must have ended; a jump of the clock moves it.
        var due: (time: Duration, what: String)?
        var probes: [Int: Duration] = [:]
        for entry in entries {
            if case .jumped(let duration) = entry.event {
                due?.time += duration
                probes = probes.mapValues { $0 + duration }
            }
            if let late = due, entry.time > late.time {
                violations.append(.init(.waitsAreBounded, at: entry.time, "\(late.what) is still running"))
                due = nil
            }
            switch entry.event {
            case .probeBegan(let number, let request): probes[number] = entry.time + request.limits.total + .seconds(1)
            case .probeEnded(let number, _):
                guard let limit = probes.removeValue(forKey: number), entry.time > limit else { continue }
                violations.append(.init(.waitsAreBounded, at: entry.time, "probe \(number) was late"))
            case .stepped(let step):
                for case .ask(let requests, from: _, epoch: _) in step.effects {
                    // Requests that a round sends later have their limit too.
                    let limit = requests.map(\.limits.total).max() ?? .zero
                    let end = entry.time + limit + .seconds(1)
                    if let known = due, known.time < end { due = (end, known.what) }
                }
                for case .begin(let activity, let epoch) in step.effects {
                    due = activity.bound.map { (entry.time + $0, "epoch \(epoch)") }
                    let isWithin = activity.bound.map { $0 <= waitMax } ?? (step.assessment?.access == .disconnected)
                    if isWithin { continue }
                    violations.append(.init(.waitsAreBounded, at: entry.time, "epoch \(epoch): \(activity)"))
                }
            case .ended: due = nil
            case .reported, .announced, .listening, .received, .jumped: continue
            }
        }
        return violations
    }
}

extension ConnectivityMachine.Activity {
    /// The maximum duration of the activity; `nil` if only a change of the interfaces ends it.
    fileprivate var bound: Duration? {
        switch self {
        case .idle: nil
        case .settle(let time), .grace(let time), .rest(let time), .round(_, let time): time
        }
    }
}
