public import ConnectivityCore

/// Saves requests while this device's own traffic is answered, and starts a round when traffic contradicts the assessment.
///
/// While traffic flows, regular rounds are skipped or ask less (``ConnectivityCore/CompanionEffect/skip(on:for:)``). Unanswered
/// traffic on an online network, or answered traffic on any other, starts a round; the next such round waits for ten seconds at
/// first and up to five minutes, longer the more of them find nothing new. It reports nothing. Hints come from the traffic source
/// of the configuration, and from `Pipeline.report(_:)`.
public struct Traffic: Companion {
    private static let pauses = RoundSchedule.Backoff(first: .seconds(10), maximum: .seconds(300))

    private var memory = TrafficMemory()
    /// The paths of the newest assessment.
    private var paths: [PathAssessment] = []
    /// Whether no round is in progress.
    private var isResting = false
    private var access: InternetAccess?
    /// The time of the last round brought forward, and the number of such rounds in a row that found nothing new.
    private var forwarded: Duration?
    private var vainCount = 0

    /// Creates a companion that has seen nothing.
    public init() {}

    public mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .left: memory.reset()
        case .roundBegan: isResting = false
        case .assessed(let assessment, _): paths = assessment.paths
        case .roundEnded(let assessment):
            isResting = true
            if access?.isSame(as: assessment.access) != true { vainCount = 0 }
            (access, paths) = (assessment.access, assessment.paths)
        case .hinted(let hint):
            guard let isAnswered = hint.isAnswered else { break }
            memory.record(hint.subject, isAnswered: isAnswered, at: moment.elapsed)
            let skips = interfaces(of: hint).map { name in
                CompanionEffect.skip(
                    on: name,
                    for: memory.flow(over: name, withHosts: carriesHosts, at: moment.elapsed)
                )
            }
            return skips + (isContradicted(by: hint, at: moment) && mayLook(at: moment.elapsed) ? [.look] : [])
        default: break
        }
        return []
    }

    /// Whether hints about hosts apply to the judged path, because it is the only one.
    private var carriesHosts: Bool { paths.count == 1 }

    /// The interfaces of the paths to which a hint applies.
    private func interfaces(of hint: TrafficHint) -> [String] {
        Set(paths.filter { isOf($0, hint) }.map(\.path.interface)).sorted()
    }

    private func isOf(_ path: PathAssessment, _ hint: TrafficHint) -> Bool {
        switch hint.subject {
        case .host: carriesHosts
        case .interface(let name): name == path.path.interface
        }
    }

    /// Returns whether traffic is silent on a path that is online, or answered on one that is not.
    private func isContradicted(by hint: TrafficHint, at moment: ConnectivityMachine.Moment) -> Bool {
        isResting
            && paths.contains { path in
                guard isOf(path, hint), path.isAsked else { return false }
                guard path.access == .online else { return hint.isAnswered == true }
                return memory.isSilent(over: path.path.interface, withHosts: carriesHosts)
            }
    }

    /// Returns whether a round may be brought forward, and counts it.
    private mutating func mayLook(at elapsed: Duration) -> Bool {
        if let forwarded, elapsed - forwarded < Self.pauses.delay(after: vainCount) { return false }
        forwarded = elapsed
        vainCount += 1
        return true
    }
}

extension PathAssessment {
    /// Whether rounds ask the path.
    fileprivate var isAsked: Bool { access != .disconnected && reason.code != "not-checked" }
}
