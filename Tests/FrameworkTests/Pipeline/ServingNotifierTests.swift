import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct `Notifiers that serve` {
    /// Writes down what happens to it, with the virtual time.
    private final class Server: Notifier {
        struct Failure: Error {}

        let log = Lock<[String]>([])
        private let clock: VirtualClock
        private let start: VirtualClock.Instant
        private let failureCount: Int
        private let serveCount = Lock(0)

        init(_ clock: VirtualClock, failureCount: Int = 0) {
            (self.clock, self.failureCount, start) = (clock, failureCount, clock.now)
        }

        private func record(_ text: String) {
            let time = start.duration(to: clock.now)
            log.withLock { $0.append("\(time): \(text)") }
        }

        func handle(_ event: PipelineEvent) async throws {
            switch event {
            case .assessmentChanged(let assessment): record(assessment.access.name)
            case .runEnded: record("ended")
            default: break
            }
        }

        func serve(_ run: NotifierRun) async throws {
            let number = serveCount.withLock { count in
                count += 1
                return count
            }
            record("serves")
            if number <= failureCount { throw Failure() }
            try? await clock.sleep(for: .seconds(1000))
            record(Task.isCancelled ? "cancelled, \(run.statistics.map(\.name))" : "late")
        }
    }

    private func pipeline(_ clock: VirtualClock, _ notifier: some Notifier, length: Duration) -> Pipeline {
        Pipeline(
            source: ScriptedInterfaceSource(
                [(after: .zero, snapshot: InterfaceSnapshot([.wifi])), (after: length, snapshot: nil)],
                clock: clock
            ),
            prober: ClosureProber { ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204))) },
            schedule: RoundSchedule(settling: .zero),
            clock: clock
        ) {
            Endpoint("http://a.example/", expecting: Unforgeable(StatusCode(204)))
        } notifiers: {
            notifier
        }
    }

    @Test func `A notifier serves from the beginning of a run until after its end`() throws {
        try simulate { clock in
            let server = Server(clock)
            try await pipeline(clock, server, length: .seconds(5)).run()
            let log = server.log.withLock { $0 }
            #expect(log.contains("0.0 seconds: serves"))
            expect(log.suffix(2), ["5.0 seconds: ended", #"5.0 seconds: cancelled, ["Server"]"#], "\(log)")
            expect(log.count { $0.hasSuffix("serves") }, 1)
        }
    }

    @Test func `A notifier that fails to serve is asked again after pauses that double, and each failure is counted`()
        throws
    {
        try simulate { clock in
            let server = Server(clock, failureCount: 8)
            let pipeline = pipeline(clock, server, length: .seconds(400))
            try await pipeline.run()
            let times = server.log.withLock { $0 }.filter { $0.hasSuffix("serves") }.compactMap {
                Double($0.prefix { $0 != " " })
            }
            expect(times, [0, 1, 3, 7, 15, 31, 63, 123, 183])
            expect(pipeline.notifierStatistics.first?.failed, 8)
        }
    }

    @Test func `The statistics of a run do not keep its pipeline alive`() throws {
        final class Probe: Notifier {
            let run = Lock<NotifierRun?>(nil)
            func handle(_ event: PipelineEvent) {}
            func serve(_ run: NotifierRun) async throws { self.run.withLock { $0 = run } }
        }
        try simulate { clock in
            weak var gone: Probe?
            var kept: NotifierRun?
            do {
                let probe = Probe()
                gone = probe
                try await pipeline(clock, probe, length: .seconds(1)).run()
                kept = probe.run.withLock { $0 }
                #expect(kept?.statistics.isEmpty == true || gone != nil)
            }
            #expect(gone == nil)
            expect(kept?.statistics, [])
        }
    }

    @Test func `A notifier can ask for a round while it serves`() throws {
        final class Asker: Notifier {
            let count = Lock(0)
            let clock: VirtualClock
            init(_ clock: VirtualClock) { self.clock = clock }
            func handle(_ event: PipelineEvent) {
                if case .roundEnded = event { count.withLock { $0 += 1 } }
            }
            func serve(_ run: NotifierRun) async throws {
                for _ in 0..<3 {
                    try await clock.sleep(for: .seconds(1))
                    run.lookNow()
                }
            }
        }
        try simulate { clock in
            let asker = Asker(clock)
            try await pipeline(clock, asker, length: .seconds(5)).run()
            expect(asker.count.withLock { $0 }, 4)
        }
    }
}
