/// A sign-in agent that examines what it was given, such as a recipe, without sending anything.
package protocol SelfExamining {
    /// Looks for what is wrong.
    /// - Parameter rule: The rule that has the agent, with the secrets and hosts that it may use.
    /// - Returns: Each fault as a sentence without a full stop, with the file and the place in it; empty without one.
    func faults(under rule: SignInRule) -> [String]
}
