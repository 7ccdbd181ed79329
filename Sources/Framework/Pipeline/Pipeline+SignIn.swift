public import ConnectivityCore

extension Pipeline {
    private static var signInLimit: Duration { .seconds(60) }

    /// Asks the sign-in agents of the pipeline once, at the portals of an assessment.
    ///
    /// It neither waits for a pause nor counts earlier attempts: the caller decides that. Nothing follows from what the agents
    /// return; another assessment shows whether the device is let through.
    ///
    /// - Parameters:
    ///   - assessment: The assessment, as ``assess()`` returned it.
    ///   - isShown: Whether nothing is submitted, so that the report says what would be.
    /// - Returns: A report on each attempt, at most one per interface; empty if there is no portal, or no rule for it.
    public func signIn(with assessment: Assessment, isShown: Bool = false) async -> [SignInReport] {
        if let replaced = replaced(isOnce: true) { return await replaced.signIn(with: assessment, isShown: isShown) }
        let tasks = SignInWatch.tasks(signIns, for: assessment, scope: rules.scope)
        return await withTaskGroup(of: SignInReport.self) { group in
            for task in tasks { group.addTask { await perform(task, isShown: isShown) } }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.interface < $1.interface }
        }
    }

    /// Asks agents to end the sessions of their networks.
    ///
    /// With `isEnding`, only the sessions that this pipeline began are ended, of rules that say so
    /// (``ConnectivityCore/SignInRule/logsOff``).
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

    /// Asks agents during a run, until the run ends; the mailbox receives the ends of attempts.
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
        let attempt = await withTaskGroup(of: Attempt.self) { group in
            group.addTask {
                await runs.calls.during("the sign-in agent \(rule.agentName)") {
                    await Self.ask(rule, task, at: visit, isShown: isShown)
                }
            }
            group.addTask {
                let isOver = (try? await clock.sleep(for: Self.signInLimit)) != nil
                let seconds = Self.signInLimit.components.seconds
                let stop = SignInStop(.signIn("time-limit", ["limit": .integer(seconds)]))
                return Attempt(ending: isOver ? .failure(stop) : nil)
            }
            var attempt = Attempt()
            for await next in group {
                if attempt.ending == nil, next.ending != nil { group.cancelAll() }
                attempt.ending = attempt.ending ?? next.ending
                attempt.around = attempt.around ?? next.around
            }
            return attempt
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
        let cancelled = SignInStop(.signIn("cancelled"), mayRepeat: true)
        report.take(attempt.ending ?? .failure(cancelled), accepting: rule.accepts)
        report.around = attempt.around
        return report
    }

    /// Begins what happens around a sign-in, asks the agent, and ends it in every case.
    private static func ask(
        _ rule: SignInRule,
        _ task: SignInTask,
        at visit: PortalVisit,
        isShown: Bool
    ) async -> Attempt {
        do throws(SignInStop) {
            // The gateway that ends a session is reached through its interface, regardless of the system's routes.
            guard let surroundings = rule.surroundings, !isShown, task.occasion.purpose != .logOff else {
                return Attempt(ending: .success(try await rule.agent.signIn(task.occasion, at: visit)))
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
            var attempt = Attempt()
            do throws(SignInStop) {
                attempt.ending = .success(try await rule.agent.signIn(task.occasion, at: visit))
            } catch {
                attempt.ending = .failure(error)
            }
            attempt.around = await end()
            return attempt
        } catch {
            return Attempt(ending: .failure(error))
        }
    }
}

/// How an attempt ended.
private struct Attempt: Sendable {
    /// What the agent returned, or why it stopped; `nil` if that is not known yet.
    var ending: Result<SignInOutcome, SignInStop>?
    /// Why what was changed around it may still be so.
    var around: Reason?
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
