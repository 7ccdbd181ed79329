extension ConnectivityMachine {
    /// One input, and the reaction of the machine to it.
    ///
    /// A new machine of the same parts that receives the inputs of a run with their moments repeats the same steps.
    public struct Step: Hashable, Sendable {
        /// The input.
        package var input: Input
        /// When the input happened.
        package var moment: Moment
        /// What the driver has to do, in order.
        package var effects: [Effect]
        /// The newest assessment after the step; `nil` before the first snapshot.
        package var assessment: Assessment?

        /// Creates a step.
        package init(_ input: Input, at moment: Moment, effects: [Effect], assessment: Assessment?) {
            self.input = input
            self.moment = moment
            self.effects = effects
            self.assessment = assessment
        }
    }
}
