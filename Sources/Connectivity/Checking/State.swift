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
    /// What notifications have for their object, given the newest assessment; `nil` means the owner.
    var notificationObject: (@Sendable (Assessment?) -> (any Sendable)?)?
    /// Where callbacks go: in turn, on the queue that was asked for, be that one of many threads.
    private(set) var deliveries: DispatchQueue

    var isObserving = false
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

    /// Counts starts and stops: what was on its way to the callbacks before one is not delivered behind it.
    private var session = 0
    private var turn = 0
    private var appliedTurn = 0

    init(settings: Settings) {
        self.settings = settings
        deliveries = DispatchQueue(label: "connectivity.callbacks", target: settings.callbackQueue)
    }

    mutating func deliver(on queue: DispatchQueue) {
        settings.callbackQueue = queue
        deliveries = DispatchQueue(label: "connectivity.callbacks", target: queue)
    }

    /// Ends the watching.
    mutating func end() {
        watch?.cancel()
        activation?.remove()
        (watch, activation, seen) = (nil, nil, nil)
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
        if isObserving, before?.snapshot.connectivityInterfaces != new.snapshot.connectivityInterfaces {
            post(.ReachabilityDidChange, of: owner)
        }
        let newStatus = ConnectivityStatus(new)
        guard newStatus != .determining, newStatus != status else { return }
        status = newStatus
        if isObserving { announce(newStatus, of: owner) }
    }

    private func announce(_ status: ConnectivityStatus, of owner: Connectivity) {
        deliveries.async { [weak owner, session] in
            guard let owner else { return }
            let (isCurrent, callback) = owner.state.withLock { state in
                (state.session == session, status.isConnected ? state.whenConnected : state.whenDisconnected)
            }
            guard isCurrent else { return }
            callback?.body(owner)
            owner.post(.ConnectivityDidChange)
        }
    }

    func post(_ name: Notification.Name, of owner: Connectivity) {
        deliveries.async { [weak owner] in owner?.post(name) }
    }
}

extension Connectivity {
    /// Posts a notification on this thread.
    fileprivate func post(_ name: Notification.Name) {
        guard let make = state.withLock({ $0.notificationObject }) else {
            return NotificationCenter.default.post(name: name, object: self)
        }
        let object: (any Sendable)? = name == .ConnectivityDidChange ? make(assessment) : nil
        NotificationCenter.default.post(name: name, object: object)
    }

    /// Gives notifications of a change another object, and all others none.
    /// - Parameter object: Makes the object, given the newest assessment.
    package func postNotifications(with object: @escaping @Sendable (Assessment?) -> (any Sendable)?) {
        state.withLock { $0.notificationObject = object }
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
