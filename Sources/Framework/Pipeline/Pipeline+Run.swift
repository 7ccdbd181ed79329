public import ConnectivityCore
import ConnectivityToolkit

extension Pipeline {
    /// Runs rounds and judges them until the surrounding task is cancelled or the source ends.
    ///
    /// Each notifier works in its own task within this call, and nothing waits for it. When the source ends, a notifier
    /// has one second for the events in its mailbox. Then, or at once if the run is cancelled, its task is cancelled,
    /// its waiting events are dropped, and it receives the end of the run. One second later the run returns, whatever
    /// its parts do: a call that has not returned is given up, and ``abandonedParts`` names the part. A part that
    /// blocks its thread can delay the end of the run, because nothing can interrupt it.
    ///
    /// A source that fails after its first report is started again after a pause, and notifiers receive
    /// ``ConnectivityCore/PipelineEvent/sourceFailed(_:restartingAfter:)``. Until its next report, rounds continue over
    /// the known interfaces.
    ///
    /// If several runs of one pipeline overlap, the notifiers receive the events of the run that began last.
    ///
    /// - Parameter earlier: The result of an earlier run, such as the ``lastAssessment`` of a pipeline with another
    ///   configuration whose run has just ended. Notifiers receive it with ``ConnectivityCore/PipelineEvent/runBegan(from:)``;
    ///   if the first round concludes the same, that is a confirmation and not a change. `nil` starts without earlier results.
    /// - Throws: The error of a source that fails before its first report; after cancellation, a `CancellationError`. Failures
    ///   of probes are evidence and are never thrown. Before anything runs, a `PipelineSetupError` if the kind of an endpoint
    ///   has no prober, or a simulation runs on a real clock.
    public func run(from earlier: Assessment? = nil) async throws {
        if let replaced = replaced(isOnce: false) { return try await replaced.run(from: earlier) }
        _ = try await drive(untilConclusion: false, from: earlier.flatMap { $0.isJudged ? $0 : nil })
    }

    /// Makes one assessment and returns it.
    ///
    /// The requests that companions send after it, for example to services, are awaited and are part of it. Notifiers receive
    /// the same events as in ``run(from:)``. If a run or another assessment of this pipeline is already in progress, they only
    /// receive the events of that one until it ends. When the assessment is complete, the tasks of notifiers are cancelled;
    /// they have one second for the events that wait, and another for the end. A part that does not return is given up as in
    /// ``run(from:)``.
    ///
    /// - Returns: The first assessment that is based on a round of each path, or on the absence of a usable interface.
    /// - Throws: The error that ended the source before there was an assessment, including a `CancellationError`. Before
    ///   anything runs, a `PipelineSetupError` if the kind of an endpoint has no prober, or a simulation runs on a real clock.
    public func assess() async throws -> Assessment {
        if let replaced = replaced(isOnce: true) { return try await replaced.assess() }
        guard let assessment = try await drive(untilConclusion: true) else { throw CancellationError() }
        return assessment
    }

    /// Makes one assessment, or returns what is known when the time limit expires.
    ///
    /// In all other respects it behaves like ``assess()``.
    ///
    /// - Parameter limit: The time limit, measured on the clock of the pipeline. A round ends within the limits of
    ///   its probes, but a source may be slow to report the first interfaces.
    /// - Returns: The assessment; requests of companions that have no answer at the time limit are cancelled. Before a
    ///   conclusion, an assessment that is not final, never online, with the answers so far; without a decision of the policy
    ///   its access is `determining` and its reason `not-yet-judged`.
    /// - Throws: The same errors as ``assess()``.
    public func assess(within limit: Duration) async throws -> Assessment {
        if let replaced = replaced(isOnce: true) { return try await replaced.assess(within: limit) }
        let start = parts.civilTime()
        return try await drive(untilConclusion: true, within: limit)
            ?? Assessment(access: .determining, reason: .notYetJudged, startedAt: start)
    }

    /// The time that a notifier has after a run until its waiting events are dropped, and then until the run returns.
    private static var grace: Duration { .seconds(1) }

    /// The minimum time between two requested rounds.
    private var lookInterval: Duration { .seconds(1) }

    /// Runs the pipeline, together with the tasks of the notifiers, and gives up parts that do not return.
    private func drive(
        untilConclusion: Bool,
        within limit: Duration? = nil,
        from earlier: Assessment? = nil
    ) async throws -> Assessment? {
        if clock.isReal, SimulatedExecutor.current != nil { throw PipelineSetupError.realClock }
        let local = rules.networks.flatMap(\.asked) + parts.companions.flatMap(\.endpoints)
        try parts.prober.checkKinds(of: rules.endpoints + rules.pool + local)
        let (events, mailbox) = AsyncStream.makeStream(of: PipelineInput.self)
        let hints = HintBox()
        let requests = Runs.Requests(
            look: { mailbox.yield(.lookRequested) },
            signInBegan: { mailbox.yield(.signInBegan) },
            hint: { if hints.store($0) { mailbox.yield(.hinted) } }
        )
        let (id, mailboxes) = runs.begin(notifiers, taking: untilConclusion ? nil : requests)
        let ending = RunEnding(clock: clock)
        @Sendable func giveUp() -> Result<Assessment?, any Error> {
            runs.giveUp(id, mailboxes)
            return ending.result ?? .failure(CancellationError())
        }
        return try await abandonable { abandonment in
            await withTaskGroup(of: RunPart.self) { group in
                for mailbox in mailboxes {
                    let run = NotifierRun(of: runs)
                    group.addTask {
                        await mailbox.work(from: earlier?.withoutObservations, alongside: run, clock: clock) {
                            ending.isLate
                        }
                        return .notifier
                    }
                }
                group.addTask {
                    await watch(
                        id,
                        events,
                        mailbox,
                        hints,
                        for: mailboxes,
                        ending,
                        from: earlier,
                        untilConclusion: untilConclusion
                    )
                    return .watch
                }
                group.addTask {
                    await ending.stop.wait()
                    return .end
                }
                if let limit {
                    group.addTask {
                        if (try? await clock.sleep(for: limit)) != nil { mailbox.yield(.timeOver) }
                        return .limit
                    }
                }
                var (isWatching, busyCount) = (true, mailboxes.count)
                while isWatching || busyCount > 0, let part = await group.next() {
                    switch part {
                    case .watch: isWatching = false
                    case .notifier: busyCount -= 1
                    case .end:
                        ending.dropEvents(after: Self.grace)
                        abandonment.end(after: Self.grace * 2, on: clock, with: giveUp)
                        if untilConclusion {
                            group.cancelAll()
                        } else {
                            group.addTask {
                                try? await clock.sleep(for: Self.grace)
                                return .grace
                            }
                        }
                    case .grace: group.cancelAll()
                    case .limit: break
                    }
                }
                group.cancelAll()
                return ending.result ?? .failure(CancellationError())
            }
        } onCancel: { abandonment in
            ending.dropEvents(after: .zero)
            abandonment.end(after: Self.grace, on: clock, with: giveUp)
        }.get()
    }

    /// Runs the pipeline, then reports its end to the mailboxes before it waits for requests in progress.
    private func watch(
        _ id: Int,
        _ events: AsyncStream<PipelineInput>,
        _ mailbox: AsyncStream<PipelineInput>.Continuation,
        _ hints: HintBox,
        for mailboxes: [Mailbox],
        _ ending: RunEnding,
        from earlier: Assessment?,
        untilConclusion: Bool
    ) async {
        let runEvents = RunEvents(after: earlier)
        let driver = CompanionDriver(parts.companions, rules.scope, after: earlier)
        let state = Running(machine, driver, start: clock.now, runEvents)
        await withDiscardingTaskGroup { group in
            await decide(state, &group, id, events, mailbox, hints, earlier, for: mailboxes, untilConclusion)
            // If the requested assessment is complete, an error only results from our own cancellation of the source.
            var failure = state.conclusion == nil ? state.failure : nil
            if failure == nil, state.conclusion == nil, Task.isCancelled { failure = CancellationError() }
            let reported = Task.isCancelled ? nil : failure
            if reported != nil, let event = state.runEvents.fail(at: parts.civilTime()) {
                runs.record(event, of: id)
                for mailbox in mailboxes { mailbox.post(event) }
            }
            runs.end(id)
            for mailbox in mailboxes { mailbox.close(throwing: reported, isHandedOver: runs.isHandedOver(id)) }
            ending.begin(failure.map { .failure($0) } ?? .success(state.result))
            group.cancelAll()
        }
    }

    /// The state of a run, which one task changes.
    private final class Running {
        var machine: ConnectivityMachine
        var companions: CompanionDriver
        let start: AnyClock.Instant
        var runEvents: RunEvents
        /// Stop the activities of the current epoch.
        var stops: [Stop] = []
        /// Stops the wait for the current reminder.
        var reminder: Stop?
        /// Whether another round is due after the current one, because a look was requested.
        var isLookDue = false
        /// The time of the last handled look.
        var lastLook: AnyClock.Instant?
        var lastHints: AnyClock.Instant?
        /// The assessment that ``assess()`` returns, with the observations of companions, when their requests have ended.
        var conclusion: Assessment?
        var result: Assessment? {
            var result = conclusion
            result?.observations = companions.observations
            return result
        }
        /// Whether the assessment and the requests of companions are complete.
        var hasAll: Bool { conclusion != nil && !companions.isAsking }
        /// The error of the source that ended the run.
        var failure: (any Error)?
        /// The seed until the next round has begun, so that a record of the rounds has every draw; `nil` before it is drawn.
        var seed: UInt32?

        init(
            _ machine: ConnectivityMachine,
            _ companions: CompanionDriver,
            start: AnyClock.Instant,
            _ runEvents: RunEvents
        ) {
            (self.machine, self.companions, self.start, self.runEvents) = (machine, companions, start, runEvents)
        }
    }

    /// Passes every input to the state machine and performs the returned effects; no other function has effects.
    private func decide(
        _ state: Running,
        _ group: inout DiscardingTaskGroup,
        _ id: Int,
        _ events: AsyncStream<PipelineInput>,
        _ mailbox: AsyncStream<PipelineInput>.Continuation,
        _ hints: HintBox,
        _ earlier: Assessment?,
        for mailboxes: [Mailbox],
        _ untilConclusion: Bool
    ) async {
        let newest = NewestSnapshot()
        group.addTask {
            do {
                try await observe(newest, mailbox, isOnce: untilConclusion)
                mailbox.yield(.sourceEnded(nil))
            } catch {
                mailbox.yield(.sourceEnded(error))
            }
        }
        if !untilConclusion, let traffic = parts.traffic {
            group.addTask { await observe(traffic, hints, mailbox) }
        }
        func tell(_ event: PipelineEvent, isRestated: Bool = false) {
            runs.record(event, of: id)
            for mailbox in mailboxes { mailbox.post(event, isRestated: isRestated) }
        }
        func tellReports(at moment: ConnectivityMachine.Moment, isRestated: Bool = false) {
            for observation in state.companions.takeReports() {
                parts.observer?(
                    .init(.observed(observation), at: moment, effects: [], assessment: state.machine.assessment)
                )
                tell(.observed(observation), isRestated: isRestated)
            }
        }
        func inform(_ input: CompanionInput, of place: Int? = nil, isTold: Bool = true) {
            guard !parts.companions.isEmpty else { return }
            let elapsed = state.start.duration(to: clock.now)
            let moment = ConnectivityMachine.Moment(elapsed: elapsed, wall: parts.civilTime(), seed: parts.draw())
            let interface = state.machine.assessment?.interface?.name
            let wishes = state.companions.handle(input, of: place, at: moment)
            carryOut(wishes, &group, &state.companions, mailbox, over: interface, at: elapsed)
            if isTold { tellReports(at: moment) }
        }
        let context = CompanionContext(
            rules: rules,
            schedule: machine.schedule,
            limits: machine.limits,
            isSingle: untilConclusion,
            earlier: earlier
        )
        inform(.began(context), isTold: false)
        tellReports(at: ConnectivityMachine.Moment(elapsed: .zero, wall: parts.civilTime()), isRestated: true)
        for await event in events {
            let input: ConnectivityMachine.Input
            switch event {
            case .signInBegan:
                inform(.signInBegan)
                continue
            case .companion(let place, let news):
                inform(news, of: place)
                if state.hasAll { return }
                continue
            case .timeOver:
                guard state.conclusion != nil else {
                    let elapsed = state.start.duration(to: clock.now)
                    state.conclusion = state.machine.unfinished(at: .init(elapsed: elapsed, wall: parts.civilTime()))
                    return
                }
                state.companions.stopAsking()
                continue
            // Only companions are awaited.
            case _ where state.conclusion != nil: continue
            case .interfacesChanged: input = .interfacesChanged(newest.take())
            case .other(let other): input = other
            case .sourceEnded(let error):
                state.failure = error
                return
            case .sourceFailed(let error, let pause):
                for mailbox in mailboxes { mailbox.post(.sourceFailed(error, restartingAfter: pause)) }
                continue
            case .lookRequested:
                if state.isLookDue {
                    runs.recordLook(id)
                    continue
                }
                // Until this request is recorded as handled, further requests are merged with it.
                if let next = state.lastLook?.advanced(by: lookInterval), clock.now < next {
                    group.addTask {
                        guard (try? await clock.sleep(until: next, tolerance: nil)) != nil else { return }
                        mailbox.yield(.lookRequested)
                    }
                    continue
                }
                state.lastLook = clock.now
                runs.recordLook(id)
                guard state.runEvents.activity.endsForLook(&state.isLookDue) else { continue }
                input = .waitEnded(epoch: state.machine.epoch)
            case .hinted:
                if let next = state.lastHints?.advanced(by: lookInterval), clock.now < next {
                    group.addTask {
                        guard (try? await clock.sleep(until: next, tolerance: nil)) != nil else { return }
                        mailbox.yield(.hinted)
                    }
                    continue
                }
                state.lastHints = clock.now
                for hint in hints.take(at: state.start.duration(to: clock.now)) { inform(.hinted(hint)) }
                continue
            }
            let wall = parts.civilTime()
            let seed = state.machine.isRandom ? state.seed ?? parts.draw() : 0
            state.seed = seed
            let elapsed = state.start.duration(to: clock.now)
            let moment = ConnectivityMachine.Moment(elapsed: elapsed, wall: wall, seed: seed)
            let effects = state.machine.handle(input, at: moment)
            let assessment = state.machine.assessment
            let step = ConnectivityMachine.Step(input, at: moment, effects: effects, assessment: assessment)
            parts.observer?(step)
            let told = state.runEvents.process(step, report: state.machine.report)
            for case .roundEnded(let assessment) in told { inform(.roundEnded(assessment), isTold: false) }
            for event in told { tell(event.joined(by: state.companions.newest)) }
            tellReports(at: moment)
            for event in told {
                switch event {
                case .assessmentChanged(let assessment): inform(.assessed(assessment, isChange: true))
                case .assessmentConfirmed(let assessment): inform(.assessed(assessment, isChange: false))
                default: break
                }
            }
            for effect in effects {
                switch effect {
                case .publish, .discardRound:
                    break
                case .begin(let activity, let epoch):
                    for stop in state.stops { stop.finish() }
                    let stop = Stop()
                    (state.stops, state.reminder) = ([stop], nil)
                    let (requests, wait) = (activity.requests, activity.wait.map { parts.wait?($0, elapsed) ?? $0 })
                    group.addTask { await perform(requests, wait, epoch: epoch, mailbox: mailbox, until: stop) }
                    switch activity {
                    case .round:
                        (state.isLookDue, state.seed) = (false, nil)
                        inform(.roundBegan)
                    case .rest where state.isLookDue: mailbox.yield(.other(.waitEnded(epoch: epoch)))
                    case .idle, .settle, .grace, .rest: break
                    }
                case .remind(let planned, let epoch):
                    let delay = parts.wait?(planned, elapsed) ?? planned
                    state.reminder?.finish()
                    let stop = Stop()
                    (state.stops, state.reminder) = (state.stops + [stop], stop)
                    group.addTask { await perform([], delay, epoch: epoch, mailbox: mailbox, until: stop) }
                case .ask(let requests, from: let first, let epoch):
                    let stop = Stop()
                    state.stops.append(stop)
                    group.addTask {
                        await perform(requests, nil, from: first, epoch: epoch, mailbox: mailbox, until: stop)
                    }
                }
            }
            if untilConclusion, let assessment, assessment.isConclusion {
                state.conclusion = assessment
                if state.hasAll { return }
            }
        }
    }
}
