package import ConnectivityCore
internal import Synchronization

/// Begins to tell something, and gives back what ends that.
package typealias Feed<Value> = @Sendable (@escaping @Sendable (Value) -> Void) -> @Sendable () -> Void

/// Reports snapshots from descriptions of paths: all of an interface source on Apple's systems but the system.
package struct PathObserver: InterfaceSource {
    private let paths: Feed<PathDescription>
    private let activations: Feed<Void>
    private let addresses: @Sendable () -> [String: [Interface.Address]]
    private let patience: Duration

    /// Creates an observer.
    /// - Parameters:
    ///   - paths: Tells each path, in order, on any thread.
    ///   - activations: Tells that the program came to the front, so that addresses may have changed unseen.
    ///   - addresses: Reads the addresses of each interface, by name.
    ///   - patience: How long an empty path is not believed at the beginning. Greater than zero.
    package init(
        paths: @escaping Feed<PathDescription>,
        activations: @escaping Feed<Void>,
        addresses: @escaping @Sendable () -> [String: [Interface.Address]],
        patience: Duration = .milliseconds(250)
    ) {
        self.paths = paths
        self.activations = activations
        self.addresses = addresses
        self.patience = patience
    }

    package func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        let inbox = PathInbox()
        let endPaths = paths { inbox.put($0) }
        let endActivations = activations { inbox.wake() }
        defer {
            endPaths()
            endActivations()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [patience] in
                guard (try? await Task.sleep(for: patience)) != nil else { return }
                inbox.believe()
            }
            var last: InterfaceSnapshot?
            for await _ in inbox.wakeUps {
                guard let snapshot = inbox.path?.snapshot(addresses: addresses()), snapshot != last else { continue }
                last = snapshot
                report(snapshot)
            }
            group.cancelAll()
        }
        throw CancellationError()
    }
}

/// The newest path, and a bell that rings when there may be something new.
private final class PathInbox: Sendable {
    private let state = Mutex(FirstPath())
    private let bell = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var wakeUps: AsyncStream<Void> { bell.stream }

    /// The newest path; `nil` while it is not to be believed.
    var path: PathDescription? { state.withLock { $0.believed } }

    func put(_ path: PathDescription) {
        state.withLock { $0.newest = path }
        wake()
    }

    func believe() {
        state.withLock { $0.isPatienceOver = true }
        wake()
    }

    func wake() { bell.continuation.yield() }
}

/// Whether the newest path is to be believed: a monitor that has just begun may tell an empty one before it has looked.
package struct FirstPath: Hashable, Sendable {
    /// The newest path; `nil` before the first.
    package var newest: PathDescription? {
        didSet { if newest?.isEmpty == false { isPatienceOver = true } }
    }
    /// Whether an empty path is believed: after a time, and once there was another.
    package var isPatienceOver = false

    package init() {}

    /// The newest path; `nil` while it is not to be believed.
    package var believed: PathDescription? {
        guard let newest, isPatienceOver || !newest.isEmpty else { return nil }
        return newest
    }
}
