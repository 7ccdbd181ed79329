extension ProbeRound {
    /// The results of earlier rounds on the same path: few enough to keep, and enough for a policy that waits.
    public struct History: Hashable, Sendable {
        /// The number of earlier rounds that are kept; a policy cannot require more consecutive rounds.
        package static let countMax = 32

        /// The current access; `nil` before the first round.
        package var lastAccess: InternetAccess?
        /// The access of each round without regard to earlier ones, oldest first; at most ``countMax``.
        ///
        /// The details of portals are not kept.
        package var measured: [InternetAccess] = []

        /// The last valid answer of the network's captive portal API (RFC 8908); `nil` without one.
        package var portalAPI: CaptivePortalAPI?

        /// Creates a history without rounds.
        public init() {}

        /// Adds a round's verdict, and removes the oldest one if there are more than ``countMax``.
        package mutating func append(_ verdict: RoundVerdict) {
            lastAccess = verdict.access
            measured.append(verdict.measured.portal == nil ? verdict.measured : .captive(.unknown))
            if measured.count > Self.countMax { measured.removeFirst() }
        }
    }
}
