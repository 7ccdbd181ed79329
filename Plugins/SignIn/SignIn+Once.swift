public import ConnectivityCore

extension SignIn {
    /// Asks the agents once, at the portals of an assessment.
    ///
    /// It neither waits for a pause nor counts earlier attempts: the caller decides that. The reports decide no access; another
    /// assessment shows whether the device is let through.
    ///
    /// The assessment is from `Pipeline.assess()`, the tools from `Pipeline.tools`. If `isShown`, nothing is submitted, and the
    /// report has the requests that would be sent. The result has at most one report per interface; it is empty if there is no
    /// portal, or no rule for it.
    public func attempts(
        at assessment: Assessment,
        with tools: CompanionWork.Tools,
        isShown: Bool = false
    ) async -> [SignInReport] {
        await withTaskGroup(of: SignInReport.self) { group in
            for task in tasks(for: assessment) {
                group.addTask { [rule = rules[task.rule]] in
                    await task.perform(by: rule, with: tools, isShown: isShown)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.interface < $1.interface }
        }
    }

    /// Asks agents to end the sessions of the networks of an assessment, one for each interface with a rule.
    ///
    /// The rule is that of the last sign-in, otherwise the first for the network. With `isEnding`, only sessions that the
    /// assessment states as begun are ended, under rules that request it (``SignInRule/logsOff``).
    package func logOffs(
        after assessment: Assessment,
        with tools: CompanionWork.Tools,
        isEnding: Bool = false
    ) async -> [SignInReport] {
        let begun = assessment.observations.compactMap { $0.decoded(as: SignInReport.self) }
        var ended: [SignInReport] = []
        for interface in assessment.snapshot.interfaces {
            let last = begun.last { $0.interface == interface.name }
            // The device may be on another network by now.
            let place = rules.firstIndex { rule in
                rule.match.matches(interface)
                    && (last.map { rule.name == $0.network } ?? (rule.match != PipelineConfiguration.NetworkMatch()))
            }
            guard let place, !isEnding || last?.result == .accepted && rules[place].logsOff else { continue }
            let task = SignInTask(endingAfter: last, place, rules[place], interface, assessment)
            ended.append(await task.perform(by: rules[place], with: tools))
        }
        return ended
    }

    /// Returns the tasks that sign in at the portals of an assessment, regardless of earlier attempts.
    func tasks(for assessment: Assessment) -> [SignInTask] {
        var interfaces: Set<String> = []
        return assessment.paths.compactMap { path in
            guard let portal = path.access.portal, interfaces.insert(path.path.interface).inserted,
                let interface = assessment.snapshot[path.path.interface],
                let rule = rules.firstIndex(where: { $0.applies(to: portal, on: interface) })
            else { return nil }
            return SignInTask(rule, rules[rule], at: portal, on: path, interface, assessment)
        }
    }
}
