import Synchronization

/// The paths of a test: iterating starts the monitor, and cancelling the task stops it.
public final class NWPathMonitor: AsyncSequence, Sendable {
    public typealias Element = NWPath

    public init() {}

    public func makeAsyncIterator() -> AsyncStream<NWPath>.Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: NWPath.self)
        let number = Self.world.withLock { world in
            world.startCount += 1
            world.running[world.startCount] = continuation
            for path in world.paths { continuation.yield(path) }
            return world.startCount
        }
        continuation.onTermination = { _ in Self.world.withLock { _ = $0.running.removeValue(forKey: number) } }
        return stream.makeAsyncIterator()
    }

    // MARK: Exists only in the stand-in: controlled by tests

    private struct World {
        var paths: [NWPath] = []
        var running: [Int: AsyncStream<NWPath>.Continuation] = [:]
        var startCount = 0
    }

    private static let world = Mutex(World())

    /// The number of running monitors.
    public static var runningCount: Int { world.withLock { $0.running.count } }

    /// Sets the paths that each monitor passes on when it starts.
    public static func begin(with paths: [NWPath]) {
        world.withLock { $0.paths = paths }
    }

    /// Makes every monitor pass on a path.
    public static func change(to path: NWPath) {
        for continuation in world.withLock({ Array($0.running.values) }) { continuation.yield(path) }
    }
}
