import ConnectivityCore
import ConnectivityRecords
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct ReplayProberTests {
    private static let url: HTTPURL = "http://probe.example/"

    /// A clock on which every sleep ends at once and moves the time to its deadline.
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

    @Test func `Recorded answers come in order, and the last one repeats`() async {
        let prober = prober(
            .success(ProbeResponse(status: 302)),
            .failure(ProbeFailure(.connectionReset)),
            .success(ProbeResponse(status: 204))
        )
        var outcomes: [Result<Answer, ProbeFailure>] = []
        for _ in 0..<4 { outcomes.append(await prober.probe(ProbeRequest(Self.url)).outcome) }
        expect(
            outcomes,
            [
                .success(.http(ProbeResponse(status: 302))), .failure(ProbeFailure(.connectionReset)),
                .success(.http(ProbeResponse(status: 204))), .success(.http(ProbeResponse(status: 204))),
            ]
        )
    }

    @Test func `A probe of a URL without recorded answers fails as not recorded`() async {
        let request = ProbeRequest("http://other.example/")
        let exchange = await prober(.success(ProbeResponse(status: 204))).probe(request)
        let detail =
            "no answer is recorded for GET http://other.example/; nearest is GET http://probe.example/, another host"
        let failure = ProbeFailure(.notRecorded, detail: detail)
        expect(exchange, ProbeExchange(request: request, outcome: .failure(failure)))
    }

    @Test func `Answers recorded over one address family or interface go only to requests over it`() async {
        func answer(_ status: Int, _ family: IPAddress.Family?, _ interface: String?)
            -> ReplayProber<InstantClock>.Answer
        {
            var answer = ReplayProber<InstantClock>.Answer(Self.url, .success(ProbeResponse(status: status)))
            (answer.family, answer.interface) = (family, interface)
            return answer
        }
        let prober = ReplayProber(
            [
                answer(201, .ipv4, nil), answer(202, .ipv6, nil), answer(203, nil, "a"), answer(204, .ipv6, "a"),
                answer(205, nil, nil),
            ],
            clock: InstantClock()
        )
        let asked: [(IPAddress.Family?, String?, Int)] = [
            (.ipv6, nil, 202), (.ipv4, nil, 201), (nil, nil, 205), (.ipv6, "a", 204), (.ipv4, "a", 203),
            (nil, "a", 203),
            (.ipv4, "b", 201), (nil, "b", 205),
        ]
        for (family, interface, status) in asked {
            let request = ProbeRequest(Self.url, interface: interface, family: family)
            let found = await prober.probe(request).response?.status
            expect(found, status, "\(family.map { "\($0)" } ?? "any family") over \(interface ?? "any interface")")
        }
    }

    /// There is one endpoint per address family, at the same URL.
    ///
    /// The recording has the answers in the opposite order.
    @Test func `The answers of a session go to the requests over their address family`() async throws {
        let families: [IPAddress.Family] = [.ipv4, .ipv6]
        let exchanges = families.reversed().map { family in
            let answer = Result<ProbeResponse, ProbeFailure>.success(ProbeResponse(status: 204))
            return ProbeExchange(
                request: ProbeRequest(Self.url, family: family),
                outcome: family == .ipv4 ? answer : .failure(ProbeFailure(.unreachable)),
                timings: ProbeExchange.Timings(total: .milliseconds(20))
            )
        }
        var interface = NetworkInterface.wifi
        interface.addresses.append(.init("2001:db8::7", prefixLength: 64))
        interface.defaultRoutes.append(.init(family: .ipv6, gateway: nil, metric: 600))
        let session = SessionRecording(
            provenance: .init(source: "a test", recordedAt: Timestamp(sinceEpoch: .zero), tool: "test"),
            events: [
                .init(at: .zero, .interfaces(InterfaceSnapshot([interface]))),
                .init(at: .zero, .round(exchanges.map { .init($0) })),
            ]
        )
        let machine = ConnectivityMachine(
            DecisionRules(
                endpoints: families.map {
                    Endpoint(Self.url, name: $0.rawValue, family: $0, expecting: Unforgeable(StatusCode(204)))
                },
                validators: [],
                policy: QuorumPolicy()
            )
        )
        let replay = SessionReplay(session, by: machine)
        #expect(replay.deviations.isEmpty)
        let last = try #require(replay.assessments.last?.assessment)
        expect(last.access, .partial)
        expect(last.endpoints.map(\.verdict.finding), [.genuine, .failed])

        let prober = ReplayProber(session.answers(on: ContinuousClock.self), clock: ContinuousClock())
        for exchange in exchanges.reversed() {
            await expect(prober.probe(exchange.request).outcome, exchange.outcome)
        }
    }

    @Test func `A recorded answer takes its recorded time`() async {
        let prober = prober(.success(ProbeResponse(status: 204)), after: .seconds(3))
        let exchange = await prober.probe(ProbeRequest(Self.url))
        expect(exchange.timings.total, .seconds(3))
        expect(exchange.response?.status, 204)
    }

    @Test func `A recorded answer beyond the limit is a timeout at the limit`() async {
        let prober = prober(.success(ProbeResponse(status: 204)), after: .seconds(3))
        let exchange = await prober.probe(ProbeRequest(Self.url, limits: ProbeRequest.Limits(total: .seconds(2))))
        expect(exchange.outcome, .failure(ProbeFailure(.timedOut(.response))))
        expect(exchange.timings.total, .seconds(2))
    }

    @Test func `A recorded body is cut at the limit of the request`() async {
        let prober = prober(.success(ProbeResponse(status: 200, body: [1, 2, 3])))
        let request = ProbeRequest(Self.url, limits: ProbeRequest.Limits(maximumBodySize: 2))
        let response = await prober.probe(request).response
        expect(response, ProbeResponse(status: 200, body: [1, 2], completeness: .cutAtLimit))
    }

    @Test func `A replayed answer to HEAD has no body`() async {
        let prober = prober(.success(ProbeResponse(status: 200, body: [1, 2, 3])))
        await expect(prober.probe(ProbeRequest(Self.url, method: .head)).response, ProbeResponse(status: 200))
    }

    @Test func `A cancelled probe ends at once and uses no recorded answer`() async {
        let prober = ReplayProber(
            [.init(Self.url, .success(ProbeResponse(status: 204)))],
            clock: ContinuousClock()
        )
        let exchange = await withTaskGroup(of: ProbeExchange.self) { group in
            group.cancelAll()
            group.addTask { await prober.probe(ProbeRequest(Self.url)) }
            return await group.next()
        }
        expect(exchange?.outcome, .failure(ProbeFailure(.cancelled)))
    }

    @Test func `Cancellation ends the delay of a recorded answer at once`() async {
        let limits = ProbeRequest.Limits(total: .seconds(7200))
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
        expect(exchange?.outcome, .failure(ProbeFailure(.cancelled)))
    }
}
