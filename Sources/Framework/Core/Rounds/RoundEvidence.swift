/// The evidence in the answers of a round, for ``EvidencePolicy``.
struct RoundEvidence: Sendable {
    /// The relevant facts of one report.
    struct Observation: Sendable {
        /// The index of the report.
        var place: Int
        var owner: String
        var finding: Verdict.Finding
        var isOverTLS: Bool
        var isPlain: Bool
        var isNeutral: Bool
        var isFaultOfTLS: Bool
        var isOwnFailure: Bool
        /// Whether a server answered at an unassigned address.
        var isInterception: Bool
        var expectsNobody: Bool
        /// The only address family over which the endpoint was asked.
        var family: IPAddress.Family?
        var answeredOver: IPAddress.Family?
        /// Whether it is the user's own endpoint, asked together with those of known owners.
        let isOwn: Bool
        let url: HTTPURL?
        /// Whether a portal in the name of the endpoint can only be the network's: it leads to a private address.
        let leadsInside: Bool

        init(_ report: EndpointReport, at place: Int, isFromPool: Bool, isAmongOthers: Bool) {
            let ownerClass = OwnerClass(of: report.owner)
            self.place = place
            owner = report.owner
            // A host whose address of one family is not known shows nothing about that family.
            let facts = report.verdict.reason.facts
            let isWithoutFamily =
                facts["cause"]?.text == "no-address" || facts["failure"]?.text == "timed-out.name-lookup"
            family = report.exchange.request.path.family
            // An own endpoint among others never adds certainty, and its failure proves nothing about the network; a portal or a
            // filter that answers in its name counts as any other.
            isOwn = isAmongOthers && !isFromPool && ownerClass == .other
            url = report.exchange.request.url
            leadsInside = report.verdict.portal?.signInURL?.address.map(\.isPrivate) ?? false
            let isSetAside = isOwn && [.genuine, .failed].contains(report.verdict.finding)
            finding = isSetAside || family != nil && isWithoutFamily ? .inconclusive : report.verdict.finding
            isOverTLS = report.scheme == .https
            isPlain = report.scheme == .http
            isNeutral = ownerClass == .distribution || isFromPool && ownerClass == .other
            isFaultOfTLS = report.isFaultOfTLS && !isSetAside
            isOwnFailure = report.isOwnFailure
            expectsNobody = report.verdict.basis == .silence
            isInterception = finding == .substituted && expectsNobody
            answeredOver = report.exchange.remoteAddress?.family
        }

        var isGenuine: Bool { finding == .genuine }
        var isConclusive: Bool { finding != .inconclusive }
        var isFailure: Bool { isConclusive && !isGenuine }
        /// Whether the user's own endpoint leads to a page that no other answer led to.
        var isLedElsewhere: Bool { isOwn && finding == .captive }
        /// Whether there was no answer, or one without the owner's certificate.
        var isRefused: Bool { finding == .failed && !isOwnFailure }

        /// The observation with another finding, and without the evidence for the old one.
        func replaced(by finding: Verdict.Finding) -> Observation {
            var other = self
            (other.finding, other.isFaultOfTLS, other.isOwnFailure) = (finding, false, false)
            (other.isInterception, other.answeredOver) = (false, nil)
            return other
        }
    }

    /// Whether the path has both address families, and each is asked separately.
    let hasBothFamilies: Bool
    private let regularCount: Int
    private let hasKnownOwners: Bool
    /// Whether connections may take one of several routes, so that good answers say nothing about the others.
    private let isMultipath: Bool
    private var reports: [EndpointReport?] = []
    /// The observations; for a pending answer, that of no answer.
    private var observed: [Observation] = []
    private var isPending: [Bool] = []
    // Counts of the above, so the cost of an answer is independent of their number.
    private var genuineCount = 0
    private var failureCount = 0
    /// The number of portals in the name of each owner.
    private var portalOwners: [String: Int] = [:]
    /// The number of endpoints of each owner whose answer is a portal's, or may still become one.
    private var exposedOwners: [String: Int] = [:]

    init(_ round: ProbeRound) {
        regularCount = round.unanswered.count
        isMultipath = round.context.isMultipath
        hasKnownOwners = round.unanswered.contains { OwnerClass(of: $0.owner) != .other }
        let families = Set(round.unanswered.compactMap(\.exchange.request.path.family))
        hasBothFamilies = families.count == 2
        add(reportAt: nil, of: round)
    }

    /// Adds the endpoints of phases that have begun since the last call, and the report at an index.
    mutating func add(reportAt index: Int?, of round: ProbeRound) {
        for new in observed.count..<round.unanswered.count {
            observed.append(observation(round.unanswered[new], at: new))
            isPending.append(true)
            reports.append(nil)
            countOne(at: new, by: 1)
        }
        guard let index, let report = round.reports[index] else { return }
        countOne(at: index, by: -1)
        observed[index] = observation(report, at: index)
        isPending[index] = false
        reports[index] = report
        if observed[index].isGenuine { slowest = max(slowest, report.exchange.timings.total) }
        countOne(at: index, by: 1)
    }

    private func observation(_ report: EndpointReport, at index: Int) -> Observation {
        Observation(report, at: index, isFromPool: index >= regularCount, isAmongOthers: hasKnownOwners)
    }

    private mutating func countOne(at index: Int, by number: Int) {
        let seen = observed[index]
        let isPending = isPending[index]
        if isPending || seen.finding == .captive { exposedOwners.count(seen.owner, by: number) }
        guard !isPending else { return }
        if seen.isGenuine { genuineCount += number }
        if seen.isFailure { failureCount += number }
        if seen.finding == .captive { portalOwners.count(seen.owner, by: number) }
    }

    var hasGenuine: Bool { genuineCount > 0 }
    var hasFailure: Bool { failureCount > 0 }
    var hasPortal: Bool { !portalOwners.isEmpty }
    /// The duration of the slowest genuine answer; zero without any.
    private(set) var slowest = Duration.zero

    // MARK: Whom to ask

    /// The endpoints of the pool over TLS of neutral owners.
    func neutralOverTLS(of round: ProbeRound) -> [Int] {
        round.available.filter { index in
            let endpoint = round.pool[index]
            let isNeutral = [.distribution, .other].contains(OwnerClass(of: endpoint.owner))
            return isNeutral && endpoint.url?.scheme == .https
        }
    }

    /// Whether the owner of an endpoint was asked over the same scheme, and over an address family or, if `nil`, any.
    func hasAsked(_ endpoint: Endpoint, over family: IPAddress.Family?) -> Bool {
        observed.contains { seen in
            seen.owner == endpoint.owner && seen.isPlain == endpoint.isPlain && (family == nil || seen.family == family)
        }
    }

    /// The endpoint of the pool over plain HTTP with the same owner.
    func plainTwin(of index: Int, in round: ProbeRound) -> Int? {
        round.available.first { round.pool[$0].isPlain && round.pool[$0].owner == round.pool[index].owner }
    }

    /// The endpoints of the pool over TLS of owners, other than neutral ones, that were asked over plain HTTP only.
    func twins(of round: ProbeRound) -> [Int] {
        let overTLS = Set(observed.lazy.filter(\.isOverTLS).map(\.owner))
        let plain = Set(observed.lazy.filter { $0.isPlain && !$0.isNeutral }.map(\.owner)).subtracting(overTLS)
        return round.available.filter { plain.contains(round.pool[$0].owner) && !round.pool[$0].isPlain }
    }

    // MARK: Certainty

    /// Whether the access is captive for any missing answers.
    var isCertainlyCaptive: Bool { portalOwners.count >= 2 }

    /// The number of missing answers above which nothing is certain.
    private static let missingMax = 5

    /// Whether the access is online for every combination of pending answers.
    ///
    /// The rules determine the possible answers. Portals in the name of two owners, TLS that is refused for two, and an answer at
    /// an unassigned address are possible or not regardless of other answers. A failure counts as the worst of its kinds, which
    /// leaves all combinations of four findings to try.
    var isCertainlyOnline: Bool {
        guard exposedOwners.count <= 1 else { return false }
        let missing = observed.indices.filter { isPending[$0] }
        guard !missing.isEmpty else { return isOnline(observed) }
        let known = zip(observed, isPending).filter { !$1 }.map(\.0)
        let refused = Self.owners(known, where: \.isFaultOfTLS)
            .union(missing.lazy.map { observed[$0] }.filter(\.isOverTLS).map(\.owner))
        guard missing.count <= Self.missingMax, !missing.contains(where: { observed[$0].expectsNobody }),
            refused.count <= 1
        else { return false }
        return isOnline(with: missing[...], in: observed)
    }

    /// Whether the access is online if every missing answer is genuine, but not if every one fails.
    var isOpen: Bool {
        let best = zip(observed, isPending).map { $1 ? $0.replaced(by: .genuine) : $0 }
        return isOnline(best) && !isOnline(observed)
    }

    private func isOnline(with places: ArraySlice<Int>, in all: [Observation]) -> Bool {
        guard let place = places.first else { return isOnline(all) }
        return [.failed, .genuine, .inconclusive, .captive].allSatisfy { (finding: Verdict.Finding) in
            var all = all
            all[place] = all[place].replaced(by: finding)
            return isOnline(with: places.dropFirst(), in: all)
        }
    }

    // MARK: The rules

    /// The verdict if any answer is genuine; otherwise `nil`.
    var verdict: RoundVerdict? {
        guard observed.contains(where: \.isGenuine) else { return nil }
        if let portal = portal(observed).flatMap({ reports[$0] }) { return RoundVerdict(portalMetBy: portal) }
        if let led = observed.first(where: \.isLedElsewhere).flatMap({ reports[$0.place] }) {
            return RoundVerdict(.partial, because: .contradicted(endpoint: led.name, led.verdict.reason))
        }
        let genuine = Self.owners(observed, where: \.isGenuine).count
        let total = Self.owners(observed, where: \.isConclusive).count
        switch Self.doubt(observed) {
        case .contradicted(let place):
            return reports[place].map { report in
                RoundVerdict(.partial, because: .contradicted(endpoint: report.name, report.verdict.reason))
            }
        case .broken(let part, let place):
            return reports[place].map { report in
                RoundVerdict(.partial, because: .broken(part, endpoint: report.name, report.verdict.reason))
            }
        case .tooFew:
            let needed = total - Self.failuresMax(of: total)
            return RoundVerdict(.partial, because: .tooFewOwners(genuine, of: total, needed: needed))
        case nil:
            let proved = Self.owners(observed) { $0.isGenuine && $0.isOverTLS }.count
            // The user asked about a failed own endpoint, so it is named first.
            let failedOwn = reports.prefix(regularCount).lazy.compactMap(\.self).first { report in
                hasKnownOwners && report.verdict.finding == .failed && OwnerClass(of: report.owner) == .other
            }
            let failed = failedOwn ?? zip(reports, observed).first { $1.isFailure }?.0
            let except = failed.map { ($0.name, $0.verdict.reason) }
            return RoundVerdict(.online, because: .provedOwners(genuine, of: total, overTLS: proved, except: except))
        }
    }

    private func isOnline(_ all: [Observation]) -> Bool {
        all.contains(where: \.isGenuine) && portal(all) == nil && !all.contains(where: \.isLedElsewhere)
            && Self.doubt(all) == nil
    }

    /// The place of the first portal; `nil` without one, or if only its owner's server shows it.
    private func portal(_ all: [Observation]) -> Int? {
        guard let first = all.first(where: { $0.finding == .captive }) else { return nil }
        // A portal forges plain HTTP and blocks TLS; a page on the maintenance of an owner does not block its TLS, and shows at
        // each of its requests.
        let isAlone =
            !isMultipath && !first.leadsInside && Self.portalOwners(all).count == 1
            && all.contains { $0.isNeutral && $0.isPlain && $0.isGenuine }
            && !all.contains { $0.owner == first.owner && $0.isOverTLS && $0.isRefused }
            && !all.contains { $0.isGenuine && $0.url != nil && $0.url == first.url } && Self.doubt(all) == nil
        return isAlone ? nil : first.place
    }

    /// The first doubt about the answers, by the rules in their order.
    private static func doubt(_ all: [Observation]) -> Doubt? {
        let answers = Answers(all)
        return rules.lazy.compactMap { $0.doubt(answers) }.first
    }

    /// The maximum number of owners that may fail out of a number that was asked.
    static func failuresMax(of total: Int) -> Int { (total + (total < 7 ? 1 : 0)) / 3 }

    private static func portalOwners(_ all: [Observation]) -> Set<String> {
        owners(all) { $0.finding == .captive }
    }

    static func owners(
        _ all: [Observation],
        where belongs: (Observation) -> Bool = { _ in true }
    ) -> Set<String> {
        Set(all.lazy.filter(belongs).map(\.owner))
    }
}

extension [String: Int] {
    /// Changes a count; names without a count are removed.
    fileprivate mutating func count(_ name: String, by number: Int) {
        let sum = self[name, default: 0] + number
        self[name] = sum == 0 ? nil : sum
    }
}

extension Endpoint {
    var isPlain: Bool { url?.scheme == .http }
}
