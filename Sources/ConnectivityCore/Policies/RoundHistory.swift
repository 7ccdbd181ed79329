/// What the rounds before came to, on the same path: small enough to keep, enough for a policy that waits.
public struct RoundHistory: Hashable, Sendable {
    /// The number of earlier rounds that are remembered; no policy can ask for more in a row.
    public static let countMax = 32

    /// The access that stands; `nil` before the first round.
    public internal(set) var standing: InternetAccess?
    /// What each round showed by itself, the oldest first; at most ``countMax``.
    ///
    /// Of a portal, only that there was one.
    public internal(set) var measured: [InternetAccess] = []

    /// The last good answer of the captive portal API that the network names (RFC 8908); `nil` where there was none.
    public internal(set) var portalAPI: CaptivePortalAPI?

    /// Creates a history without rounds.
    public init() {}

    init(standing: InternetAccess?, measured: [InternetAccess], portalAPI: CaptivePortalAPI?) {
        self.standing = standing
        self.measured = measured
        self.portalAPI = portalAPI
    }

    /// Adds what a round came to, and forgets the oldest one where there are too many.
    /// - Parameter verdict: The verdict on the round.
    public mutating func append(_ verdict: RoundVerdict) {
        standing = verdict.access
        measured.append(verdict.measured.portal == nil ? verdict.measured : .captive(.unknown))
        if measured.count > Self.countMax { measured.removeFirst() }
    }
}
