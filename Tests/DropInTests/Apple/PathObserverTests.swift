import ConnectivityCore
import ConnectivityTestKit
import Synchronization
import TestSupport
import Testing

@testable import ConnectivityApple

/// A monitor that passes on the values of a test.
final class FakeFeed<Value: Sendable>: Sendable {
    private let state = Mutex((receivers: [Int: @Sendable (Value) -> Void](), nextID: 0, first: [Value]()))

    /// - Parameter first: The values that each listener receives at once.
    init(_ first: [Value] = []) { state.withLock { $0.first = first } }

    var listenerCount: Int { state.withLock { $0.receivers.count } }

    func send(_ value: Value) {
        let receivers = state.withLock { Array($0.receivers.values) }
        for receive in receivers { receive(value) }
    }

    /// Passes on values until the task is cancelled.
    func pass(to receive: @Sendable (Value) -> Void) async {
        await withoutActuallyEscaping(receive) { receive in
            let end = feed(receive)
            try? await Task.sleep(for: .seconds(3600))
            end()
        }
    }

    var feed: Feed<Value> {
        { [self] receive in
            let (id, first) = state.withLock { state in
                state.nextID += 1
                state.receivers[state.nextID] = receive
                return (state.nextID, state.first)
            }
            for value in first { receive(value) }
            return { [self] in state.withLock { _ = $0.receivers.removeValue(forKey: id) } }
        }
    }
}

/// An observer of fake paths obeys the laws of interface sources.
@Suite struct PathObserverTests {
    private let empty = PathDescription(status: .unsatisfied)
    private let wifi = PathDescription(
        status: .satisfied,
        links: [PathDescription.Link(name: "en0", index: 4, type: .wifi)],
        families: [.ipv4]
    )
    private let addresses: [String: [NetworkInterface.Address]] = [
        "en0": [NetworkInterface.Address("192.0.2.7", prefixLength: 24)]
    ]

    private func observer(
        _ paths: FakeFeed<PathDescription>,
        _ activations: FakeFeed<Void> = FakeFeed(),
        addresses: (@Sendable () -> [String: [NetworkInterface.Address]])? = nil,
        gracePeriod: Duration = .milliseconds(50)
    ) -> PathObserver {
        let known = self.addresses
        return PathObserver(
            paths: paths.pass,
            activations: activations.feed,
            addresses: addresses ?? { known },
            gracePeriod: gracePeriod
        )
    }

    /// Observes until the given number of reports has arrived.
    private func reports(
        _ count: Int,
        of observer: PathObserver,
        onReport: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> [InterfaceSnapshot] {
        let (stream, continuation) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
        return await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await observer.observe { continuation.yield($0) } }
            var reports: [InterfaceSnapshot] = []
            for await report in stream {
                reports.append(report)
                if reports.count == count { break }
                onReport(reports.count)
            }
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.waitForAll() }
            return reports
        }
    }

    @Test func `The path observer obeys the laws of interface sources, online and offline`() async throws {
        for first in [wifi, empty] {
            let paths = FakeFeed([first])
            try await InterfaceSourceLaws.check(
                observer(paths),
                reporting: [first.snapshot(addresses: addresses)],
                clock: .continuous,
                slack: .seconds(300)
            )
            expect(paths.listenerCount, 0)
        }
    }

    @Test func `An empty first path is not reported if another follows`() async throws {
        let paths = FakeFeed([empty, wifi])
        let reports = await reports(1, of: observer(paths, gracePeriod: .seconds(600)))
        expect(reports, [wifi.snapshot(addresses: addresses)])
    }

    @Test func `An empty first path is reported if none follows`() async throws {
        let reports = await reports(1, of: observer(FakeFeed([empty])))
        expect(reports, [InterfaceSnapshot()])
    }

    @Test func `A changed path is reported, and a repeated path is not`() async throws {
        let paths = FakeFeed([wifi])
        let (wifi, empty) = (wifi, empty)
        let reports = await reports(2, of: observer(paths)) { _ in
            paths.send(wifi)
            paths.send(empty)
        }
        expect(reports, [wifi.snapshot(addresses: addresses), InterfaceSnapshot()])
    }

    @Test func `An activation of the app reads the addresses again`() async throws {
        let activations = FakeFeed<Void>()
        let current = Mutex(addresses)
        let observer = observer(FakeFeed([wifi]), activations, addresses: { current.withLock { $0 } })
        let reports = await reports(2, of: observer) { _ in
            current.withLock { $0["en0"] = [] }
            activations.send(())
        }
        expect(reports.map { $0["en0"]?.isUsable }, [true, false])
        expect(activations.listenerCount, 0)
    }
}
