import ConnectivityCore
import ConnectivityPipeline
import ConnectivityToolkit
import Dispatch
import Foundation

/// The state of an object, guarded by its lock.
struct State: Sendable {
    var settings: Settings
    var whenConnected: Callback?
    var whenDisconnected: Callback?
    var news = News.status
    /// Serial queue for callbacks; it targets the client's queue, which may be concurrent.
    private(set) var deliveries: DispatchQueue

    private(set) var isObserving = false
    /// The number of the run whose steps count.
    var run = 0
    var watch: Task<Void, Never>?
    var activation: ActivationObserver?
    /// The newest assessment of the run.
    var seen: Assessment?
    /// The ordinal number of the current round of the run.
    var roundBegan = 0

    private(set) var assessment: Assessment?
    private(set) var status = ConnectivityStatus.determining
    var sourceError: (any Error)?
    /// The assessment that was last reported to the callbacks since the start.
    private var announced: Assessment?

    /// The number of starts and stops; callbacks scheduled before one of them are not called after it.
    private var session = 0
    private var turn = 0
    private var appliedTurn = 0

    init(settings: Settings) {
        self.settings = settings
        deliveries = DispatchQueue(label: "connectivity.callbacks", target: settings.callbackQueue)
    }

    /// Starts watching, with callbacks on a queue; `nil` means the queue of the settings.
    mutating func begin(on queue: DispatchQueue?) {
        end()
        deliveries = DispatchQueue(label: "connectivity.callbacks", target: queue ?? settings.callbackQueue)
        isObserving = true
    }

    /// Stops watching.
    mutating func end() {
        watch?.cancel()
        activation?.remove()
        (watch, activation, seen, announced) = (nil, nil, nil, nil)
        isObserving = false
        run += 1
        session += 1
    }

    /// Returns the ordinal number of a check that begins now.
    mutating func nextTurn() -> Int {
        turn += 1
        return turn
    }

    /// Applies the result of a check, unless a check that began later already has a result.
    mutating func apply(_ new: Assessment, begunAt turn: Int, of owner: Connectivity) {
        guard turn >= appliedTurn else { return }
        appliedTurn = turn
        let before = assessment
        assessment = new
        sourceError = nil
        owner.updates.put(new)
        let newStatus = ConnectivityStatus(new)
        if newStatus != .determining { status = newStatus }
        guard isObserving else { return }
        if before?.snapshot.connectivityInterfaces != new.snapshot.connectivityInterfaces {
            deliver(to: owner) { $0.post(.ReachabilityDidChange) }
        }
        guard news.differ(new, announced) else { return }
        announced = new
        let isConnected = newStatus.isConnected
        deliver(to: owner) { owner in
            let callback = owner.state.withLock { isConnected ? $0.whenConnected : $0.whenDisconnected }
            owner.post(.ConnectivityDidChange, new)
            callback?.body(owner)
        }
    }

    /// Calls a closure on the callback queue, unless the notifier was stopped or restarted in the meantime.
    private func deliver(to owner: Connectivity, _ body: @escaping @Sendable (Connectivity) -> Void) {
        deliveries.async { [weak owner, session] in
            guard let owner, owner.state.withLock({ $0.session }) == session else { return }
            body(owner)
        }
    }

    /// Posts a notification of a start or a stop, which is posted even if another one follows.
    func post(_ name: Notification.Name, of owner: Connectivity) {
        deliveries.async { [weak owner] in owner?.post(name) }
    }
}

extension Connectivity {
    /// Sets which results are reported; called before the notifier is started.
    package func notify(of news: News) { state.withLock { $0.news = news } }

    /// Posts a notification on this thread.
    fileprivate func post(_ name: Notification.Name, _ assessment: Assessment? = nil) {
        let news = state.withLock { $0.news }
        NotificationCenter.default.post(name: name, object: news.object(self, assessment))
    }
}

/// Determines which results callbacks and notifications report.
package struct News: Sendable {
    /// Whether a result must be reported to listeners that know another result, or none yet.
    package let differ: @Sendable (_ new: Assessment, _ known: Assessment?) -> Bool
    /// Returns the object of a notification: of a result, or without one of a start, a stop or a change of
    /// interfaces.
    let object: @Sendable (Connectivity, Assessment?) -> (any Sendable)?

    package init(
        differ: @escaping @Sendable (_ new: Assessment, _ known: Assessment?) -> Bool,
        object: @escaping @Sendable (Connectivity, Assessment?) -> (any Sendable)?
    ) {
        self.differ = differ
        self.object = object
    }

    /// Reports changes of the status; the object of the notification is the ``Connectivity``.
    static let status = News { new, known in
        let status = ConnectivityStatus(new)
        return status != .determining && status != known.map(ConnectivityStatus.init)
    } object: { owner, _ in
        owner
    }
}

/// A client's closure, which is called only on the callback queue and never concurrently.
final class Callback: @unchecked Sendable {
    let body: (Connectivity) -> Void

    init(_ body: @escaping (Connectivity) -> Void) { self.body = body }
}

/// Observes when the application becomes active, on platforms that post such a notification.
struct ActivationObserver: @unchecked Sendable {
    /// The raw names of the notifications, so that no application framework is needed.
    private static let names = ["UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification"]

    private let tokens: [any NSObjectProtocol]

    init(_ body: @escaping @Sendable () -> Void) {
        tokens = Self.names.map { name in
            NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) { _ in body() }
        }
    }

    func remove() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
