/// The evidence of a round's failures that the path refuses traffic, updated at each answer.
///
/// A router reports a packet that it cannot deliver, and a host reports a closed port. Both limit the rate of their reports (RFC
/// 1812, section 4.3.2.8; RFC 4443, section 2.4 f), so of many concurrent probes some are refused and the others receive no
/// answer. If more owners are refused than may fail while the access is online, and some of them over each scheme and address
/// family, refusals explain the silence of the rest.
struct RefusalEvidence: Sendable {
    /// The owners that were asked over one address family and scheme, and the refused ones among them.
    private struct Part: Sendable {
        var asked: Set<String> = []
        var refused: Set<String> = []
    }

    private struct Key: Hashable {
        var family: IPAddress.Family?
        var isPlain: Bool
    }

    private enum Sign {
        /// The name servers cannot be reached, or their port is closed.
        case ofNameServers
        /// No address of the endpoint can be reached.
        case ofAddresses
        case silence
        /// There is some answer.
        case life

        init(_ exchange: ProbeExchange) {
            guard case .failure(let failure) = exchange.outcome, failure.partialResponse == nil else {
                self = .life
                return
            }
            switch failure.kind {
            case .unreachable, .connectionRefused: self = .ofAddresses
            case .nameLookup:
                switch failure.facts["cause"]?.text {
                case "server-closed", "server-unreachable": self = .ofNameServers
                case "no-answer", nil: self = .silence
                default: self = .life
                }
            case .timedOut(.nameLookup), .timedOut(.connect), .cutOff, .cancelled: self = .silence
            default: self = .life
            }
        }
    }

    /// The number of refused owners that suffices over one address family and scheme.
    private static let ownerCountMin = 2

    private let families: [IPAddress.Family?]
    private var asked: Set<String> = []
    private var refused: Set<String> = []
    private var parts: [Key: Part] = [:]
    private var isAlive = false
    private var hasNames = false
    private var isWithoutNames = false
    private var knownCount = 0

    /// Creates the evidence before the first answer; `hasBothFamilies` if each address family is also asked separately.
    init(hasBothFamilies: Bool) { families = hasBothFamilies ? IPAddress.Family.allCases : [nil] }

    /// Whether there is no answer and the network refuses traffic, so later answers are not expected.
    ///
    /// All names are looked up at the same name servers, so one refusal by them counts for all.
    var isProved: Bool {
        guard !isAlive else { return false }
        if isWithoutNames, !hasNames { return true }
        return refused.count > RoundEvidence.failuresMax(of: asked.count)
            && parts.values.allSatisfy { $0.refused.count >= min($0.asked.count, Self.ownerCountMin) }
    }

    /// Adds the endpoints of phases that have begun since the last call, and the report at an index.
    mutating func add(reportAt index: Int?, of round: ProbeRound) {
        for new in knownCount..<round.unanswered.count {
            let report = round.unanswered[new]
            for key in keys(of: report) {
                asked.insert(report.owner)
                parts[key, default: Part()].asked.insert(report.owner)
            }
        }
        knownCount = round.unanswered.count
        guard let index, let report = round.reports[index] else { return }
        switch Sign(report.exchange) {
        case .ofNameServers: isWithoutNames = true
        case .ofAddresses:
            hasNames = true
            for key in keys(of: report) {
                refused.insert(report.owner)
                parts[key]?.refused.insert(report.owner)
            }
        case .silence: break
        case .life: isAlive = true
        }
    }

    /// The parts to which a report belongs; empty for an endpoint that is expected not to answer.
    private func keys(of report: EndpointReport) -> [Key] {
        guard report.verdict.basis != .silence else { return [] }
        let isPlain = report.scheme == .http
        guard let family = report.exchange.request.path.family, families.count > 1 else {
            return families.map { Key(family: $0, isPlain: isPlain) }
        }
        return [Key(family: family, isPlain: isPlain)]
    }
}
