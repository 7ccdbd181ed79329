import ConnectivityCore

/// The companions of a run, what they observed last, and what they have begun.
struct CompanionDriver {
    /// What one companion wants done.
    typealias Wish = (place: Int, effect: CompanionEffect)

    private var companions: [any Companion]
    private let scope: PathScope
    /// The interfaces of the newest assessment.
    private var snapshot: InterfaceSnapshot
    private(set) var observations: [CompanionObservation] = []
    /// The requests in progress: what ends those of an effect early, by the place of its companion and its token.
    private var asking: [[Int]: Stop] = [:]
    /// What ends waits and work early, in the same way.
    private var pending: [[Int]: Stop] = [:]
    /// What was cancelled by the last input; a wait that is cancelled leads to nothing.
    private var cancelled: [[Int]] = []
    private var reports: [CompanionObservation] = []
    private var spending = Spending()
    /// Whether there is no time left for requests.
    private var isOver = false

    init(_ companions: [any Companion], _ scope: PathScope, after earlier: Assessment?) {
        (self.companions, self.scope) = (companions, scope)
        snapshot = earlier?.snapshot ?? InterfaceSnapshot()
    }

    /// Passes an input to one companion, or to all in their order, and before an assessment which networks were left; returns what
    /// they want done.
    mutating func handle(_ input: CompanionInput, of place: Int?, at moment: Moment) -> [Wish] {
        // The effects of the last input have been carried out.
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

    private mutating func pass(_ input: CompanionInput, to place: Int?, at moment: Moment) -> [Wish] {
        (place.map { $0..<$0 + 1 } ?? companions.indices).flatMap { place in
            companions[place].handle(input, at: moment).prefix(CompanionEffect.countMax).compactMap { effect in
                switch effect {
                case .report(let observation):
                    observations.take(observation)
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

    /// What was observed last, with the events that were not reported yet.
    var newest: [CompanionObservation] { observations + reports.filter { $0.since == nil } }

    /// The number of effects that have not ended.
    var pendingCount: Int { asking.count + pending.count }

    /// Whether requests are in progress.
    var isAsking: Bool { !asking.isEmpty }

    /// Returns what ends an effect early.
    func stop(of place: Int, _ token: Int) -> Stop { asking[[place, token]] ?? pending[[place, token]] ?? Stop() }

    /// Ends all requests in progress, and sends no further ones.
    mutating func stopAsking() {
        isOver = true
        for stop in asking.values { stop.finish() }
    }

    /// Returns what was reported since the last call.
    mutating func takeReports() -> [CompanionObservation] {
        defer { reports = [] }
        return reports
    }

    /// Counts requests, and returns how long they have to wait, so that no companion asks without end.
    mutating func delay(of requests: [ProbeRequest], at elapsed: Duration) -> Duration {
        var cost = RoundCost()
        cost.requestCount = requests.count
        let budget = RoundBudget(requestsPerHour: CompanionEffect.requestsPerHourMax)
        let wait = spending.wait(for: cost, on: "", budget, at: elapsed)
        spending.add(cost, on: "", at: elapsed)
        return wait
    }
}

extension PipelineEvent {
    /// Returns the event with what companions have observed, if it has an assessment.
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
