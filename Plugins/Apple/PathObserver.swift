package import ConnectivityCore

/// Starts passing values to the given function, and returns a function that stops it.
package typealias Feed<Value> = @Sendable (@escaping @Sendable (Value) -> Void) -> @Sendable () -> Void

/// Reports snapshots made from path descriptions: the source for Apple's systems, without the system calls.
package struct PathObserver: InterfaceSource {
    private let paths: @Sendable (@Sendable (PathDescription) -> Void) async -> Void
    private let activations: Feed<Void>
    private let addresses: @Sendable () -> [String: [NetworkInterface.Address]]
    private let gracePeriod: Duration

    /// Creates an observer.
    /// - Parameters:
    ///   - paths: Passes on each path, in order, until its task is cancelled.
    ///   - activations: Passes on each activation of the app, after which addresses may have changed unnoticed.
    ///   - addresses: Reads the addresses of each interface, by interface name.
    ///   - gracePeriod: How long an empty path at the beginning is held back. Greater than zero.
    package init(
        paths: @escaping @Sendable (@Sendable (PathDescription) -> Void) async -> Void,
        activations: @escaping Feed<Void>,
        addresses: @escaping @Sendable () -> [String: [NetworkInterface.Address]],
        gracePeriod: Duration = .milliseconds(250)
    ) {
        self.paths = paths
        self.activations = activations
        self.addresses = addresses
        self.gracePeriod = gracePeriod
    }

    package func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        try Task.checkCancellation()
        let (events, continuation) = AsyncStream.makeStream(of: PathEvent.self)
        let endActivations = activations { continuation.yield(.activation) }
        defer { endActivations() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [paths] in await paths { continuation.yield(.path($0)) } }
            group.addTask { [gracePeriod] in
                guard (try? await Task.sleep(for: gracePeriod)) != nil else { return }
                continuation.yield(.endOfGracePeriod)
            }
            var path = FirstPath()
            var last: InterfaceSnapshot?
            for await event in events {
                switch event {
                case .path(let newest): path.newest = newest
                case .endOfGracePeriod: path.isGracePeriodOver = true
                case .activation: break
                }
                guard let snapshot = path.current?.snapshot(addresses: addresses()), snapshot != last else { continue }
                last = snapshot
                report(snapshot)
            }
            group.cancelAll()
        }
        throw CancellationError()
    }
}

/// An event that may change the snapshot; a few per second at most, each handled at once.
private enum PathEvent: Sendable {
    case path(PathDescription)
    case endOfGracePeriod
    case activation
}

/// Decides whether to report the newest path: a new monitor may deliver an empty path before it has looked.
package struct FirstPath: Hashable, Sendable {
    /// The newest path; `nil` before the first.
    package var newest: PathDescription? {
        didSet { if newest?.isEmpty == false { isGracePeriodOver = true } }
    }
    /// Whether an empty path is reported: after the grace period, or once another path has arrived.
    package var isGracePeriodOver = false

    package init() {}

    /// The newest path; `nil` before the first one, or while it is held back.
    package var current: PathDescription? {
        guard let newest, isGracePeriodOver || !newest.isEmpty else { return nil }
        return newest
    }
}
