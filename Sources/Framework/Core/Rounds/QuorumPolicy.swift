/// Requires genuine answers from several owners, and counts every contradiction against the network.
///
/// While ``SharePolicy`` counts endpoints, this policy counts owners, because the endpoints of one owner fail together, and a
/// portal lets them through or forges them together. The first rule that applies decides:
/// 1. If any endpoint finds a portal, the access is captive, regardless of the others: some portals forge single genuine answers,
///    and some let TLS through.
/// 2. Without any genuine answer, the access is blocked if another server answered, otherwise unreachable.
/// 3. Answers over plain HTTP can be forged, so TLS must confirm them if it is asked too. The access is partial if TLS itself
///    failed with any endpoint, if an owner is genuine over http but not over https, or if no owner is genuine over https.
/// 4. If too few owners are genuine, the access is partial.
/// 5. The access is partial if no answer is genuine over http, or over an address family that was asked separately. This does not
///    apply if all endpoints there report a fault of their server, which shows that they can be reached.
/// 6. The access is partial if other servers answered in the name of as many owners as are genuine, or at an unassigned address;
///    see ``NoReply``.
/// 7. Otherwise the access is online. An endpoint that is down or fails does not prevent that.
///
/// It judges only the whole round, because the last answer may be a portal's, and answers that a portal let through are evidence
/// too. ``RoundSchedule/patience`` limits the wait for answers that could be missing.
public struct QuorumPolicy: ThresholdPolicy, Hashable {
    /// The number of different owners that must be genuine; `nil` for half of those asked, so one of two may be down.
    package var owners: Int?

    /// Creates a policy.
    ///
    /// - Parameter owners: The number of different owners that must be genuine, at least 1; by default half of those asked,
    ///   rounded up. If fewer owners are asked, all of them must be genuine.
    public init(owners: Int? = nil) {
        precondition(owners ?? 1 >= 1, "at least one owner must be genuine")
        self.owners = owners
    }

    public func begin(_ round: ProbeRound) -> any RoundJudge { Judge(policy: self) }

    private struct Judge: RoundJudge {
        let policy: QuorumPolicy
        var tally = OwnerTally()

        mutating func decide(on round: ProbeRound, after index: Int?) -> ProbeRound.Decision {
            tally.add(reportAt: index, of: round)
            guard round.pendingCount > 0 else { return .decide(policy.roundVerdict(on: round), final: true) }
            let isEnough = tally.hasPortal || tally.isOnline(needing: policy.needed)
            return isEnough ? .wait(atMost: round.context.patience) : .wait()
        }
    }

    private func needed(of total: Int) -> Int { min(owners ?? (total + 1) / 2, total) }

    private func roundVerdict(on round: ProbeRound) -> RoundVerdict {
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
        let except = reports.first { !$0.isGenuine }.map { ($0.name, $0.verdict.reason) }
        return RoundVerdict(.online, because: .enoughOwners(count, of: total, needed: needed, except: except))
    }
}

extension ChosenReports {
    /// The evidence of TLS against the genuine answers, which could be forged without TLS; `nil` without such evidence.
    fileprivate var faultOfTLS: Reason? {
        let overTLS = lazy.filter { $0.scheme == .https }
        if let first = overTLS.first, !overTLS.contains(where: \.isGenuine) {
            let worst = overTLS.first(where: \.isFaultOfTLS) ?? first
            return .broken(.https, endpoint: worst.name, worst.verdict.reason)
        }
        // The owners that are genuine over http and not over TLS.
        let unproved = Set(lazy.filter { $0.isGenuine && $0.scheme == .http }.map(\.owner))
            .subtracting(lazy.filter { $0.isGenuine && $0.scheme == .https }.map(\.owner))
        let unfaithful = overTLS.first { $0.isFaultOfTLS || unproved.contains($0.owner) }
        return unfaithful.map { .contradicted(endpoint: $0.name, $0.verdict.reason) }
    }

    /// The part of the Internet that cannot be reached, without any genuine answer; `nil` if each part is reached.
    fileprivate var brokenPart: Reason? {
        let parts: [(InternetPart, (EndpointReport) -> Bool)] = [
            (.http, { $0.scheme == .http }),
            (.ipv4, { $0.exchange.request.path.family == .ipv4 }),
            (.ipv6, { $0.exchange.request.path.family == .ipv6 }),
        ]
        // A genuine answer to a request without a stated family also shows that the family of its peer works.
        let families = Set(lazy.filter(\.isGenuine).compactMap(\.exchange.remoteAddress?.family))
        for (part, belongs) in parts {
            let members = lazy.filter(belongs)
            guard !members.contains(where: \.isGenuine), let first = members.first(where: { !$0.isOwnFailure }),
                !families.contains(where: { $0.part == part })
            else { continue }
            return .broken(part, endpoint: first.name, first.verdict.reason)
        }
        return nil
    }

    /// Returns the reason of the first substituted answer if these contradict the genuine ones; otherwise `nil`.
    fileprivate func contradiction(of genuine: Set<String>) -> Reason? {
        let substituted = lazy.filter { $0.verdict.finding == .substituted }
        let weight = Set(substituted.map(\.owner)).count
        let contradicting =
            substituted.first { $0.verdict.basis == .silence }
            ?? (weight >= genuine.count ? substituted.first : nil)
        return contradicting.map { .contradicted(endpoint: $0.name, $0.verdict.reason) }
    }
}

extension IPAddress.Family {
    var part: InternetPart { self == .ipv4 ? .ipv4 : .ipv6 }
}

extension EndpointReport {
    var scheme: HTTPURL.Scheme? { exchange.request.url?.scheme }
    package var isGenuine: Bool { verdict.finding == .genuine }

    /// Whether the TLS handshake failed or the certificate was refused, possibly because another server answered.
    var isFaultOfTLS: Bool {
        verdict.reason.code == Reason.noAnswerCode && verdict.reason.facts["failure"]?.text?.hasPrefix("tls.") == true
    }

    /// Whether the endpoint was reached but could not serve, which is not a fault of the network.
    var isOwnFailure: Bool {
        verdict.finding == .failed && verdict.basis != .silence && !verdict.reason.isNoAnswer
    }
}
