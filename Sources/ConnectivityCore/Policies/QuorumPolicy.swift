/// Requires genuine answers of several owners, and holds every contradiction against the network.
///
/// Where ``SharePolicy`` counts endpoints, this counts who runs them, because the endpoints of one owner fail, and are let
/// through or forged by a portal, together. In this order:
/// 1. A portal met by any endpoint is a portal, whatever the others say: some portals forge single genuine answers, and
///    some let TLS through.
/// 2. Without any genuine answer it is blocked if something else answered, else unreachable.
/// 3. What came over plain HTTP can be forged. Where TLS is asked too, it must bear that out: it is partial if TLS itself
///    failed with any endpoint, if an owner is genuine over http but not over https, or if nobody is over https.
/// 4. With too few owners genuine it is partial.
/// 5. It is partial if nothing is genuine over http, or over an address family that was asked by itself, unless all that
///    was asked there is in trouble of its own, which shows that it can be reached.
/// 6. It is partial if something else answered in the name of as many owners as are genuine, or where nobody can answer,
///    see ``NoReply``.
/// 7. Otherwise it is online. An endpoint that is down, or in trouble, does not count against that.
///
/// It judges the whole round only, because the last answer may be a portal's, and what was let through beside a portal is
/// evidence. ``Schedule/patience`` bounds the wait for answers that could be missed.
public struct QuorumPolicy: ThresholdPolicy, Codable, Hashable {
    /// The number of different owners that must be genuine, at least 1; `nil` requires half of those asked, rounded up.
    ///
    /// Where fewer owners are asked, all of them must be.
    public var owners: Int?

    /// Creates a policy.
    /// - Parameter owners: The number of different owners that must be genuine, at least 1; by default half of those asked,
    ///   rounded up, so that one of two may be down.
    public init(owners: Int? = nil) {
        precondition(owners ?? 1 >= 1, "at least one owner must be genuine")
        self.owners = owners
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        owners = try container.decodeIfPresent(Int.self, forKey: .owners)
        guard owners ?? 1 >= 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .owners,
                in: container,
                debugDescription: "must be at least 1"
            )
        }
    }

    public func begin(_ round: Round) -> any RoundJudge { Judge(policy: self) }

    private struct Judge: RoundJudge {
        let policy: QuorumPolicy
        var tally = OwnerTally()

        mutating func word(on round: Round, after index: Int?) -> PolicyWord {
            tally.take(index, of: round)
            guard round.pendingCount > 0 else { return .decide(policy.roundVerdict(on: round), final: true) }
            let isEnough = tally.hasPortal || tally.isOnline(needing: policy.needed)
            return isEnough ? .wait(atMost: round.context.patience) : .wait()
        }
    }

    /// The number of owners that must be genuine, of so many that were asked.
    private func needed(of total: Int) -> Int { min(owners ?? (total + 1) / 2, total) }

    /// The verdict on a complete round.
    private func roundVerdict(on round: Round) -> RoundVerdict {
        if let captive = round.captiveVerdict { return captive }
        let reports = round.conclusive
        let genuine = Set(reports.lazy.filter(\.isGenuine).map(\.owner))
        guard !genuine.isEmpty else { return round.verdictWithoutGenuine }
        let total = Set(reports.lazy.map(\.owner)).count
        let needed = needed(of: total)
        let count = genuine.count

        if let reason = reports.faultOfTLS { return RoundVerdict(.partial, because: reason) }
        if count < needed { return RoundVerdict(.partial, because: .tooFewOwners(count, of: total, needed: needed)) }
        if let reason = reports.brokenPart ?? reports.contradiction(of: genuine) {
            return RoundVerdict(.partial, because: reason)
        }
        return RoundVerdict(.online, because: .enoughOwners(count, of: total, needed: needed))
    }
}

extension [EndpointReport] {
    /// What TLS holds against the genuine answers, which can be forged without it.
    fileprivate var faultOfTLS: Reason? {
        let overTLS = filter { $0.scheme == .https }
        if let first = overTLS.first, !overTLS.contains(where: \.isGenuine) {
            let worst = overTLS.first(where: \.isFaultOfTLS) ?? first
            return .broken(.https, endpoint: worst.name, worst.verdict.reason)
        }
        // Those that are genuine over http and not over TLS.
        let unproved = Set(lazy.filter { $0.isGenuine && $0.scheme == .http }.map(\.owner))
            .subtracting(lazy.filter { $0.isGenuine && $0.scheme == .https }.map(\.owner))
        let unfaithful = overTLS.first { $0.isFaultOfTLS || unproved.contains($0.owner) }
        return unfaithful.map { .contradicted(endpoint: $0.name, $0.verdict.reason) }
    }

    /// The part of the Internet of which nothing is genuine, where there is one that cannot be reached.
    fileprivate var brokenPart: Reason? {
        let parts: [(InternetPart, (EndpointReport) -> Bool)] = [
            (.http, { $0.scheme == .http }),
            (.ipv4, { $0.exchange.request.path.family == .ipv4 }),
            (.ipv6, { $0.exchange.request.path.family == .ipv6 }),
        ]
        // Where any family would do, the one that the answer came over works too.
        let families = Set(filter(\.isGenuine).compactMap(\.exchange.remoteAddress?.family))
        for (part, belongs) in parts {
            let members = filter(belongs)
            guard !members.contains(where: \.isGenuine), let first = members.first(where: { !$0.isInOwnTrouble }),
                !families.contains(where: { $0.part == part })
            else { continue }
            return .broken(part, endpoint: first.name, first.verdict.reason)
        }
        return nil
    }

    /// What answered in the place of others, where it weighs as much as what is genuine.
    fileprivate func contradiction(of genuine: Set<String>) -> Reason? {
        let substituted = filter { $0.verdict.finding == .substituted }
        let weight = Set(substituted.map(\.owner)).count
        let speaking =
            substituted.first { $0.verdict.basis == .silence }
            ?? (weight >= genuine.count ? substituted.first : nil)
        return speaking.map { .contradicted(endpoint: $0.name, $0.verdict.reason) }
    }
}

extension AddressFamily {
    var part: InternetPart { self == .ipv4 ? .ipv4 : .ipv6 }
}

extension EndpointReport {
    var scheme: HTTPURL.Scheme? { exchange.request.url?.scheme }
    var isGenuine: Bool { verdict.finding == .genuine }

    /// Whether TLS could not be agreed on or the certificate was refused: somebody else may have answered.
    var isFaultOfTLS: Bool {
        verdict.reason.code == Reason.noAnswerCode && verdict.reason.facts["failure"]?.text?.hasPrefix("tls.") == true
    }

    /// Whether the endpoint was reached and could not serve, which is no fault of the network.
    var isInOwnTrouble: Bool {
        verdict.finding == .failed && !verdict.reason.isNoAnswer
    }
}
