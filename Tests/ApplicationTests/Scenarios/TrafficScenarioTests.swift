import ConnectivityCompanions
import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import Synchronization
import TestSupport
import Testing

/// Says every five seconds what a function says of the time.
private struct TimedTraffic: TrafficSource {
    let clock: VirtualClock
    let seen: @Sendable (Duration) -> Bool?

    func observe(_ report: @escaping @Sendable (TrafficHint) -> Void) async throws {
        while true {
            if let isAnswered = seen(clock.now.offset) {
                for interface in ["eth0", "wlan0"] { report(.traffic(over: interface, isAnswered: isAnswered)) }
            }
            try await clock.sleep(for: .seconds(5))
        }
    }
}

/// The requests that hints and the kernel's counters save, and the changes that they show, on virtual time.
@Suite struct `Traffic over simulated networks` {
    private struct Outcome {
        var requestCount = 0
        var assessments: [Assessment] = []
    }

    /// Runs a pipeline on the default endpoints, or on its own.
    private static func run(
        for time: Duration,
        over prober: @escaping @Sendable (VirtualClock) -> ClosureProber,
        _ interface: NetworkInterface = RandomNetwork(closing: 1, isOpen: true).interface,
        asking endpoints: [Endpoint] = Endpoint.standard,
        seed: UInt64 = 1,
        seeing seen: (@Sendable (Duration) -> Bool?)? = nil
    ) throws -> Outcome {
        try simulate { clock in
            let (recorder, network) = (RecordingNotifier(), prober(clock))
            let count = Mutex(0)
            var configuration = Pipeline.Configuration(
                ScriptedInterfaceSource([(.zero, InterfaceSnapshot([interface])), (time, nil)], clock: clock),
                ClosureProber { request in
                    count.withLock { $0 += 1 }
                    return await network.probe(request)
                },
                asking: endpoints,
                pool: endpoints.count > 1 ? Endpoint.standardPool : []
            )
            configuration.schedule.isRotating = true
            configuration.notifiers = [recorder]
            configuration.companions = [Traffic()]
            if let seen { configuration.traffic = TimedTraffic(clock: clock, seen: seen) }
            try await Pipeline.simulated(configuration, on: clock, drawing: seed).run()
            return Outcome(requestCount: count.withLock { $0 }, assessments: recorder.assessments)
        }
    }

    @Test(arguments: [true, false])
    func `A day with traffic that flows asks half of what a quiet day asks`(isDefault: Bool) throws {
        let own = [Endpoint("https://status.example.com/ping", owner: "example", expecting: StatusCode(204))]
        let day = Duration.seconds(LongForm.count(7_200, orLong: 86_400))
        func count(_ seen: (@Sendable (Duration) -> Bool?)?) throws -> Int {
            let outcome = try Self.run(
                for: day,
                over: { clock in
                    guard !isDefault else { return RandomNetwork(closing: 1, isOpen: true).prober(on: clock) }
                    return ClosureProber { ProbeExchange(request: $0, outcome: .success(ProbeResponse(status: 204))) }
                },
                asking: isDefault ? Endpoint.standard : own,
                seeing: seen
            )
            expect(outcome.assessments.map(\.access.name).last, "online", "\(outcome.assessments)")
            return outcome.requestCount
        }
        let (quiet, busy) = (try count(nil), try count { _ in true })
        // The first rounds, of which three in a row must be without a failure, ask as usual.
        #expect(busy - 5 <= (quiet - 5) / 2, "\(busy) of \(quiet)")
    }

    @Test func `An outage of a busy device is reported no later than that of a quiet one, and mostly sooner`() throws {
        var (sooner, all) = (0, 0)
        for number in 0..<LongForm.count(6, orLong: 400) {
            let outage = Duration.seconds(600) + .milliseconds(750 * number)
            let network: @Sendable (VirtualClock) -> ClosureProber = { clock in
                let open = RandomNetwork(closing: 1, isOpen: true).prober(on: clock)
                return ClosureProber { request in
                    guard clock.now.offset >= outage else { return await open.probe(request) }
                    try? await clock.sleep(for: request.limits.total)
                    return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.timedOut(.connect))))
                }
            }
            func detectionTime(_ seen: (@Sendable (Duration) -> Bool?)?) throws -> Duration {
                let outcome = try Self.run(for: outage + .seconds(120), over: network, seeing: seen)
                let end = outcome.assessments.first { $0.startedAt.sinceEpoch > .seconds(500) }?.endedAt
                return try #require(end).sinceEpoch - outage
            }
            // The kernel needs three seconds to send twice again, and the source looks every five seconds.
            let busy = try detectionTime { $0 < outage ? true : $0 >= outage + .seconds(3) ? false : nil }
            let quiet = try detectionTime(nil)
            all += 1
            if busy < quiet - .seconds(1) { sooner += 1 }
            #expect(busy <= quiet + .milliseconds(10), "\(number): \(busy) and \(quiet)")
        }
        #expect(sooner * 2 > all, "\(sooner) of \(all)")
    }

    @Test func `A garden that closes behind forged traffic is noticed within two rounds`() throws {
        let rounds = try (0..<LongForm.count(6, orLong: 1_000)).map { number in
            let seed = UInt64(number)
            let (honest, garden) = (
                RandomNetwork(closing: seed, isOpen: true), RandomNetwork(closing: seed, isOpen: false)
            )
            let closing = Duration.seconds(600 + number % 30)
            let outcome = try Self.run(
                for: closing + .seconds(400),
                over: { clock in
                    let (open, closed) = (honest.prober(on: clock), garden.prober(on: clock))
                    return ClosureProber { await (clock.now.offset < closing ? open : closed).probe($0) }
                },
                honest.interface,
                seed: seed,
                seeing: { _ in true }
            )
            let noticed = outcome.assessments.first { ![.determining, .online].contains($0.access) }
            let late = noticed.map { $0.startedAt.sinceEpoch - closing } ?? .seconds(9999)
            return Int(late / .seconds(30)) + 1
        }
        #expect(rounds.count { $0 > 2 } * 100 <= rounds.count, "\(rounds)")
    }

    @Test func `Forged traffic makes no garden online`() throws {
        for seed in 0..<UInt64(LongForm.count(40, orLong: 2_000)) {
            let network = RandomNetwork(seed: seed)
            guard network.kind == .garden else { continue }
            let outcome = try Self.run(
                for: .seconds(200),
                over: network.prober(on:),
                network.interface,
                seed: seed,
                seeing: { Int($0.seconds).isMultiple(of: Int(seed % 7) + 2) ? seed.isMultiple(of: 3) : true }
            )
            let online = outcome.assessments.filter { $0.access == .online }
            #expect(online.isEmpty, "seed \(seed): \(network) is \(online)")
        }
    }
}
