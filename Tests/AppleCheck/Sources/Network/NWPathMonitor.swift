public import Dispatch
internal import Synchronization

/// Passes on the paths of a test, on the listener's queue.
public final class NWPathMonitor: Sendable {
    private struct State {
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: DispatchQueue?
        var isCancelled = false
    }

    private let state = Mutex(State())

    public init() {}

    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get { state.withLock { $0.handler } }
        set { state.withLock { $0.handler = newValue } }
    }

    public func start(queue: DispatchQueue) {
        state.withLock { $0.queue = queue }
        let paths = Self.world.withLock { world in
            world.running.append(self)
            return world.paths
        }
        for path in paths { report(path) }
    }

    public func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.handler = nil
        }
        Self.world.withLock { world in world.running.removeAll { $0 === self } }
    }

    private func report(_ path: NWPath) {
        state.withLock { $0.queue }?.async { [self] in
            let handler = state.withLock { $0.isCancelled ? nil : $0.handler }
            handler?(path)
        }
    }

    // MARK: Exists only in the stand-in: controlled by tests

    private static let world = Mutex((paths: [NWPath](), running: [NWPathMonitor]()))

    /// The number of running monitors.
    public static var runningCount: Int { world.withLock { $0.running.count } }

    /// Sets the paths that each monitor passes on when it starts.
    public static func begin(with paths: [NWPath]) {
        world.withLock { $0.paths = paths }
    }

    /// Makes every monitor pass on a path.
    public static func change(to path: NWPath) {
        for monitor in world.withLock({ $0.running }) { monitor.report(path) }
    }
}
