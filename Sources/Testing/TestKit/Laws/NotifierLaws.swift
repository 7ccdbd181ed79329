public import ConnectivityCore
import ConnectivityPipeline

/// The laws that every notifier must keep, and the laws that a pipeline keeps towards it.
public enum NotifierLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// Cancellation ends a call to the notifier at once.
        case cancellation = "cancellation ends a call immediately"
        /// The output of the notifier has the changes in order, each at most once, and always the newest.
        case order = "changes are delivered in order, each at most once, and the newest one always"
        /// The end of a run may arrive before any change, and it may arrive twice. Another run may follow.
        case runs = "another run can follow the end of a run"
        /// A long call waits without blocking its thread, so that other notifiers receive their events in time.
        case independence = "a slow notifier does not delay other notifiers"
        /// A notifier of a pipeline receives one event at a time, in order.
        case sequence = "events arrive one at a time and in order"
        /// The end of the run is the last event and arrives once.
        case end = "the end of the run is the last event and arrives exactly once"
        /// Every event is delivered or counted as dropped.
        case counting = "every dropped event is counted"
    }

    /// Checks a notifier in three runs and in a pipeline.
    ///
    /// The runs are an empty one, one with a hundred changes, and one that is cancelled. In the pipeline, another
    /// notifier hangs. The notifier also serves: for 50 milliseconds, in a cancelled task, and in the pipeline.
    ///
    /// An error that the notifier throws is not a violation. A call that has not returned after half a minute and four
    /// times the slack breaks the law that is being checked; a call that blocks its thread delays the check as well.
    ///
    /// - Parameters:
    ///   - notifier: The notifier to check.
    ///   - clock: The clock that measures and waits; the waits take two seconds in total.
    ///   - slack: The permitted delay of an event without obstacles; zero on virtual time.
    ///   - output: Returns the changes in the output of the notifier so far, the newest last; `nil` if the output cannot
    ///     be observed.
    /// - Throws: The first ``LawViolation`` that is found.
    public static func check<C: Clock>(
        _ notifier: some Notifier,
        clock: C = ContinuousClock(),
        slack: Duration = .seconds(2),
        output: (@Sendable () async -> [Assessment])? = nil
    ) async throws where C.Duration == Duration {
        let limit = patience + slack * 4
        try await checkRuns(of: notifier, output) { law, call in
            try await within(limit, on: clock, or: law, call)
        }
        try await within(limit, on: clock, or: Law.cancellation) {
            try await checkCancellation(of: notifier, clock: clock, slack: slack)
            for time in [Duration.milliseconds(50), .zero] {
                try await checkServing(notifier, for: time, clock: clock, slack: slack)
            }
        }
        try await within(limit, on: clock, or: Law.end) {
            try await checkDelivery(to: notifier, clock: clock, slack: slack)
        }
    }

    /// The time after which a call that has not returned is abandoned.
    private static let patience = Duration.seconds(30)

    /// Calls a notifier as two runs without separate tasks would, and compares its output.
    private static func checkRuns(
        of notifier: some Notifier,
        _ output: (@Sendable () async -> [Assessment])?,
        _ call: (Law, @escaping @Sendable () async throws -> Void) async throws -> Void
    ) async throws {
        var reported: [Assessment] = []
        func send(_ event: PipelineEvent, _ law: Law) async throws {
            try await call(law) { try? await notifier.handle(event) }
        }
        func change(to assessment: Assessment, _ law: Law) async throws {
            reported.append(assessment)
            try await send(.assessmentChanged(assessment), law)
            guard let seen = await output?() else { return }
            if seen.last != assessment {
                throw violation(law, "the newest is \(seen.last.map(\.description) ?? "missing")", assessment)
            }
            var rest = reported[...]
            for assessment in seen {
                guard let index = rest.firstIndex(of: assessment) else { throw violation(law, "not next", assessment) }
                rest = rest[(index + 1)...]
            }
        }
        try await send(.runEnded(throwing: nil), .runs)
        try await send(.runBegan(from: nil), .runs)
        for assessment in changes {
            try await change(to: assessment, .order)
            for report in assessment.endpoints { try await send(.probeEnded(report), .order) }
            try await send(.roundEnded(assessment), .order)
        }
        for event in otherEvents { try await send(event, .order) }
        try await send(.runHandedOver, .runs)
        try await send(.runEnded(throwing: HostileError()), .runs)
        try await send(.runEnded(throwing: nil), .runs)
        try await change(to: changes[0], .runs)
    }

    /// Calls a notifier in a cancelled task.
    private static func checkCancellation<C: Clock>(
        of notifier: some Notifier,
        clock: C,
        slack: Duration
    ) async throws where C.Duration == Duration {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                let start = clock.now
                try? await notifier.handle(.assessmentChanged(changes[1]))
                try? await notifier.handle(.assessmentConfirmed(changes[1]))
                for event in otherEvents { try? await notifier.handle(event) }
                try? await notifier.handle(.runHandedOver)
                try? await notifier.handle(.runEnded(throwing: nil))
                let elapsed = start.duration(to: clock.now)
                if elapsed > slack { throw violation(.cancellation, "a call took \(elapsed)", changes[1]) }
            }
            try await group.waitForAll()
        }
    }

    /// Lets a notifier serve for a time, then cancels it.
    private static func checkServing<C: Clock>(
        _ notifier: some Notifier,
        for time: Duration,
        clock: C,
        slack: Duration
    ) async throws where C.Duration == Duration {
        try await withThrowingTaskGroup(of: Void.self) { group in
            if time == .zero { group.cancelAll() }
            group.addTask { try? await notifier.serve(NotifierRun()) }
            if time > .zero { try await clock.sleep(for: time) }
            group.cancelAll()
            let start = clock.now
            try await group.waitForAll()
            let elapsed = start.duration(to: clock.now)
            if elapsed > slack { throw violation(.cancellation, "serving ended after \(elapsed)", changes[1]) }
        }
    }

    /// Runs a pipeline with three notifiers: one that hangs, the one under test, and one that returns immediately.
    private static func checkDelivery<C: Clock>(
        to notifier: some Notifier,
        clock: C,
        slack: Duration
    ) async throws where C.Duration == Duration {
        let (prompt, watched, hanging) = (DeliveryLog(clock), DeliveryLog(clock), DeliveryLog(clock))
        let (start, steps) = (Timestamp(sinceEpoch: .zero), ScriptedInterfaceSource(script, clock: clock))
        let begin = clock.now
        var configuration = Pipeline.Configuration(
            steps,
            ClosureProber { ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204))) },
            asking: [.google]
        )
        configuration.schedule = RoundSchedule(settling: .zero, interval: .milliseconds(20))
        configuration.notifiers = [
            LoggedNotifier(base: HangingNotifier(), log: hanging),
            LoggedNotifier(base: notifier, log: watched),
            LoggedNotifier(base: PromptNotifier(), log: prompt),
        ]
        let pipeline = try Pipeline(
            verbatim: configuration,
            clock: clock,
            civilTime: { Timestamp(sinceEpoch: start.sinceEpoch + begin.duration(to: clock.now)) }
        )
        try await pipeline.run()
        let all = prompt.deliveries
        for delivery in all {
            guard let due = delivery.due, delivery.time - due > slack else { continue }
            throw LawViolation(Law.independence.rawValue, shownBy: "\(delivery.kind) came \(delivery.time - due) late")
        }
        for (log, statistics) in zip([hanging, watched, prompt], pipeline.notifierStatistics) {
            try check(log.deliveries, against: all, statistics)
        }
    }

    /// Compares the events of a notifier with those of a notifier that returns immediately.
    package static func check(
        _ deliveries: [Delivery],
        against all: [Delivery],
        _ statistics: NotifierRun.Statistics
    ) throws(LawViolation) {
        let ends = deliveries.count { $0.kind == .ended }
        guard ends == 1, deliveries.last?.kind == .ended else {
            throw LawViolation(
                Law.end.rawValue,
                shownBy: "\(ends) ends, the last event is \(deliveries.last?.kind, default: "none")"
            )
        }
        var rest = all[...]
        for delivery in deliveries {
            guard !delivery.overlaps, let index = rest.firstIndex(where: { $0.isSameEvent(as: delivery) }) else {
                let fault = delivery.overlaps ? "overlaps the one before" : "is out of order"
                throw LawViolation(Law.sequence.rawValue, shownBy: "\(delivery.kind) after \(delivery.time) \(fault)")
            }
            rest = rest[(index + 1)...]
        }
        let count = deliveries.count - ends
        guard statistics.delivered == count, statistics.waiting == 0,
            statistics.received == statistics.delivered + statistics.dropped
        else { throw LawViolation(Law.counting.rawValue, shownBy: "\(count) came; \(statistics)") }
    }

    private static let script: [(after: Duration, snapshot: InterfaceSnapshot?)] = [
        (.zero, InterfaceSnapshot([.wifi])), (.milliseconds(50), InterfaceSnapshot([.wifi, .ethernet])),
        (.milliseconds(50), InterfaceSnapshot()), (.milliseconds(20), nil),
    ]

    private struct HostileError: Error, CustomStringConvertible {
        var description: String { "\u{1B}[2J\n" + String(repeating: "\u{202E}", count: 10_000) }
    }

    /// A hundred assessments with hostile text from the network; each differs from the previous one.
    private static let changes: [Assessment] = (0..<100).map { number in
        let portal = CaptivePortal(signInURL: "http://login.example/", kind: .unknown)
        let accesses: [InternetAccess] = [.determining, .captive(portal), .online, .partial, .blocked, .unreachable]
        let interface = NetworkInterface(
            name: number % 2 == 0 ? "eth0" : "\u{1B}[2J\u{0}é",
            index: number,
            kind: .other
        )
        return Assessment(
            access: accesses[number % accesses.count],
            reason: .stated(String(repeating: "\u{202E}\n", count: number)),
            interface: interface,
            snapshot: InterfaceSnapshot([interface]),
            startedAt: Timestamp(sinceEpoch: .seconds(number))
        )
    }

    /// The events that neither belong to an assessment nor begin or end a run.
    private static let otherEvents: [PipelineEvent] = [
        .sourceFailed(HostileError(), restartingAfter: .seconds(1)), .probeEnded(observation.evidence[0]),
        .observed(observation),
    ]

    /// A companion's observation with hostile names.
    private static let observation = CompanionObservation(
        "com.example.\u{1B}[2J",
        of: "\u{1B}[2J\u{0}é\n",
        "\u{202E}\n",
        .warning,
        because: .stated("\u{202E}\n"),
        at: Timestamp(sinceEpoch: .seconds(1)),
        facts: ["\u{1B}[2J": "\u{202E}\n"],
        evidence: [
            EndpointReport(
                name: "\u{1B}[2J\u{0}é\n",
                owner: "\u{202E}",
                exchange: ProbeExchange(
                    request: ProbeRequest("http://service.example/"),
                    outcome: .failure(ProbeFailure(.unreachable))
                ),
                verdict: Verdict(.failed, because: .stated("\u{202E}\n"))
            )
        ]
    )

    private static func violation(_ law: Law, _ detail: String, _ assessment: Assessment) -> LawViolation {
        LawViolation(law.rawValue, shownBy: "\(detail), on \(assessment)")
    }
}
