extension ConnectivityMachine {
    /// One input, and what the machine made of it.
    ///
    /// The inputs of a run with their moments, given to a new machine of the same parts, lead to the same steps again.
    public struct Step: Hashable, Sendable {
        /// What happened.
        public var input: Input
        /// When.
        public var moment: Moment
        /// What the driver is to do, in order.
        public var effects: [Effect]
        /// The newest assessment after the step; `nil` before the first snapshot.
        public var assessment: Assessment?

        /// Creates a step.
        /// - Parameters:
        ///   - input: What happened.
        ///   - moment: When.
        ///   - effects: What the driver is to do, in order.
        ///   - assessment: The newest assessment after the step.
        public init(_ input: Input, at moment: Moment, effects: [Effect], assessment: Assessment?) {
            self.input = input
            self.moment = moment
            self.effects = effects
            self.assessment = assessment
        }
    }
}
