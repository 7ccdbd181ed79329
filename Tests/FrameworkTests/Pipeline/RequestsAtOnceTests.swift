import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

@Suite struct `The requests of a round` {
    private struct Counts {
        var sent = 0
        var inProgress = 0
        var most = 0
    }

    /// Runs a pipeline of 50 endpoints until its script ends, of which each answers after 10 ms.
    private func counts(
        atOnce: Int,
        seed: UInt64,
        until end: Duration
    ) throws -> (counts: Counts, assessments: [Assessment]) {
        try simulate(seed: seed) { clock in
            let counts = Lock(Counts())
            let recorder = RecordingNotifier()
            let prober = ClosureProber { request in
                counts.withLock { counts in
                    counts.sent += 1
                    counts.inProgress += 1
                    counts.most = max(counts.most, counts.inProgress)
                }
                let ended: Void? = try? await clock.sleep(for: .milliseconds(10))
                counts.withLock { $0.inProgress -= 1 }
                let failure = ProbeFailure(.cancelled)
                let outcome = ended == nil ? .failure(failure) : Result.success(ProbeResponse(status: 204))
                return ProbeExchange(request: request, outcome: outcome)
            }
            let schedule = RoundSchedule(settling: .zero, requestsAtOnce: atOnce)
            try await Pipeline(
                source: ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (end, nil)], clock: clock),
                prober: prober,
                policy: SharePolicy(1),
                schedule: schedule,
                clock: clock
            ) {
                for number in 0..<50 {
                    Endpoint(
                        HTTPURL(stringLiteral: "http://h\(number).example/"),
                        expecting: Unforgeable(StatusCode(204))
                    )
                }
            } notifiers: {
                recorder
            }.run()
            return (counts.withLock { $0 }, recorder.assessments)
        }
    }

    @Test(arguments: [1, 8, 256], 0..<10 as Range<UInt64>)
    func `No more requests are under way at once than the schedule permits, and all are sent`(
        atOnce: Int,
        seed: UInt64
    ) throws {
        expect(RoundSchedule().requestsAtOnce, 256)
        let (counts, recorder) = try counts(atOnce: atOnce, seed: seed, until: .seconds(5))
        #expect(counts.sent == 50 && counts.inProgress == 0)
        expect(counts.most, min(atOnce, 50))
        expect(recorder.map(\.access.name), ["determining", "online"])
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `A round that ends early sends no further request`(seed: UInt64) throws {
        // The interface is lost while the third group of eight is under way.
        let (counts, _) = try counts(atOnce: 8, seed: seed, until: .milliseconds(25))
        #expect(counts.sent == 24 && counts.inProgress == 0)
    }
}
