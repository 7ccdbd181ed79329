import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `A faulty prober` {
    private static let url: HTTPURL = "http://probe.example/204"
    private static let answers: [HTTPURL: ProbeResponse] = [url: ProbeResponse(status: 204)]

    /// Returns the exchanges of a hundred consecutive probes, 20 seconds apart.
    private static func outcomes(_ faults: Faults, seed: UInt64 = 1) throws -> [ProbeExchange] {
        try simulate { clock in
            let prober = FaultyProber(answers: answers, faults: faults, seed: seed, clock: clock)
            var exchanges: [ProbeExchange] = []
            for number in 0..<100 {
                try await clock.sleep(for: .seconds(number * 20) - clock.now.offset)
                exchanges.append(await prober.probe(ProbeRequest(url)))
            }
            return exchanges
        }
    }

    private static func kinds(_ exchanges: [ProbeExchange]) -> [String: Int] {
        exchanges.reduce(into: [:]) { counts, exchange in
            switch exchange.outcome {
            case .success(let answer): counts["\(answer.response?.status ?? 0)", default: 0] += 1
            case .failure(let failure): counts[failure.kind.name, default: 0] += 1
            }
        }
    }

    @Test func `A faulty prober without faults gives the true answers`() throws {
        expect(Self.kinds(try Self.outcomes(Faults())), ["204": 100])
    }

    @Test func `A faulty prober always injects a fault whose share is one`() throws {
        expect(Self.kinds(try Self.outcomes(Faults(drops: 1))), ["timed-out.response": 100])
        expect(Self.kinds(try Self.outcomes(Faults(failures: 1, kinds: [.unreachable]))), ["unreachable": 100])
        let portals = Self.kinds(try Self.outcomes(Faults(portals: 1)))
        #expect(Set(portals.keys) == ["200", "302", "511"] && portals.values.reduce(0, +) == 100)
        let overruns = try Self.outcomes(Faults(overruns: 1))
        #expect(overruns.allSatisfy { $0.timings.total == .seconds(15) })
        let late = try Self.outcomes(Faults(delays: .seconds(1) ... .seconds(4))).map(\.timings.total)
        #expect(late.allSatisfy { (.seconds(1) ... .seconds(4)).contains($0) } && Set(late).count > 50)
    }

    @Test func `A faulty prober injects faults in about the given shares`() throws {
        let counts = Self.kinds(try Self.outcomes(Faults(drops: 0.25, failures: 0.25, kinds: [.unreachable])))
        for name in ["timed-out.response", "unreachable"] { #expect((15...35).contains(counts[name] ?? 0)) }
        #expect((40...60).contains(counts["204"] ?? 0))
    }

    @Test func `A faulty prober forges the genuine answer if the network does not answer`() throws {
        let exchange = try simulate { clock in
            let dead = ClosureProber { .init(request: $0, outcome: .failure(.init(.unreachable))) }
            let prober = FaultyProber(
                dead,
                genuine: Self.answers,
                faults: Faults(forgeries: 1),
                seed: 1,
                clock: clock
            )
            return await prober.probe(ProbeRequest(Self.url))
        }
        try expect(exchange.outcome.get(), .http(ProbeResponse(status: 204)))
    }

    @Test func `A faulty prober gives the true answers after the end of its faults`() throws {
        let counts = Self.kinds(try Self.outcomes(Faults(drops: 1, until: .seconds(1000))))
        expect(counts, ["timed-out.response": 50, "204": 50])
    }

    @Test func `A straggler of a faulty prober answers in spite of cancellation`() throws {
        for (faults, isStopped) in [
            (Faults(stragglers: 1, delays: .seconds(2) ... .seconds(2)), false), (Faults(), true),
        ] {
            let exchange = try simulate { clock in
                let silent = ReplayProber<VirtualClock>(
                    [.init(Self.url, .success(ProbeResponse(status: 204)), after: .seconds(2))],
                    clock: clock
                )
                let prober = FaultyProber(silent, genuine: Self.answers, faults: faults, seed: 1, clock: clock)
                return await withTaskGroup(of: ProbeExchange.self) { group in
                    group.addTask { await prober.probe(ProbeRequest(Self.url)) }
                    try? await clock.sleep(for: .seconds(1))
                    group.cancelAll()
                    return await group.next()
                }
            }
            expect(exchange?.timings.total, (isStopped ? .seconds(1) : .seconds(2)))
            expect(exchange?.response?.status, (isStopped ? nil : 204))
        }
    }

    @Test func `A faulty prober times out at the limit if its delay is longer`() throws {
        let exchanges = try Self.outcomes(Faults(delays: .seconds(8) ... .seconds(9)))
        expect(Self.kinds(exchanges), ["timed-out.response": 100])
        #expect(exchanges.allSatisfy { $0.timings.total == .seconds(5) })
    }

    @Test func `A faulty prober gives the same faults for the same seed, endpoint and time in any task order`() throws {
        let faults = Faults(
            drops: 0.2,
            failures: 0.2,
            portals: 0.2,
            forgeries: 0.1,
            delays: .zero ... .milliseconds(900)
        )
        let urls = (0..<20).map { HTTPURL(stringLiteral: "http://\($0).example/") }
        func run(order: UInt64?, faults seed: UInt64) throws -> [ProbeExchange] {
            try simulate(seed: order) { clock in
                let answers = Dictionary(uniqueKeysWithValues: urls.map { ($0, ProbeResponse(status: 204)) })
                let prober = FaultyProber(answers: answers, faults: faults, seed: seed, clock: clock)
                return await withTaskGroup(of: ProbeExchange.self) { group in
                    for url in urls { group.addTask { await prober.probe(ProbeRequest(url)) } }
                    let all = await group.reduce(into: []) { $0.append($1) }
                    return all.sorted { $0.request.question.subject < $1.request.question.subject }
                }
            }
        }
        let first = try run(order: nil, faults: 1)
        for order in 0..<50 as Range<UInt64> { try expect(run(order: order, faults: 1), first) }
        #expect(try run(order: nil, faults: 2) != first)
        #expect(Set(first.map(\.outcome)).count > 3)
    }
}
