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
    /// The number of the current run; steps of other runs are ignored.
    var run = 0
    var watch: Task<Void, Never>?
    var activation: ActivationObserver?
    /// The newest assessment of the run.
    var seen: Assessment?
    var roundBegan = 0

    private(set) var assessment: Assessment?
    private(set) var status = ConnectivityStatus.determining
    var sourceError: (any Error)?
    /// The last reported assessment since the start.
    private var announced: Assessment?

    /// The number of starts and stops; a callback that was scheduled before one of them is not called after it.
    private var session = 0
    private var turn = 0
    private var appliedTurn = 0

    init(settings: Settings) {
        self.settings = settings
        deliveries = DispatchQueue(label: "connectivity.callbacks", target: settings.callbackQueue)
    }

    mutating func begin(on queue: DispatchQueue?) {
        end()
        deliveries = DispatchQueue(label: "connectivity.callbacks", target: queue ?? settings.callbackQueue)
        isObserving = true
    }

    mutating func end() {
        watch?.cancel()
        activation?.remove()
        (watch, activation, seen, announced) = (nil, nil, nil, nil)
        isObserving = false
        run += 1
        session += 1
    }

    mutating func nextTurn() -> Int {
        turn += 1
        return turn
    }

    /// Applies the result of a check, unless a later check already has a result.
    mutating func apply(_ new: Assessment, begunAt turn: Int, of owner: Connectivity) {
        guard turn >= appliedTurn else { return }
        appliedTurn = turn
        let before = assessment
        assessment = new
        sourceError = nil
        owner.updates.send(new)
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

    /// Calls a closure on the callback queue, unless the notifier stops or restarts before the call.
    private func deliver(to owner: Connectivity, _ body: @escaping @Sendable (Connectivity) -> Void) {
        deliveries.async { [weak owner, session] in
            guard let owner, owner.state.withLock({ $0.session }) == session else { return }
            body(owner)
        }
    }

    /// Posts a notification of a start or a stop, even if another start or stop follows.
    func post(_ name: Notification.Name, of owner: Connectivity) {
        deliveries.async { [weak owner] in owner?.post(name) }
    }
}

extension Connectivity {
    /// Selects the reported results; called before the notifier starts.
    package func notify(of news: News) { state.withLock { $0.news = news } }

    /// Posts a notification on this thread.
    fileprivate func post(_ name: Notification.Name, _ assessment: Assessment? = nil) {
        let news = state.withLock { $0.news }
        NotificationCenter.default.post(name: name, object: news.object(self, assessment))
    }
}

/// Selects the results for callbacks and notifications.
package struct News: Sendable {
    /// Whether a result must be reported to listeners that know another result, or none yet.
    package let differ: @Sendable (_ new: Assessment, _ known: Assessment?) -> Bool
    /// Returns the object of a notification; the assessment is `nil` for a start, a stop or a change of interfaces.
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

/// A client's closure, called only on the callback queue and never concurrently.
final class Callback: @unchecked Sendable {
    let body: (Connectivity) -> Void

    init(_ body: @escaping (Connectivity) -> Void) { self.body = body }
}

/// Observes the activation of the application, on platforms with such a notification.
struct ActivationObserver: @unchecked Sendable {
    /// The raw names of the notifications, to avoid a dependency on an application framework.
    private static let names = ["UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification"]

    private let tokens: [any NSObjectProtocol]

    init(_ body: @escaping @Sendable () -> Void) {
        tokens = Self.names.map { name in
            NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) { _ in body() }
        }
    }

    func remove() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
