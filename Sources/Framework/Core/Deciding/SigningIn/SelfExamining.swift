/// A sign-in agent that examines what it was given, such as a recipe, without sending anything.
package protocol SelfExamining {
    /// Looks for what is wrong, under the rule that has the agent: each fault as a sentence without a full stop, with
    /// the file and the place in it.
    func faults(under rule: SignInRule) -> [String]
}
