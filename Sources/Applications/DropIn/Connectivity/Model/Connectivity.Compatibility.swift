extension Connectivity {
    /// Behaviours of version 8 that are restored only on request, because a network can abuse them.
    public struct Compatibility: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Follows up to five redirects, and judges only the body of the last answer.
        ///
        /// The status code and the signs of a portal are ignored.
        public static let bodyAlone = Compatibility(rawValue: 1)
        /// Only the share of endpoints decides, even if another endpoint met a portal.
        public static let shareAlone = Compatibility(rawValue: 2)
        /// Sends ``Connectivity/bearerToken`` and ``Connectivity/authorizationHeader`` with every request.
        ///
        /// Every host receives them, also over plain HTTP.
        public static let credentialsForEveryURL = Compatibility(rawValue: 4)

        /// All of these behaviours.
        public static let version8: Compatibility = [.bodyAlone, .shareAlone, .credentialsForEveryURL]
    }
}
