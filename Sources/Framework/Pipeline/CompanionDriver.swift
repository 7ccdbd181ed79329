import ConnectivityCore

/// The companions of a run, their last observations, and their effects in progress.
struct CompanionDriver {
    /// An effect that a companion requests, and the place of the companion.
    typealias Wish = (place: Int, effect: CompanionEffect)

    private var companions: [any Companion]
    private let scope: PipelineConfiguration.Scope
    /// The interfaces of the newest assessment.
    private var snapshot: InterfaceSnapshot
    private(set) var observations: [CompanionObservation] = []
    /// The requests in progress: the stops of effects, by the place of the companion and the token.
    private var asking: [[Int]: Stop] = [:]
    /// The stops of waits and work in progress, by the same keys.
    private var pending: [[Int]: Stop] = [:]
    /// The keys that the last input cancelled; a cancelled wait has no result.
    private var cancelled: [[Int]] = []
    private var reports: [CompanionObservation] = []
    private var spending = Spending()
    /// Whether no time is left for requests.
    private var isOver = false

    init(_ companions: [any Companion], _ scope: PipelineConfiguration.Scope, after earlier: Assessment?) {
        (self.companions, self.scope) = (companions, scope)
        snapshot = earlier?.snapshot ?? InterfaceSnapshot()
    }

    /// Passes an input to one companion, or to all in order, and before an assessment the networks that were left;
    /// returns the requested effects.
    mutating func handle(_ input: CompanionInput, of place: Int?, at moment: ConnectivityMachine.Moment) -> [Wish] {
        // The effects of the last input have been performed.
        for key in cancelled { pending[key] = nil }
        cancelled = []
        switch input {
        case .answered(let token, _):
            asking[[place ?? 0, token]] = nil
        case .waited(let token), .finished(let token, _): pending[[place ?? 0, token]] = nil
        // A confirmation has the interfaces of the change before it.
        case .assessed(let assessment, isChange: true), .roundEnded(let assessment):
            let left = scope.pathsLeft(since: snapshot, in: assessment.snapshot)
            snapshot = assessment.snapshot
            return left.flatMap { pass(.left($0), to: nil, at: moment) } + pass(input, to: nil, at: moment)
        default: break
        }
        return pass(input, to: place, at: moment)
    }

    private mutating func pass(_ input: CompanionInput, to place: Int?, at moment: ConnectivityMachine.Moment) -> [Wish]
    {
        (place.map { $0..<$0 + 1 } ?? companions.indices).flatMap { place in
            companions[place].handle(input, at: moment).prefix(CompanionEffect.countMax).compactMap { effect in
                switch effect {
                case .report(let observation):
                    observations.record(observation)
                    reports.append(observation)
                    return nil
                case .ask where isOver: return nil
                case .ask(_, let token): asking[[place, token]] = Stop()
                case .wait(_, let token), .perform(_, let token): pending[[place, token]] = Stop()
                case .cancel(let token):
                    (asking[[place, token]] ?? pending[[place, token]])?.finish()
                    cancelled.append([place, token])
                    return nil
                case .signInBegan, .look, .skip: break
                }
                return (place, effect)
            }
        }
    }

    /// The last observations, with the events that were not reported yet.
    var newest: [CompanionObservation] { observations + reports.filter { $0.since == nil } }

    /// The number of effects that have not ended.
    var pendingCount: Int { asking.count + pending.count }

    /// Whether requests are in progress.
    var isAsking: Bool { !asking.isEmpty }

    func stop(of place: Int, _ token: Int) -> Stop { asking[[place, token]] ?? pending[[place, token]] ?? Stop() }

    /// Ends all requests in progress, and sends no further ones.
    mutating func stopAsking() {
        isOver = true
        for stop in asking.values { stop.finish() }
    }

    /// Returns the observations since the last call.
    mutating func takeReports() -> [CompanionObservation] {
        defer { reports = [] }
        return reports
    }

    /// Counts requests, and returns the delay that limits their rate.
    mutating func delay(of requests: [ProbeRequest], at elapsed: Duration) -> Duration {
        let limit = CompanionEffect.requestsPerHourMax
        let wait = spending.wait(for: requests.count, on: "", atMost: limit, at: elapsed)
        spending.add(requests.count, on: "", at: elapsed)
        return wait
    }
}

extension PipelineEvent {
    /// Returns the event with the observations of companions, if it has an assessment.
    func joined(by observations: [CompanionObservation]) -> PipelineEvent {
        func joined(_ assessment: Assessment) -> Assessment {
            var assessment = assessment
            assessment.observations = observations
            return assessment
        }
        switch self {
        case .assessmentChanged(let assessment): return .assessmentChanged(joined(assessment))
        case .assessmentConfirmed(let assessment): return .assessmentConfirmed(joined(assessment))
        case .roundEnded(let assessment): return .roundEnded(joined(assessment))
        default: return self
        }
    }
}
