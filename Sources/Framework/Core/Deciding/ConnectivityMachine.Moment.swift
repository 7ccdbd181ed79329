extension ConnectivityMachine {
    /// The time of an input of the state machine or of a ``Companion``.
    public struct Moment: Hashable, Sendable {
        /// The time since the driver began, which never decreases.
        public var elapsed: Duration
        /// The civil time, for the record.
        public var wall: Timestamp
        /// The seed for random choices; zero without any.
        public var seed: UInt32

        /// Creates a moment.
        public init(elapsed: Duration, wall: Timestamp, seed: UInt32 = 0) {
            (self.elapsed, self.wall, self.seed) = (elapsed, wall, seed)
        }
    }
}
