import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct `A request to look now` {
    /// Returns the times in milliseconds at which rounds begin, with requests to look at the given times.
    private static func rounds(_ requests: [Duration], seed: UInt64?) throws -> [Int] {
        try simulate(seed: seed) { clock in
            let begins = Lock<[Int]>([])
            let pipeline = try Pipeline.simulated(
                source: ScriptedInterfaceSource(
                    [(.zero, InterfaceSnapshot([.wifi])), (.seconds(50), nil)],
                    clock: clock
                ),
                prober: SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)]).prober,
                clock: clock,
                notifier: RecordingNotifier()
            )
            #expect(!pipeline.lookNow(), "nothing runs")
            let observed = pipeline.observing { step in
                for case .begin(.round, epoch: _) in step.effects {
                    begins.withLock { $0.append(Int(step.moment.elapsed / .milliseconds(1))) }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for time in requests {
                    group.addTask {
                        try await clock.sleep(for: time)
                        #expect(pipeline.lookNow())
                    }
                }
                try await observed.run()
                try await group.waitForAll()
            }
            #expect(!pipeline.lookNow(), "the run is over")
            return begins.withLock { $0 }
        }
    }

    @Test(arguments: simulationSeeds(50))
    func `A request to look begins a round at once, and the interval starts again`(seed: UInt64) throws {
        try expect(Self.rounds([], seed: seed), [0, 30_020])
        try expect(Self.rounds([.seconds(10)], seed: seed), [0, 10_000, 40_020])
    }

    @Test(arguments: simulationSeeds(50))
    func `Several requests to look before a round begins lead to one round`(seed: UInt64) throws {
        let requests = [Duration](repeating: .seconds(10), count: 20)
        let rounds = try Self.rounds(requests, seed: seed)
        // Requests that arrive after that round has begun lead to one more round.
        #expect(rounds == [0, 10_000, 40_020] || rounds == [0, 10_000, 11_000, 41_020], "\(rounds)")
    }

    @Test(arguments: simulationSeeds(50))
    func `Requests to look during a round lead to one more round, however many there are`(seed: UInt64) throws {
        let requests = [5, 10, 10, 15].map(Duration.milliseconds)
        try expect(Self.rounds(requests, seed: seed), [0, 20, 30_040])
    }

    @Test(arguments: simulationSeeds(50))
    func `Requests to look lead to one round per second at most, and the last one is never lost`(seed: UInt64) throws {
        let requests = (0..<2000).map { Duration.milliseconds(10_000 + 5 * $0) }
        let rounds = try Self.rounds(requests, seed: seed)
        expect(rounds, [0] + stride(from: 10_000, through: 20_000, by: 1000), "\(rounds)")
    }
}
