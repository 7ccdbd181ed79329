import ConnectivityCore
import ConnectivityFixtures
import Testing

@Suite struct ReplayProberTests {
    private static let url: HTTPURL = "http://probe.example/"

    /// A clock on which every sleep ends at once, at its deadline.
    private struct InstantClock: Clock {
        var now: ContinuousClock.Instant { ContinuousClock.now }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            try Task.checkCancellation()
        }
    }

    private func prober(
        _ outcome: Result<ProbeResponse, ProbeFailure>...,
        after delay: Duration = .zero
    ) -> ReplayProber<InstantClock> {
        ReplayProber(outcome.map { .init(Self.url, $0, after: delay) }, clock: InstantClock())
    }

    @Test func `Answers come in order and the last one repeats`() async {
        let prober = prober(
            .success(ProbeResponse(status: 302)),
            .failure(ProbeFailure(.connectionReset)),
            .success(ProbeResponse(status: 204))
        )
        var outcomes: [Result<ProbeResponse, ProbeFailure>] = []
        for _ in 0..<4 { outcomes.append(await prober.probe(ProbeRequest(Self.url)).outcome) }
        #expect(
            outcomes == [
                .success(ProbeResponse(status: 302)), .failure(ProbeFailure(.connectionReset)),
                .success(ProbeResponse(status: 204)), .success(ProbeResponse(status: 204)),
            ]
        )
    }

    @Test func `A URL without answers is not recorded`() async {
        let request = ProbeRequest("http://other.example/")
        let exchange = await prober(.success(ProbeResponse(status: 204))).probe(request)
        #expect(exchange == ProbeExchange(request: request, outcome: .failure(ProbeFailure(.notRecorded))))
    }

    @Test func `An answer takes its recorded time`() async {
        let prober = prober(.success(ProbeResponse(status: 204)), after: .seconds(3))
        let exchange = await prober.probe(ProbeRequest(Self.url))
        #expect(exchange.timings.total == .seconds(3))
        #expect(exchange.response?.status == 204)
    }

    @Test(arguments: [
        (ProbeLimits(total: .seconds(2)), Duration.seconds(2)),
        (ProbeLimits(total: .seconds(60), response: .seconds(1)), .seconds(1)),
    ])
    func `An answer beyond the limit is a time-out at the limit`(limits: ProbeLimits, time: Duration) async {
        let prober = prober(.success(ProbeResponse(status: 204)), after: .seconds(3))
        let exchange = await prober.probe(ProbeRequest(Self.url, limits: limits))
        #expect(exchange.outcome == .failure(ProbeFailure(.timedOut(.response))))
        #expect(exchange.timings.total == time)
    }

    @Test func `A body is cut at the limit of the request`() async {
        let prober = prober(.success(ProbeResponse(status: 200, body: [1, 2, 3])))
        let request = ProbeRequest(Self.url, limits: ProbeLimits(bodyByteCountMax: 2))
        let response = await prober.probe(request).response
        #expect(response == ProbeResponse(status: 200, body: [1, 2], completeness: .cutAtLimit))
    }

    @Test func `A HEAD request gets no body`() async {
        let prober = prober(.success(ProbeResponse(status: 200, body: [1, 2, 3])))
        #expect(await prober.probe(ProbeRequest(Self.url, method: .head)).response == ProbeResponse(status: 200))
    }

    @Test func `A cancelled probe ends at once and takes no answer`() async {
        let prober = ReplayProber(
            [.init(Self.url, .success(ProbeResponse(status: 204)))],
            clock: ContinuousClock()
        )
        let exchange = await withTaskGroup(of: ProbeExchange.self) { group in
            group.cancelAll()
            group.addTask { await prober.probe(ProbeRequest(Self.url)) }
            return await group.next()
        }
        #expect(exchange?.outcome == .failure(ProbeFailure(.cancelled)))
    }

    @Test func `Cancelling ends a delay at once`() async {
        let limits = ProbeLimits(total: .seconds(7200))
        let prober = ReplayProber(
            [.init(Self.url, .success(ProbeResponse(status: 204)), after: .seconds(3600))],
            clock: ContinuousClock()
        )
        let exchange = await withTaskGroup(of: ProbeExchange.self) { group in
            group.addTask { await prober.probe(ProbeRequest(Self.url, limits: limits)) }
            await Task.yield()
            group.cancelAll()
            return await group.next()
        }
        #expect(exchange?.outcome == .failure(ProbeFailure(.cancelled)))
    }
}
