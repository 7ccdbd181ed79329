public import ConnectivityCore
import ConnectivitySupport

extension Pipeline {
    /// The longest time of one attempt to sign in.
    private static var signInLimit: Duration { .seconds(60) }

    /// Asks the sign-in agents of the pipeline once, at the portals of an assessment.
    ///
    /// It neither waits for a pause nor counts earlier attempts: whoever calls it decides that. Nothing follows from what the agents
    /// return; another assessment shows whether the device is let through.
    ///
    /// - Parameters:
    ///   - assessment: The assessment, as ``assess()`` returned it.
    ///   - isShown: Whether nothing is submitted, so that the report says what would be.
    /// - Returns: A report on each attempt, at most one per interface; empty if there is no portal, or no rule for it.
    public func signIn(with assessment: Assessment, isShown: Bool = false) async -> [SignInReport] {
        if let replaced { return await replaced.signIn(with: assessment, isShown: isShown) }
        let tasks = SignInWatch.tasks(signIns, for: assessment, scope: rules.scope)
        return await withTaskGroup(of: SignInReport.self) { group in
            for task in tasks { group.addTask { await perform(task, isShown: isShown) } }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.interface < $1.interface }
        }
    }

    /// Asks agents to end the sessions of their networks.
    /// - Parameters:
    ///   - assessment: The newest assessment.
    ///   - isEnding: Whether only the sessions that this pipeline began are ended, of rules that say so
    ///     (``ConnectivityCore/SignInRule/logsOff``).
    /// - Returns: A report on each attempt.
    package func signOff(with assessment: Assessment, isEnding: Bool = false) async -> [SignInReport] {
        let begun = runs.signIns
        var ended: [SignInReport] = []
        for task in SignInWatch.tasksToLogOff(signIns, begun, with: assessment) {
            let isOwn = begun.contains { $0.interface == task.interface.name && $0.result == .accepted }
            guard !isEnding || isOwn && signIns[task.rule].logsOff else { continue }
            ended.append(await perform(task, isShown: false))
        }
        return ended
    }

    /// Asks agents during a run, until the run ends.
    /// - Parameters:
    ///   - given: The assessments of the run, as they are made.
    ///   - mailbox: Receives the ends of attempts.
    func watchSignIns(
        taking given: AsyncStream<SignInWatch.Input>,
        _ mailbox: AsyncStream<PipelineInput>.Continuation
    ) async {
        let (inputs, own) = AsyncStream.makeStream(of: SignInWatch.Input.self)
        let start = clock.now
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await input in given { own.yield(input) }
                own.finish()
            }
            var watch = SignInWatch(signIns, scope: rules.scope)
            for await input in inputs {
                for effect in watch.handle(input, at: start.duration(to: clock.now)) {
                    switch effect {
                    case .begin(let task):
                        mailbox.yield(.signInBegan)
                        group.addTask {
                            let report = await perform(task, isShown: false)
                            runs.note(report)
                            own.yield(.ended(report))
                            mailbox.yield(.other(.signInEnded(report.evidence)))
                            mailbox.yield(.lookRequested)
                        }
                    case .wait(let time, let number):
                        group.addTask {
                            guard (try? await clock.sleep(for: time)) != nil else { return }
                            own.yield(.waited(number))
                        }
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// Asks an agent, with what happens around it, for at most a minute.
    private func perform(_ task: SignInTask, isShown: Bool) async -> SignInReport {
        let rule = signIns[task.rule]
        let visit = PortalVisit(
            task.occasion,
            by: rule,
            through: prober,
            on: task.path,
            limits: machine.limits,
            isShown: isShown
        )
        let (begin, startedAt) = (clock.now, civilTime())
        let around = Mutex<Reason?>(nil)
        let result = await withTaskGroup(of: Result<SignInOutcome, SignInStop>?.self) { group in
            group.addTask {
                await runs.calls.during("the sign-in agent \(rule.agentName)") {
                    await Self.ask(rule, task, at: visit, isShown: isShown) { reason in around.withLock { $0 = reason }
                    }
                }
            }
            group.addTask {
                let isOver = (try? await clock.sleep(for: Self.signInLimit)) != nil
                let seconds = Self.signInLimit.components.seconds
                return isOver ? .failure(SignInStop(.signIn("time-limit", ["limit": .integer(seconds)]))) : nil
            }
            var result: Result<SignInOutcome, SignInStop>?
            while result == nil, let next = await group.next() { result = next }
            group.cancelAll()
            return result ?? .failure(SignInStop(.signIn("cancelled"), mayRepeat: true))
        }
        var report = SignInReport(
            network: rule.name,
            interface: task.interface.name,
            agent: rule.agentName,
            purpose: task.occasion.purpose,
            steps: await visit.steps,
            startedAt: startedAt,
            duration: begin.duration(to: clock.now)
        )
        report.take(result, accepting: rule.accepts)
        report.around = around.withLock { $0 }
        return report
    }

    /// Begins what happens around a sign-in, asks the agent, and ends it in every case.
    private static func ask(
        _ rule: SignInRule,
        _ task: SignInTask,
        at visit: PortalVisit,
        isShown: Bool,
        noting note: @Sendable (Reason?) -> Void
    ) async -> Result<SignInOutcome, SignInStop> {
        do throws(SignInStop) {
            guard let surroundings = rule.surroundings, !isShown else {
                return .success(try await rule.agent.signIn(task.occasion, at: visit))
            }
            guard let url = task.occasion.portal.signInURL, rule.names(url.host) else {
                throw SignInStop(.signIn("around-unnamed"))
            }
            // Otherwise every access point with the name of the network could have the commands run.
            if !rule.permitsPlainHTTP {
                guard try await visit.send(PortalRequest(url)).isVerified else {
                    throw SignInStop(.signIn("around-unverified", ["host": .text(url.host)]))
                }
            }
            let end = try await surroundings.begin(for: url.host)
            let result: Result<SignInOutcome, SignInStop>
            do throws(SignInStop) {
                result = .success(try await rule.agent.signIn(task.occasion, at: visit))
            } catch {
                result = .failure(error)
            }
            note(await end())
            return result
        } catch {
            return .failure(error)
        }
    }
}

extension SignInReport {
    /// Takes how the attempt ended.
    fileprivate mutating func take(
        _ ending: Swift.Result<SignInOutcome, SignInStop>,
        accepting terms: SignInRule.Terms?
    ) {
        switch ending {
        case .success(let outcome):
            switch outcome.claim {
            case .accepted: result = .accepted
            case .refused: result = .refused
            case .unclear: result = .unclear
            }
            (reason, sessionLength, logOffURL) = (outcome.reason, outcome.sessionLength, outcome.logOffURL)
            termsDigest = outcome.termsDigest
            if termsDigest != nil { accepted = terms?.text }
        case .failure(let stop):
            (result, reason, mayRepeat) = (.stopped, stop.reason, stop.mayRepeat)
        }
    }
}
