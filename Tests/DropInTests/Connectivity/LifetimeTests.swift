import Connectivity
import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import Dispatch
import Foundation
import TestSupport
import Testing

/// Cases in which the predecessors kept something too long, released it too early, or reported it in the wrong
/// place.
@Suite(.timeLimit(.minutes(1))) struct `Known defects of lifetime and concurrency` {
    private final class Token: Sendable {}

    @Test func `A check whose share is reached ends although another URL is silent`() async {
        let prober = HandProber { request in
            if request.url?.host == "silent.example" { try? await Task.sleep(for: .seconds(1000)) }
            return .success
        }
        let connectivity = Connectivity(
            configuration: ConnectivityConfiguration().configureConnectivity(
                urls: ["https://own.example/", "https://silent.example/"].compactMap(URL.init(string:))
            ),
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: prober
        )
        // The suite's limit of time is that of the silent URL.
        await expect(connectivity.checkConnectivity(), .connectedViaWiFi)
        #expect(prober.requests.contains { $0.url?.host == "silent.example" })
    }

    @Test func `A check that began earlier does not replace the result of one that began later`() async {
        let (late, isAsked) = (Gate(), Gate())
        let prober = HandProber { _ in
            isAsked.open()
            await late.pass()
            return nil
        }
        let connectivity = Connectivity(
            configuration: ConnectivityConfiguration(),
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: prober
        )
        async let first = connectivity.checkConnectivity()
        await isAsked.pass()
        prober.change { _ in .success }
        await expect(connectivity.checkConnectivity(), .connectedViaWiFi)
        late.open()
        await expect(first, .connectedViaWiFi)
        expect(connectivity.assessment?.access, .online)
    }

    @Test func `The object and all that a check needs go when the last reference goes`() async {
        weak var object: Connectivity?
        weak var token: Token?
        let source = HandSource(.wifi)
        do {
            let held = Token()
            let connectivity = Connectivity(
                source: source,
                prober: HandProber { _ in withExtendedLifetime(held) { .success } }
            )
            (object, token) = (connectivity, held)
            connectivity.whenConnected = { [weak connectivity] _ in _ = connectivity }
            connectivity.startNotifier(queue: .global())
            for _ in 0..<10 { await connectivity.checkConnectivity() }
            #expect(connectivity.isConnected)
        }
        await eventually { object == nil && token == nil && source.observerCount == 0 }
    }

    @Test func `A check keeps the object until it has called back`() async {
        let status = await withCheckedContinuation { continuation in
            Connectivity.network(.init(callbackQueue: .global())) { _ in .success }
                .checkConnectivity { continuation.resume(returning: $0.status) }
        }
        expect(status, .connectedViaWiFi)
    }

    @Test func `Callbacks come on the queue that was asked for, in order and one at a time`() async {
        let key = DispatchSpecificKey<String>()
        let configured = DispatchQueue(label: "configured")
        configured.setSpecific(key: key, value: "configured")
        let started = DispatchQueue(label: "started", attributes: .concurrent)
        started.setSpecific(key: key, value: "started")
        let source = HandSource(.wifi)
        let connectivity = Connectivity(
            configuration: .init(callbackQueue: configured, pollingIsEnabled: false),
            source: source,
            prober: HandProber { _ in .success }
        )
        connectivity.connectivityCheckLatency = 0
        let calls = Lock<[String]>([])
        let call: (Connectivity) -> Void = { connectivity in
            let queue = DispatchQueue.getSpecific(key: key) ?? "another"
            calls.withLock { $0.append("\(queue): \(connectivity.isConnected)") }
        }
        connectivity.whenConnected = call
        connectivity.whenDisconnected = call
        connectivity.startNotifier()
        await eventually { calls.withLock { $0.count } == 1 }
        source.change()
        await eventually { calls.withLock { $0.count } == 2 }
        // A change after the start could come before or after its first report.
        connectivity.stopNotifier()
        source.change(to: .ethernet)
        connectivity.startNotifier(queue: started)
        await eventually { calls.withLock { $0.count } == 3 }
        expect(calls.withLock { $0 }, ["configured: true", "configured: false", "started: true"])
        let queue = await withCheckedContinuation { continuation in
            connectivity.checkConnectivity { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key))
            }
        }
        expect(queue, "started")
        connectivity.stopNotifier()
        connectivity.startNotifier()
        await eventually { calls.withLock { $0.count } == 4 }
        expect(calls.withLock { $0.last }, "configured: true", "a queue is that of one start")
    }

    @Test func `The first result after a start is reported, even after a single check`() async {
        let connectivity = Connectivity.network { _ in .success }
        await connectivity.checkConnectivity()
        let calls = Lock(0)
        connectivity.whenConnected = { _ in calls.withLock { $0 += 1 } }
        for count in 1...3 {
            connectivity.startNotifier(queue: .global())
            await eventually { calls.withLock { $0 } == count }
            connectivity.stopNotifier()
        }
    }

    @Test func `The completion is called first, then the notification is posted, then the callback is called`() async {
        let queue = DispatchQueue(label: "callbacks")
        let prober = HandProber { _ in nil }
        let connectivity = Connectivity(
            configuration: .init(checkWhenApplicationDidBecomeActive: false, pollingIsEnabled: false),
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: prober
        )
        let announced = Lock<[String]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .ConnectivityDidChange,
            object: connectivity,
            queue: nil
        ) { _ in announced.withLock { $0.append("notification") } }
        connectivity.whenConnected = { _ in announced.withLock { $0.append("callback") } }
        connectivity.startNotifier(queue: queue)
        await eventually { !announced.withLock { $0.isEmpty } }
        prober.change { _ in .success }
        connectivity.checkConnectivity { connectivity in
            announced.withLock { $0.append("completion: \(connectivity.isConnected)") }
        }
        await eventually { announced.withLock { $0.last } == "callback" }
        expect(announced.withLock { $0 }, ["notification", "completion: true", "notification", "callback"])
        NotificationCenter.default.removeObserver(observer)
    }

    @Test func `Listeners that begin after a second start receive its results`() async {
        let source = HandSource(.wifi)
        let connectivity = Connectivity(source: source, prober: HandProber { _ in .success })
        connectivity.connectivityCheckLatency = 0
        connectivity.startNotifier(queue: .global())
        await eventually { connectivity.isConnected }
        connectivity.stopNotifier()
        connectivity.startNotifier(queue: .global())
        var statuses = connectivity.statuses.makeAsyncIterator()
        await expect(statuses.next(where: { $0 != .determining }), .connectedViaWiFi)
        await eventually { source.observerCount == 1 }
        source.change(to: .ethernet)
        await expect(statuses.next(), .connectedViaEthernet)
        connectivity.stopNotifier()
        await expect(statuses.next(), nil)
    }

    @Test func `No callback comes behind a stop on the same queue`() async {
        let queue = DispatchQueue(label: "callbacks")
        let connectivity = Connectivity.network { _ in .success }
        let calls = Lock(0)
        connectivity.whenConnected = { _ in calls.withLock { $0 += 1 } }
        queue.suspend()
        connectivity.startNotifier(queue: queue)
        await eventually { connectivity.isConnected }
        connectivity.stopNotifier()
        queue.resume()
        await withCheckedContinuation { continuation in
            connectivity.checkConnectivity { _ in continuation.resume() }
        }
        expect(calls.withLock { $0 }, 0)
    }

    @Test func `Stopping cancels requests, and stopping again is not an error`() async {
        let isAsked = Gate()
        let source = HandSource(.wifi)
        let connectivity = Connectivity(
            source: source,
            prober: HandProber { _ in
                isAsked.open()
                await Gate().pass()
                return nil
            }
        )
        connectivity.startNotifier()
        await isAsked.pass()
        connectivity.stopNotifier()
        connectivity.stopNotifier()
        await eventually { source.observerCount == 0 }
        expect(connectivity.status, .determining)
    }

    @Test func `Settings that change while the notifier runs take effect at once`() async {
        let connectivity = Connectivity.network { request in request.url?.host == "b.example" ? .success : nil }
        connectivity.connectivityURLs = [URL(string: "https://a.example/")].compactMap(\.self)
        connectivity.startNotifier(queue: .global())
        var statuses = connectivity.statuses.makeAsyncIterator()
        await expect(statuses.next(where: { $0 != .determining }), .connectedViaWiFiWithoutInternet)
        connectivity.connectivityURLs = [URL(string: "https://b.example/")].compactMap(\.self)
        await expect(statuses.next(), .connectedViaWiFi)
        connectivity.stopNotifier()
        await expect(statuses.next(), nil)
    }

    @Test func `Polling finds changes without a change of the interface, and can be limited to offline`() async {
        let prober = HandProber { _ in nil }
        let connectivity = Connectivity(
            configuration: ConnectivityConfiguration().configurePolling(interval: 0.01, offlineOnly: true),
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: prober
        )
        connectivity.startNotifier(queue: .global())
        await eventually { prober.requests.count > 6 }
        #expect(!connectivity.isConnected)
        prober.change { _ in .success }
        await eventually { connectivity.isConnected }
        let count = prober.requests.count
        connectivity.pollWhileOfflineOnly = false
        await eventually { prober.requests.count > count + 6 }
        connectivity.isPollingEnabled = false
        #expect(connectivity.isConnected)
    }

    @Test func `An error of the interface source is reported`() async {
        struct Fault: Error {}
        struct FailingSource: InterfaceSource {
            func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws { throw Fault() }
        }
        let connectivity = Connectivity(source: FailingSource(), prober: HandProber { _ in .success })
        await expect(connectivity.checkConnectivity(), .determining)
        #expect(connectivity.sourceError is Fault)
    }

    @Test func `A check is made when the application becomes active, unless disabled`() async {
        let prober = HandProber { _ in .success }
        let connectivity = Connectivity(
            configuration: .init(pollingIsEnabled: false),
            source: StaticInterfaceSource(InterfaceSnapshot([.wifi])),
            prober: prober
        )
        connectivity.startNotifier(queue: .global())
        await eventually { connectivity.isConnected }
        let activation = Notification.Name("UIApplicationDidBecomeActiveNotification")
        connectivity.checkWhenApplicationDidBecomeActive = false
        NotificationCenter.default.post(name: activation, object: nil)
        connectivity.checkWhenApplicationDidBecomeActive = true
        expect(prober.requests.count, 2)
        NotificationCenter.default.post(name: activation, object: nil)
        await eventually { prober.requests.count == 4 }
    }
}

extension ConnectivityUpdates.AsyncIterator {
    /// Returns the next element that meets a condition.
    mutating func next(where isWanted: (Element) -> Bool) async -> Element? {
        while let element = await next() { if isWanted(element) { return element } }
        return nil
    }
}
