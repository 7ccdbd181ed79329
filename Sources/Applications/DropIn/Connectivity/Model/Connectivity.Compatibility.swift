extension Connectivity {
    /// Behaviours of version 8 that this version only restores on request, because a network can abuse them.
    public struct Compatibility: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Up to five redirects are followed, and only the body of the last answer decides.
        ///
        /// The status code and the signs of a portal are ignored.
        public static let bodyAlone = Compatibility(rawValue: 1)
        /// The share of endpoints decides alone, even if another endpoint met a portal.
        public static let shareAlone = Compatibility(rawValue: 2)
        /// ``Connectivity/bearerToken`` and ``Connectivity/authorizationHeader`` are sent with every request.
        ///
        /// They are sent to every host, and over plain HTTP too.
        public static let credentialsForEveryURL = Compatibility(rawValue: 4)

        /// All of these behaviours.
        public static let version8: Compatibility = [.bodyAlone, .shareAlone, .credentialsForEveryURL]
    }
}
