import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `A simulated session` {
    private static let seeds = [nil] + simulationSeeds(200).map(UInt64?.init)

    /// A hotel: silence, a portal, a sign-in, the end of the session, another sign-in, the cable, and no network.
    @Test(arguments: Self.seeds)
    func `A simulated session gives the same assessments in any order of execution`(seed: UInt64?) throws {
        let announced = try assessments(
            seed: seed,
            interfaces: [
                (.zero, InterfaceSnapshot([.wifi])), (.seconds(120), InterfaceSnapshot([.wifi, .ethernet])),
                (.seconds(50), InterfaceSnapshot([])), (.seconds(10), nil),
            ],
            behaviours: [
                (.zero, .silence), (.seconds(12), .portal), (.seconds(40), .genuine), (.seconds(80), .portal),
                (.seconds(100), .genuine),
            ]
        )
        let names = announced.map { "\($0.access.name) \($0.interface?.name ?? "-")" }
        expect(
            names,
            [
                "determining wlan0", "unreachable wlan0", "captive wlan0", "online wlan0", "captive wlan0",
                "online wlan0", "determining eth0", "online eth0", "disconnected -",
            ]
        )
        expect(announced[2].access.portal?.signInURL, "http://login.example/")
    }

    @Test(arguments: Self.seeds)
    func `The probes of a path are cancelled as soon as the path is lost`(seed: UInt64?) throws {
        let cancelled = try simulate(seed: seed) { clock in
            let (moments, ended) = AsyncStream.makeStream(of: Duration.self)
            let source = ScriptedInterfaceSource(
                [(.zero, InterfaceSnapshot([.wifi])), (.seconds(1), InterfaceSnapshot([])), (.seconds(3), nil)],
                clock: clock
            )
            let prober = ClosureProber { request in
                try? await clock.sleep(for: .seconds(5))
                ended.yield(clock.now.offset)
                return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
            }
            let notifier = RecordingNotifier()
            try await Pipeline.simulated(source: source, prober: prober, clock: clock, notifier: notifier).run()
            ended.finish()
            return await moments.reduce(into: []) { $0.append($1) }
        }
        expect(cancelled, [.seconds(1), .seconds(1), .seconds(1)])
    }

    /// Reports two snapshots in immediate succession.
    private struct BurstSource: InterfaceSource {
        func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
            report(InterfaceSnapshot([.wifi]))
            report(InterfaceSnapshot([.ethernet]))
            try await StaticInterfaceSource(InterfaceSnapshot([.ethernet])).observe { _ in }
        }
    }

    @Test(arguments: Self.seeds)
    func `Of snapshots that are reported in a burst, the newest is used`(seed: UInt64?) throws {
        let seen = try simulate(seed: seed) { clock in
            let network = SimulatedNetwork(clock: clock, behaviours: [(.zero, .genuine)])
            let (snapshots, steps) = AsyncStream.makeStream(of: [String].self)
            let pipeline = try Pipeline.simulated(
                source: BurstSource(),
                prober: network.prober,
                clock: clock,
                notifier: RecordingNotifier()
            ).observing { step in
                guard case .interfacesChanged(let snapshot) = step.input else { return }
                steps.yield(snapshot.interfaces.map(\.name))
            }
            _ = try await pipeline.assess()
            steps.finish()
            return await snapshots.reduce(into: []) { $0.append($1) }
        }
        expect(seen, [["eth0"]])
    }

    @Test func `A snapshot that a script repeats is reported only once`() throws {
        let reported = try simulate { clock in
            let steps = [InterfaceSnapshot([.wifi]), InterfaceSnapshot([.wifi]), InterfaceSnapshot([])]
            let source = ScriptedInterfaceSource(steps.map { (.seconds(1), $0) }, clock: clock)
            let (snapshots, reports) = AsyncStream.makeStream(of: [String].self)
            try await source.observe { reports.yield($0.interfaces.map(\.name)) }
            reports.finish()
            return await snapshots.reduce(into: []) { $0.append($1) }
        }
        expect(reported, [["wlan0"], []])
    }
}
