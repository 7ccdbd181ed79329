// What evidence of traffic changes: when a round begins, and how much it asks. It never changes a decision.

extension ConnectivityMachine {
    /// What rounds owe to evidence of traffic.
    struct TrafficState: Sendable {
        /// The waits between rounds that traffic brings forward; a round that finds nothing new doubles the next one.
        private static let pauses = Backoff(first: .seconds(10), maximum: .seconds(300))

        var memory = TrafficMemory()
        /// Whether the last regular round was left out.
        var hasSparedRound = false
        /// When the last round was brought forward, and how many in a row have found nothing new.
        private var forwarded: Duration?
        private var vainCount = 0

        /// Returns whether a round may be brought forward, and counts it.
        mutating func mayBringForward(at elapsed: Duration) -> Bool {
            if let forwarded, elapsed - forwarded < Self.pauses.delay(after: vainCount) { return false }
            forwarded = elapsed
            vainCount += 1
            return true
        }

        /// Takes notice of a round.
        mutating func roundEnded(isNews: Bool) {
            hasSparedRound = false
            if isNews { vainCount = 0 }
        }
    }

    /// Takes notice of traffic, and begins a round at once if it contradicts what is known.
    mutating func trafficSeen(_ evidence: TrafficEvidence, at moment: Moment) -> [Effect] {
        traffic.memory.take(evidence, at: moment.elapsed)
        guard case .resting = state, isContradicted(by: evidence, at: moment),
            traffic.mayBringForward(at: moment.elapsed)
        else { return [] }
        return beginRound(at: moment)
    }

    /// Returns whether traffic is silent on a path that is online, or answered on one that is not.
    private func isContradicted(by evidence: TrafficEvidence, at moment: Moment) -> Bool {
        paths.contains { path in
            guard path.scoped.isAsked else { return false }
            let interface = path.scoped.interface.name
            let isOfPath =
                switch evidence.subject {
                case .host: carriesHosts
                case .interface(let name): name == interface
                }
            guard isOfPath else { return false }
            guard path.known.access == .online else { return evidence.isAnswered }
            return traffic.memory.isSilent(over: interface, withHosts: carriesHosts, at: moment.elapsed)
        }
    }

    /// Whether what is seen of a host was seen on the judged path, because there is no other one.
    private var carriesHosts: Bool { paths.count == 1 }

    /// Returns whether traffic flows both ways over a path.
    func isBusy(_ path: JudgedPath, at moment: Moment) -> Bool {
        traffic.memory.isFlowing(
            over: path.scoped.interface.name,
            withHosts: carriesHosts,
            at: moment.elapsed
        )
    }

    /// Returns whether a regular round is left out: every second one, where traffic flows and nobody neutral can be asked.
    mutating func sparesRound(at moment: Moment) -> Bool {
        let asked = paths.filter(\.scoped.isAsked)
        let isSpared =
            !traffic.hasSparedRound && !asked.isEmpty
            && asked.allSatisfy { path in
                path.known.access == .online && path.known.isFinal && path.deferral.turn != nil
                    && rules.rules(on: path.scoped).pool.isEmpty && isBusy(path, at: moment)
            }
        traffic.hasSparedRound = isSpared
        return isSpared
    }
}
