extension ConnectivityMachine {
    /// One input, and the reaction of the state machine to it.
    ///
    /// A new state machine of the same parts repeats the same steps if it receives the inputs of a run with their moments.
    public struct Step: Hashable, Sendable {
        package var input: Input
        package var moment: Moment
        package var effects: [Effect]
        /// The newest assessment after the step; `nil` before the first snapshot.
        package var assessment: Assessment?

        package init(_ input: Input, at moment: Moment, effects: [Effect], assessment: Assessment?) {
            self.input = input
            self.moment = moment
            self.effects = effects
            self.assessment = assessment
        }
    }
}
