/// Requires genuine answers of several owners, and holds every contradiction against the network.
///
/// Where ``SharePolicy`` counts endpoints, this counts who runs them, because the endpoints of one owner fail, and are let
/// through or forged by a portal, together. In this order:
/// 1. A portal met by any endpoint is a portal, whatever the others say: some portals forge single genuine answers, and
///    some let TLS through.
/// 2. With enough owners genuine, but all endpoints over https, all over http, or all of one address family failed, the
///    access is partial.
/// 3. With enough owners genuine it is online; an endpoint in trouble does not count against that.
/// 4. With too few it is partial, with none blocked if something else answered, else unreachable.
///
/// A portal is decided at once; everything else needs the whole round.
public struct QuorumPolicy: ThresholdPolicy, Codable, Hashable {
    /// The number of different owners that must be genuine; at least 1.
    ///
    /// Where there are fewer owners, all of them must be.
    public var owners: Int

    /// Creates a policy.
    /// - Parameter owners: The number of different owners that must be genuine; at least 1.
    public init(owners: Int = 2) {
        precondition(owners >= 1, "at least one owner must be genuine")
        self.owners = owners
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        owners = try container.decodeIfPresent(Int.self, forKey: .owners) ?? 2
        guard owners >= 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .owners,
                in: container,
                debugDescription: "must be at least 1"
            )
        }
    }

    public func judge(_ round: Round) -> Judgement? {
        if let captive = round.captiveJudgement { return captive }
        guard round.pendingCount == 0 else { return nil }
        let reports = round.finished
        let genuine = reports.filter { $0.verdict.finding == .genuine }
        let total = Set(reports.map(\.owner)).count
        let count = Set(genuine.map(\.owner)).count
        let needed = min(owners, total)
        guard count > 0 else { return round.judgementWithoutGenuine }
        guard count >= needed else {
            return Judgement(.partial, because: .tooFewOwners(count, of: total, needed: needed))
        }
        return brokenPart(of: reports) ?? Judgement(.online, because: .enoughOwners(count, of: total, needed: needed))
    }

    /// The part of the Internet of which nothing is genuine, where there is one.
    private func brokenPart(of reports: [EndpointReport]) -> Judgement? {
        let parts: [(AccessReason.Part, (ProbeRequest) -> Bool)] = [
            (.https, { $0.url.scheme == .https }), (.http, { $0.url.scheme == .http }),
            (.ipv4, { $0.family == .ipv4 }), (.ipv6, { $0.family == .ipv6 }),
        ]
        for (part, belongs) in parts {
            let members = reports.filter { belongs($0.exchange.request) }
            guard let first = members.first, !members.contains(where: { $0.verdict.finding == .genuine }) else {
                continue
            }
            return Judgement(.partial, because: .broken(part, endpoint: first.name, first.verdict.reason))
        }
        return nil
    }
}

extension Round {
    /// The judgement that a portal is in the way, where an endpoint met one.
    var captiveJudgement: Judgement? {
        first(.captive).map { report in
            let portal = report.verdict.portal ?? Portal(signInURL: nil, kind: .unknown)
            return Judgement(.captive(portal), because: .portal(endpoint: report.name, report.verdict.reason))
        }
    }

    /// The judgement on a complete round without a portal and without a genuine answer.
    var judgementWithoutGenuine: Judgement {
        if let report = first(.substituted) {
            return Judgement(.blocked, because: .substituted(endpoint: report.name, report.verdict.reason))
        }
        guard let report = first(.failed) ?? finished.first else {
            return Judgement(.determining, because: .noEndpoint)
        }
        return Judgement(.unreachable, because: .nothingUsable(endpoint: report.name, report.verdict.reason))
    }
}
