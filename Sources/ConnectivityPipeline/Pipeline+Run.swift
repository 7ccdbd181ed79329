public import ConnectivityCore
import ConnectivitySupport

extension Pipeline {
    /// Watches and judges until the surrounding task is cancelled or the source ends.
    ///
    /// Notifiers are called on this task, one after the other, and learn at the end that no change will follow.
    ///
    /// - Throws: The error that ended the source; after cancellation that is a `CancellationError`. What probes meet is
    ///   evidence and never thrown.
    public func run() async throws {
        _ = try await drive(untilConclusion: false)
    }

    /// Makes one assessment and ends.
    ///
    /// Notifiers are told as in ``run()``.
    ///
    /// - Returns: The first assessment that rests on a round of each path, or on there being no usable interface.
    /// - Throws: The error that ended the source before there was one, a `CancellationError` included.
    public func assess() async throws -> Assessment {
        guard let assessment = try await drive(untilConclusion: true) else { throw CancellationError() }
        return assessment
    }

    /// The only place with effects: hands every input to the machine and carries out what it answers.
    private func drive(untilConclusion: Bool) async throws -> Assessment? {
        var machine = machine
        var stops: [Stop] = []
        var conclusion: Assessment?
        let start = clock.now
        let (events, mailbox) = AsyncStream.makeStream(of: Event.self)
        let newest = NewestSnapshot()
        defer { for notifier in notifiers { notifier.finish() } }

        do {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask {
                    defer { mailbox.finish() }
                    try await source.observe { if newest.put($0) { mailbox.yield(.interfacesChanged) } }
                }
                for await event in events {
                    let moment = ConnectivityMachine.Moment(elapsed: start.duration(to: clock.now), wall: civilTime())
                    let input = event.input(newest)
                    let effects = machine.handle(input, at: moment)
                    observer?(.init(input, at: moment, effects: effects, assessment: machine.assessment))
                    for effect in effects {
                        switch effect {
                        case .publish(let assessment):
                            for notifier in notifiers { await notifier.notify(assessment) }
                        case .begin(let activity, let epoch):
                            for stop in stops { stop.finish() }
                            let stop = Stop()
                            stops = [stop]
                            group.addTask { await perform(activity, epoch: epoch, mailbox: mailbox, until: stop) }
                        case .remind(let delay, let epoch):
                            let stop = Stop()
                            stops.append(stop)
                            group.addTask { await perform(.rest(delay), epoch: epoch, mailbox: mailbox, until: stop) }
                        }
                    }
                    if untilConclusion, let assessment = machine.assessment, assessment.isConclusion {
                        conclusion = assessment
                        break
                    }
                }
                group.cancelAll()
            }
        } catch {
            // With the one assessment that was asked for in hand, the source was cancelled by us.
            guard conclusion != nil else { throw error }
        }
        return conclusion
    }

    /// Carries out one activity until it is stopped.
    ///
    /// Its tasks end with it: whatever still runs when the next activity begins is cancelled.
    private func perform(
        _ activity: ConnectivityMachine.Activity,
        epoch: Int,
        mailbox: AsyncStream<Event>.Continuation,
        until stop: Stop
    ) async {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await stop.wait()
                return true
            }
            for (index, request) in activity.requests.enumerated() {
                group.addTask {
                    let exchange = await prober.probe(request)
                    mailbox.yield(.other(.probeEnded(index: index, epoch: epoch, exchange: exchange)))
                    return false
                }
            }
            if let wait = activity.wait {
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

/// What the mailbox holds: snapshots lie beside it, so that a burst of them leaves the newest only.
private enum Event: Sendable {
    case interfacesChanged
    case other(ConnectivityMachine.Input)

    func input(_ newest: NewestSnapshot) -> ConnectivityMachine.Input {
        switch self {
        case .interfacesChanged: .interfacesChanged(newest.take())
        case .other(let input): input
        }
    }
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
    fileprivate var isConclusion: Bool { reason != .notYetJudged && !paths.contains { $0.reason == .notYetJudged } }
}
