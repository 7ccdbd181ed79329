extension Connectivity {
    /// What version 8 of Connectivity did and this one does on request only, because a network can abuse it.
    public struct Compatibility: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Redirects are followed, up to five, and the body of the last answer decides by itself, whatever the status code
        /// and the signs of a portal.
        public static let bodyAlone = Compatibility(rawValue: 1)
        /// The share of endpoints decides by itself, even where another endpoint met a portal.
        public static let shareAlone = Compatibility(rawValue: 2)
        /// ``Connectivity/bearerToken`` and ``Connectivity/authorizationHeader`` are sent with every request, to whatever
        /// host and over plain HTTP too.
        public static let credentialsForEveryURL = Compatibility(rawValue: 4)

        /// All of it.
        public static let version8: Compatibility = [.bodyAlone, .shareAlone, .credentialsForEveryURL]
    }
}
