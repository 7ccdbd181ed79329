/// Requires a share of the endpoints to be genuine: the percentage threshold of the predecessors.
///
/// It counts and does not compare: a share that is reached is online, even where another endpoint meets a portal or TLS
/// fails, so a portal that lets some checks through, or forges them, is believed. ``QuorumPolicy`` does not believe it.
///
/// The share reached makes ``InternetAccess/online``. Otherwise a portal makes ``InternetAccess/captive``, any genuine
/// answer ``InternetAccess/partial``, any substituted one ``InternetAccess/blocked``, in this order, and what is left is
/// ``InternetAccess/unreachable``.
public struct SharePolicy: ThresholdPolicy, Codable, Hashable {
    /// The share of endpoints that must be genuine, from 0 through 1.
    ///
    /// Even 0 requires one: no answer is never online.
    public var share: Double

    /// Creates a policy.
    /// - Parameter share: The share of endpoints that must be genuine, from 0 through 1.
    public init(_ share: Double = 0.5) {
        precondition((0...1).contains(share), "the share must be from 0 through 1")
        self.share = share
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        share = try container.decodeIfPresent(Double.self, forKey: .share) ?? 0.5
        guard (0...1).contains(share) else {
            throw DecodingError.dataCorruptedError(
                forKey: .share,
                in: container,
                debugDescription: "must be a number from 0 through 1"
            )
        }
    }

    /// The number of endpoints that must be genuine.
    /// - Parameter total: The number of endpoints.
    /// - Returns: At least 1.
    public func needed(of total: Int) -> Int {
        // A share such as 0.07 of 100 is a little more than 7 in binary; a billionth is no endpoint.
        let exact = share * Double(total) - 1e-9
        // Rounded up by hand: the standard library's way needs libm, which a client of Core alone does not link.
        let whole = Int(exact)
        return max(1, Double(whole) < exact ? whole + 1 : whole)
    }

    public func judge(_ round: Round) -> Judgement? {
        let pending = round.pendingCount
        let total = round.finishedCount(where: \.isConclusive) + pending
        let needed = needed(of: total)
        let genuine = round.count(of: .genuine)
        if genuine >= needed { return Judgement(.online, because: .enoughGenuine(genuine, of: total, needed: needed)) }
        let canReachShare = genuine + pending >= needed
        if pending > 0, canReachShare { return nil }

        if let captive = round.captiveJudgement { return captive }
        guard pending == 0 else { return nil }
        if genuine > 0 { return Judgement(.partial, because: .tooFewGenuine(genuine, of: total, needed: needed)) }
        return round.judgementWithoutGenuine
    }
}
