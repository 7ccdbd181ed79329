import ConnectivityCore
import ConnectivityPipeline
import ConnectivitySupport
import Dispatch
import Foundation

/// What an object knows and does at a moment; guarded by its lock.
struct State: Sendable {
    var settings: Settings
    var whenConnected: Callback?
    var whenDisconnected: Callback?
    var news = News.status
    /// Where callbacks go: in turn, on the queue that was asked for, be that one of many threads.
    private(set) var deliveries: DispatchQueue

    private(set) var isObserving = false
    /// The run of the pipeline whose steps count.
    var run = 0
    var watch: Task<Void, Never>?
    var activation: ActivationObserver?
    /// The newest assessment of the run.
    var seen: Assessment?
    /// The turn of the round that goes on in the run.
    var roundBegan = 0

    private(set) var assessment: Assessment?
    private(set) var status = ConnectivityStatus.determining
    var sourceError: (any Error)?
    /// What the callbacks were last told of since the start.
    private var told: Assessment?

    /// Counts starts and stops: what was on its way to the callbacks before one is not delivered behind it.
    private var session = 0
    private var turn = 0
    private var appliedTurn = 0

    init(settings: Settings) {
        self.settings = settings
        deliveries = DispatchQueue(label: "connectivity.callbacks", target: settings.callbackQueue)
    }

    /// Begins the watching, with callbacks on a queue; that of the settings where none is given.
    mutating func begin(on queue: DispatchQueue?) {
        end()
        deliveries = DispatchQueue(label: "connectivity.callbacks", target: queue ?? settings.callbackQueue)
        isObserving = true
    }

    /// Ends the watching.
    mutating func end() {
        watch?.cancel()
        activation?.remove()
        (watch, activation, seen, told) = (nil, nil, nil, nil)
        isObserving = false
        run += 1
        session += 1
    }

    /// The place of a check that begins now among all checks.
    mutating func nextTurn() -> Int {
        turn += 1
        return turn
    }

    /// Takes the result of a check, unless one that began later had its result first.
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
        guard news.differ(new, told) else { return }
        told = new
        let isConnected = newStatus.isConnected
        deliver(to: owner) { owner in
            let callback = owner.state.withLock { isConnected ? $0.whenConnected : $0.whenDisconnected }
            owner.post(.ConnectivityDidChange, new)
            callback?.body(owner)
        }
    }

    /// Calls on the callback queue, unless the watching is another by then.
    private func deliver(to owner: Connectivity, _ body: @escaping @Sendable (Connectivity) -> Void) {
        deliveries.async { [weak owner, session] in
            guard let owner, owner.state.withLock({ $0.session }) == session else { return }
            body(owner)
        }
    }

    /// Posts a notification of a start or an end, which is posted whatever follows.
    func post(_ name: Notification.Name, of owner: Connectivity) {
        deliveries.async { [weak owner] in owner?.post(name) }
    }
}

extension Connectivity {
    /// Decides what is told, before anything is watched.
    package func notify(of news: News) { state.withLock { $0.news = news } }

    /// Posts a notification on this thread.
    fileprivate func post(_ name: Notification.Name, _ assessment: Assessment? = nil) {
        let news = state.withLock { $0.news }
        NotificationCenter.default.post(name: name, object: news.object(self, assessment))
    }
}

/// What callbacks and notifications are told of.
package struct News: Sendable {
    /// Whether a result is news to those who know another one, or none yet.
    package let differ: @Sendable (_ new: Assessment, _ known: Assessment?) -> Bool
    /// What notifications have for their object, of a result or of a start, an end and a change of interfaces.
    let object: @Sendable (Connectivity, Assessment?) -> (any Sendable)?

    package init(
        differ: @escaping @Sendable (_ new: Assessment, _ known: Assessment?) -> Bool,
        object: @escaping @Sendable (Connectivity, Assessment?) -> (any Sendable)?
    ) {
        self.differ = differ
        self.object = object
    }

    /// A change of the status; the object is the one that watches.
    static let status = News { new, known in
        let status = ConnectivityStatus(new)
        return status != .determining && status != known.map(ConnectivityStatus.init)
    } object: { owner, _ in
        owner
    }
}

/// A closure from outside, which is called on the queue for callbacks only, never twice at the same time.
final class Callback: @unchecked Sendable {
    let body: (Connectivity) -> Void

    init(_ body: @escaping (Connectivity) -> Void) { self.body = body }
}

/// Listens to the application becoming active, on platforms where applications do.
struct ActivationObserver: @unchecked Sendable {
    /// The names as they are on the wire, so that no framework of an application is needed.
    private static let names = ["UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification"]

    private let tokens: [any NSObjectProtocol]

    init(_ body: @escaping @Sendable () -> Void) {
        tokens = Self.names.map { name in
            NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) { _ in body() }
        }
    }

    func remove() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
