public import ConnectivityCore
import ConnectivitySupport

extension Pipeline {
    /// Watches and judges until the surrounding task is cancelled or the source ends.
    ///
    /// Each notifier works on a task of its own within this call, and nobody waits for it. At the end it has a second for what
    /// waits in its mailbox, then its call is cancelled; if the run itself was cancelled, the call is cancelled at once. What
    /// waits then comes in the cancelled task; what has not come within another second is dropped. If the source fails while
    /// something was known, the last change says that nothing is known any more (`determining`).
    ///
    /// Of several runs of one pipeline, notifiers hear the one that began last.
    ///
    /// - Throws: The error that ended the source; after cancellation that is a `CancellationError`. What probes meet is
    ///   evidence and never thrown. Before anything runs, a `ProberSetupError` if nobody asks the kind of an endpoint.
    public func run() async throws {
        _ = try await drive(untilConclusion: false)
    }

    /// Makes one assessment and ends.
    ///
    /// Notifiers hear the same as in ``run()``, unless a run or another assessment of this pipeline goes on: then they hear
    /// that one, to its end. The assessment does not wait for notifiers: those that are busy when it is there are cancelled.
    ///
    /// - Returns: The first assessment that rests on a round of each path, or on there being no usable interface.
    /// - Throws: The error that ended the source before there was one, a `CancellationError` included. Before anything runs,
    ///   a `ProberSetupError` if nobody asks the kind of an endpoint.
    public func assess() async throws -> Assessment {
        guard let assessment = try await drive(untilConclusion: true) else { throw CancellationError() }
        return assessment
    }

    /// Makes one assessment, or says at a deadline that there is none.
    ///
    /// Otherwise as ``assess()``.
    ///
    /// - Parameter limit: How long it may take, on the clock of the pipeline. A round ends within the limits of its probes,
    ///   but a source may be slow to report the first interfaces.
    /// - Returns: The assessment, or one that is `determining` with the reason `not-yet-judged`.
    /// - Throws: As ``assess()``.
    public func assess(within limit: Duration) async throws -> Assessment {
        let start = civilTime()
        return try await withThrowingTaskGroup(of: Assessment?.self) { group in
            group.addTask { try await assess() }
            group.addTask {
                try await clock.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            let first = try await group.next() ?? nil
            return first ?? Assessment(access: .determining, reason: .notYetJudged, startedAt: start)
        }
    }

    /// How long a notifier has after a run until it is cancelled, and from then on until what waits for it is dropped.
    private static var grace: Duration { .seconds(1) }

    /// Runs, with the tasks of the notifiers around it.
    private func drive(untilConclusion: Bool) async throws -> Assessment? {
        try prober.checkKinds(of: rules.endpoints + rules.pool)
        let (events, mailbox) = AsyncStream.makeStream(of: Event.self)
        var look: (@Sendable () -> Void)?
        if !untilConclusion { look = { mailbox.yield(.lookRequested) } }
        let (id, mailboxes) = runs.begin(notifiers, look: look)
        let deadline = Deadline(clock: clock)
        return try await withTaskGroup(of: Bool.self, returning: Result<Assessment?, any Error>.self) { group in
            for mailbox in mailboxes {
                group.addTask {
                    await mailbox.deliver { deadline.isOver }
                    return true
                }
            }
            let result = await watch(id, events, mailbox, for: mailboxes, untilConclusion: untilConclusion)
            if untilConclusion || Task.isCancelled {
                deadline.begin(Self.grace)
                group.cancelAll()
            } else if !mailboxes.isEmpty {
                deadline.begin(Self.grace * 2)
                group.addTask {
                    try? await clock.sleep(for: Self.grace)
                    return false
                }
            }
            var busyCount = mailboxes.count
            while busyCount > 0, let isDelivery = await group.next() {
                if isDelivery { busyCount -= 1 } else { group.cancelAll() }
            }
            group.cancelAll()
            return result
        }.get()
    }

    /// Runs, and tells the mailboxes how it ended.
    private func watch(
        _ id: Int,
        _ events: AsyncStream<Event>,
        _ mailbox: AsyncStream<Event>.Continuation,
        for mailboxes: [Mailbox],
        untilConclusion: Bool
    ) async -> Result<Assessment?, any Error> {
        var state = Running(machine: machine, start: clock.now)
        defer { runs.end(id) }
        do {
            try await decide(&state, id, events, mailbox, for: mailboxes, untilConclusion: untilConclusion)
        } catch {
            // With the one assessment that was asked for in hand, the source was cancelled by us.
            if state.conclusion == nil {
                let isFailure = !Task.isCancelled
                if isFailure, let event = state.told.fail(at: civilTime()) {
                    for mailbox in mailboxes { mailbox.post(event) }
                }
                for mailbox in mailboxes { mailbox.close(throwing: isFailure ? error : nil) }
                return .failure(error)
            }
        }
        for mailbox in mailboxes { mailbox.close(throwing: nil) }
        return .success(state.conclusion)
    }

    /// What changes while a run goes on.
    private struct Running {
        var machine: ConnectivityMachine
        let start: C.Instant
        var told = RunEvents()
        /// End what began with the epoch.
        var stops: [Stop] = []
        /// Ends the wait for a reminder.
        var reminder: Stop?
        /// Whether a round is due behind the one that goes on, because somebody asked.
        var isLookDue = false
        /// The one assessment that was asked for.
        var conclusion: Assessment?
    }

    /// The only place with effects: hands every input to the machine and carries out what it answers.
    private func decide(
        _ state: inout Running,
        _ id: Int,
        _ events: AsyncStream<Event>,
        _ mailbox: AsyncStream<Event>.Continuation,
        for mailboxes: [Mailbox],
        untilConclusion: Bool
    ) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            let newest = NewestSnapshot()
            group.addTask {
                defer { mailbox.finish() }
                try await source.observe { if newest.put($0) { mailbox.yield(.interfacesChanged) } }
            }
            for await event in events {
                let input: ConnectivityMachine.Input
                switch event {
                case .interfacesChanged: input = .interfacesChanged(newest.take())
                case .other(let other): input = other
                case .lookRequested:
                    runs.noteLook(id)
                    guard state.told.activity.endsForLook(&state.isLookDue) else { continue }
                    input = .waitEnded(epoch: state.machine.epoch)
                }
                let wall = civilTime()
                let moment = ConnectivityMachine.Moment(
                    elapsed: state.start.duration(to: clock.now),
                    wall: wall,
                    seed: state.machine.rules.pool.isEmpty ? 0 : draw()
                )
                let effects = state.machine.handle(input, at: moment)
                let assessment = state.machine.assessment
                let step = ConnectivityMachine.Step(input, at: moment, effects: effects, assessment: assessment)
                observer?(step)
                for event in state.told.take(step, report: state.machine.report) {
                    for mailbox in mailboxes { mailbox.post(event) }
                }
                for effect in effects {
                    switch effect {
                    case .publish:
                        break
                    case .begin(let activity, let epoch):
                        for stop in state.stops { stop.finish() }
                        let stop = Stop()
                        (state.stops, state.reminder) = ([stop], nil)
                        let (requests, wait) = (activity.requests, activity.wait)
                        group.addTask { await perform(requests, wait, epoch: epoch, mailbox: mailbox, until: stop) }
                        switch activity {
                        case .round: state.isLookDue = false
                        case .rest where state.isLookDue: mailbox.yield(.other(.waitEnded(epoch: epoch)))
                        case .idle, .settle, .rest: break
                        }
                    case .remind(let delay, let epoch):
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
                    break
                }
            }
            group.cancelAll()
        }
    }

    /// Sends requests and waits until stopped.
    ///
    /// Its tasks end with it: whatever still runs when the next activity begins is cancelled.
    private func perform(
        _ requests: [ProbeRequest],
        _ wait: Duration?,
        from first: Int = 0,
        epoch: Int,
        mailbox: AsyncStream<Event>.Continuation,
        until stop: Stop
    ) async {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await stop.wait()
                return true
            }
            for (offset, request) in requests.enumerated() {
                group.addTask {
                    let exchange = await exchange(of: request)
                    mailbox.yield(.other(.probeEnded(index: first + offset, epoch: epoch, exchange: exchange)))
                    return false
                }
            }
            if let wait {
                group.addTask {
                    guard (try? await clock.sleep(for: wait)) != nil else { return false }
                    mailbox.yield(.other(.waitEnded(epoch: epoch)))
                    return false
                }
            }
            for await isStopped in group where isStopped { group.cancelAll() }
        }
    }
}

/// What the mailbox of the machine holds: snapshots lie next to it, so that a burst of them leaves the newest only.
private enum Event: Sendable {
    case interfacesChanged
    case lookRequested
    case other(ConnectivityMachine.Input)
}

/// The newest snapshot that the machine has not seen.
private final class NewestSnapshot: Sendable {
    private let snapshot = Mutex<InterfaceSnapshot?>(nil)

    /// Keeps a snapshot in place of an older one.
    /// - Returns: Whether there was none to replace, so that the mailbox needs an event.
    func put(_ new: InterfaceSnapshot) -> Bool {
        snapshot.withLock { held in
            defer { held = new }
            return held == nil
        }
    }

    func take() -> InterfaceSnapshot {
        snapshot.withLock { held in
            defer { held = nil }
            return held ?? InterfaceSnapshot()
        }
    }
}

/// The moment after a run from which what waits for notifiers is dropped.
private final class Deadline<C: Clock>: Sendable where C.Duration == Duration {
    private let clock: C
    private let moment = Mutex<C.Instant?>(nil)

    init(clock: C) { self.clock = clock }

    func begin(_ time: Duration) { moment.withLock { $0 = clock.now.advanced(by: time) } }

    var isOver: Bool { moment.withLock { $0.map { $0 < clock.now } ?? false } }
}

/// Ends one activity, once.
private struct Stop: Sendable {
    private let signal: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (signal, continuation) = AsyncStream.makeStream(of: Never.self) }

    func finish() { continuation.finish() }

    /// Returns when finished, or when the task is cancelled.
    func wait() async { for await _ in signal {} }
}

extension ConnectivityMachine.Activity {
    /// Whether a request to look ends it, so that a round begins; one during a round is due behind it.
    fileprivate func endsForLook(_ isLookDue: inout Bool) -> Bool {
        switch self {
        case .rest: return true
        case .round: isLookDue = true
        case .idle, .settle: break
        }
        return false
    }

    fileprivate var requests: [ProbeRequest] {
        if case .round(let requests, _) = self { requests } else { [] }
    }

    fileprivate var wait: Duration? {
        switch self {
        case .idle: nil
        case .settle(let delay), .rest(let delay): delay
        case .round(_, let limit): limit
        }
    }
}

extension Assessment {
    /// Whether it rests on a round of each path, or on there being nothing to ask.
    fileprivate var isConclusion: Bool {
        isFinal && reason != .notYetJudged && !paths.contains { $0.reason == .notYetJudged }
    }
}
