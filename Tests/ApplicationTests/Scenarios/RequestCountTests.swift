import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Synchronization
import TestSupport
import Testing

/// The numbers of requests in the guide "Who learns what".
@Suite struct `The number of requests` {
    /// Counts the requests of an hour of the default configuration, from its fifth minute on.
    private func requests(
        metered isMetered: Bool? = nil,
        of network: @escaping @Sendable (VirtualClock) -> ClosureProber
    ) throws -> (count: Int, accesses: Set<String>) {
        try simulate { clock in
            let (notifier, prober) = (RecordingNotifier(), network(clock))
            let count = Mutex(0)
            var interface = RandomNetwork(closing: 1, isOpen: true).interface
            interface.isMetered = isMetered
            let (begin, end) = (Duration.seconds(300), Duration.seconds(3_900))
            let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([interface])), (end, nil)], clock: clock)
            let draws = Mutex(SplitMix64(seed: 1))
            var configuration = Pipeline.Configuration()
            configuration.source = source
            configuration.prober = ClosureProber { request in
                if clock.now.offset >= begin { count.withLock { $0 += 1 } }
                return await prober.probe(request)
            }
            configuration.notifiers = [notifier]
            let pipeline = try Pipeline(
                verbatim: configuration,
                clock: clock,
                civilTime: { Timestamp(sinceEpoch: clock.now.offset) },
                draw: { draws.withLock { UInt32(truncatingIfNeeded: $0.next()) } }
            )
            try await pipeline.run()
            return (count.withLock { $0 }, Set(notifier.assessments.map(\.access.name)))
        }
    }

    @Test func `An hour asks no more than the guide says`() throws {
        let guide = URL.package.appending(path: "Sources/Kit/ConnectivityKit.docc/WhoLearnsWhat.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        for row in [
            "| `online` | 30 s | 1000; on metered interfaces 250 |",
            "| `captive` | 3 s, doubled up to 30 s | 1467, up to 2800 more in doubt, and a few more at first |",
            "| anything else | 2 s, doubled up to 30 s | 1467, up to 2800 more in doubt, and a few more at first |",
        ] { #expect(text.contains(row)) }
        let open: @Sendable (VirtualClock) -> ClosureProber = { RandomNetwork(closing: 1, isOpen: true).prober(on: $0) }
        let online = try requests(of: open)
        #expect((500...1000).contains(online.count) && online.accesses == ["determining", "online"], "\(online)")
        let metered = try requests(metered: true, of: open)
        #expect((120...250).contains(metered.count), "\(metered)")
        let dead = try requests { _ in
            ClosureProber { ProbeExchange(request: $0, outcome: .failure(ProbeFailure(.connectionRefused))) }
        }
        #expect((1200...1467).contains(dead.count) && dead.accesses == ["determining", "unreachable"], "\(dead)")
        let captive = try requests { _ in
            ClosureProber { request in
                let portal = ProbeResponse(status: 302, headers: ["Location": "http://portal.example/"])
                return ProbeExchange(
                    request: request,
                    outcome: request.url?.scheme == .http ? .success(portal) : .failure(ProbeFailure(.connectionReset))
                )
            }
        }
        #expect((1200...1467).contains(captive.count) && captive.accesses == ["determining", "captive"], "\(captive)")
    }

    @Test(arguments: 0..<UInt64(LongForm.count(1, orLong: 3)))
    func `An hour in a walled garden asks no more than the guide says`(seed: UInt64) throws {
        let garden = try requests { RandomNetwork(closing: seed, isOpen: false).prober(on: $0) }
        #expect(garden.count <= 1467 + 2800, "\(garden)")
    }

    /// Returns the times of the requests to one endpoint, and of the reports, while the default route changes its interface.
    private func reactions(every pause: Duration, count: Int, isUnplugged: Bool = false) throws
        -> (requests: [Duration], reports: [(at: Duration, access: String)])
    {
        try simulate { clock in
            let (first, second) = (NetworkInterface.ethernet, NetworkInterface.wifi)
            let others = isUnplugged ? [] : [second]
            var steps = (0..<count).map { step in
                (
                    after: step == 0 ? .zero : pause,
                    snapshot: InterfaceSnapshot?(InterfaceSnapshot(step.isMultiple(of: 2) ? [first] : others))
                )
            }
            steps.append((after: .seconds(10), snapshot: nil))
            let reports = Mutex<[(at: Duration, access: String)]>([])
            let requests = Mutex<[Duration]>([])
            var configuration = Pipeline.Configuration()
            configuration.source = ScriptedInterfaceSource(steps, clock: clock)
            configuration.endpoints = [Endpoint("https://a.example/", expecting: StatusCode(204))]
            configuration.prober = ClosureProber { request in
                requests.withLock { $0.append(clock.now.offset) }
                try? await clock.sleep(for: .milliseconds(10))
                return ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
            }
            configuration.notifiers = [
                ClosureNotifier { assessment in
                    reports.withLock { $0.append((clock.now.offset, assessment.access.name)) }
                }
            ]
            let pipeline = try Pipeline(
                verbatim: configuration,
                clock: clock,
                civilTime: { Timestamp(sinceEpoch: clock.now.offset) }
            )
            try await pipeline.run()
            return (requests.withLock(\.self), reports.withLock(\.self))
        }
    }

    @Test(arguments: [1, 20, 60, 200, 1000])
    func `A network that flaps causes at most 20 rounds at once, and then one every five seconds`(pause: Int) throws {
        let guide = URL.package.appending(path: "Sources/Kit/ConnectivityKit.docc/WhoLearnsWhat.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        #expect(text.contains("at most 20 rounds at once, and then one every five seconds"))
        for isUnplugged in [false, true] {
            let (requests, reports) = try reactions(
                every: .milliseconds(pause),
                count: 60_000 / pause,
                isUnplugged: isUnplugged
            )
            // The first and the regular ones are not caused by changes.
            #expect((2...20 + 14 + 3).contains(requests.count), "\(requests.count)")
            #expect(reports.count <= 2 * (20 + 14 + 1), "\(reports.count)")
            let isOnline = !isUnplugged && reports.last?.access == "online"
            #expect(isOnline || reports.last?.access == "disconnected", "\(reports.suffix(3))")
        }
    }

    @Test func `The first flaps of a network delay no report`() throws {
        let (_, reports) = try reactions(every: .seconds(2), count: 11, isUnplugged: true)
        let online = reports.filter { $0.access == "online" }.map(\.at)
        let gone = reports.filter { $0.access == "disconnected" }.map(\.at)
        expect(online, (0..<6).map { .milliseconds(10) + .seconds(4) * $0 })
        expect(gone, (0..<5).map { .seconds(2) + .seconds(4) * $0 })
    }
}
