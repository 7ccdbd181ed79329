import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

private struct Broken: Error, Equatable {}

@Suite struct `Listeners` {
    private static func pipeline(_ clock: VirtualClock, _ updates: AssessmentUpdates) throws -> Pipeline {
        try Pipeline.simulated(
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: SimulatedNetwork(
                clock: clock,
                behaviours: [(.zero, .genuine), (.seconds(10), .portal), (.seconds(20), .genuine)]
            ).prober,
            clock: clock,
            notifier: updates
        )
    }

    @Test(arguments: simulationSeeds(100))
    func `Listeners of a run receive its changes and its end, despite other assessments`(seed: UInt64) throws {
        try simulate(seed: seed) { clock in
            let updates = AssessmentUpdates()
            let pipeline = try Self.pipeline(clock, updates)
            try await withThrowingTaskGroup(of: [String].self) { group in
                group.addTask {
                    var received: [String] = []
                    for await assessment in updates { received.append(assessment.access.name) }
                    return received
                }
                group.addTask {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await pipeline.run() }
                        try await clock.sleep(for: .seconds(12))
                        let between = try await pipeline.assess()
                        expect(between.access.name, "captive", "the run has not looked again")
                        expect(updates.newest?.access, .online)
                        try await clock.sleep(for: .seconds(100))
                        group.cancelAll()
                    }
                    return []
                }
                for try await received in group where !received.isEmpty {
                    // The run checks every 30 seconds and does not see the portal.
                    expect(received, ["determining", "online"])
                }
            }
        }
    }

    @Test(arguments: simulationSeeds(100))
    func `A listener that begins between two runs waits for the next one`(seed: UInt64) throws {
        try simulate(seed: seed) { clock in
            let updates = AssessmentUpdates()
            let pipeline = try Self.pipeline(clock, updates)
            func run() async {
                await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await pipeline.run() }
                    try? await clock.sleep(for: .seconds(1))
                    group.cancelAll()
                }
            }
            for number in 1...3 {
                await withTaskGroup(of: [String].self) { group in
                    group.addTask {
                        var received: [String] = []
                        for await assessment in updates { received.append(assessment.access.name) }
                        return received
                    }
                    try? await clock.sleep(for: .milliseconds(1))
                    #expect(updates.newest == nil && !updates.isOnline && updates.listenerCount == 1)
                    async let running: Void = run()
                    try? await clock.sleep(for: .milliseconds(900))
                    #expect(updates.newest?.access == .online && updates.isOnline)
                    await running
                    await expect(group.next(), ["determining", "online"], "run \(number)")
                }
                #expect(updates.newest == nil && !updates.isOnline)
            }
        }
    }

    /// A source whose observations fail after the given times, except the last one, which ends.
    private final class FailingSource: InterfaceSource {
        private let clock: VirtualClock
        private let lives: [Duration]
        private let count = Lock(0)

        init(_ clock: VirtualClock, lives: [Duration]) { (self.clock, self.lives) = (clock, lives) }

        func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            if lives[number] > .zero || number == 0 { report(InterfaceSnapshot(number < 3 ? [.wifi] : [.ethernet])) }
            try await clock.sleep(for: lives[number])
            if number < lives.count - 1 { throw Broken() }
        }
    }

    @Test(arguments: simulationSeeds(100))
    func `A source that fails is started again after growing pauses, and rounds continue meanwhile`(seed: UInt64) throws
    {
        try simulate(seed: seed) { clock in
            let recorder = RecordingNotifier()
            // It works for ten seconds, fails at once nine times, works for two minutes, and ends after a minute.
            let brief = [Duration](repeating: .zero, count: 9)
            let lives = [.seconds(10)] + brief + [.seconds(120), .seconds(60)]
            try await Pipeline(
                source: FailingSource(clock, lives: lives),
                prober: SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)]).prober,
                clock: clock
            ) {
                Endpoint("http://a.example/204", expecting: Unforgeable(StatusCode(204)))
            } notifiers: {
                recorder
            }.run()
            let pauses = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 1].map(Duration.seconds)
            expect(recorder.sourceFailures.map(\.pause), pauses)
            #expect(recorder.sourceFailures.allSatisfy { $0.error is Broken })
            // A round each half minute, also in the five minutes in which the source reported nothing.
            #expect(recorder.rounds.count >= 15, "\(recorder.rounds.count)")
            let announced = recorder.assessments.map { "\($0.access.name) \($0.interface?.name ?? "")" }
            expect(
                announced.filter { !$0.hasPrefix("determining") },
                ["online wlan0", "online eth0"],
                "\(announced)"
            )
            #expect(recorder.ends.count == 1 && recorder.ends[0] == nil)
        }
    }

    @Test func `A source that fails before it has reported anything ends the run with its error`() throws {
        struct Deaf: InterfaceSource {
            func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws { throw Broken() }
        }
        try simulate { clock in
            let recorder = RecordingNotifier()
            await #expect(throws: Broken()) {
                try await Pipeline.simulated(
                    source: Deaf(),
                    prober: SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)]).prober,
                    clock: clock,
                    notifier: recorder
                ).run()
            }
            #expect(clock.now.offset < .seconds(1))
            #expect(recorder.sourceFailures.isEmpty && recorder.ends.first is Broken)
        }
    }
}
