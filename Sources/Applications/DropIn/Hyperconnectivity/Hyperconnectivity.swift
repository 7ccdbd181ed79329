import ConnectivityToolkit
import Dispatch

/// Calls back with each result of a check that differs from the previous one, and with each change of the interfaces.
///
/// The names are those of version 1 of the library with this name. In version 1 the callbacks are internal; its clients
/// use ``ConnectivityPublisher`` and ``ReachabilityPublisher``, which also implement this class.
///
/// Every member may be used on any thread. Callbacks arrive on the callback queue of the configuration, one after the
/// other. After a call of ``stopNotifier()`` on this queue, none follows. The object may be released at any time, which
/// stops the notifier.
public final class Hyperconnectivity: Sendable {
    /// The name of version 1 for ``HyperconnectivityConfiguration``.
    public typealias Configuration = HyperconnectivityConfiguration
    /// A callback that receives each result of a check.
    public typealias ConnectivityChanged = (ConnectivityResult) -> Void
    /// The name of version 1 for ``ConnectivityPublisher``.
    public typealias Publisher = ConnectivityPublisher
    /// A callback that receives each change of the reachability.
    public typealias ReachabilityChanged = (ReachabilityResult) -> Void
    /// The name of version 1 for ``ConnectivityState``.
    public typealias State = ConnectivityState

    private let configuration: Configuration
    private let watch = Watch()

    /// Creates an object with the platform's interface source and prober; the configuration is copied at each start.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    deinit { watch.end() }

    /// Called with the first result after a start, and with each result that differs from the previous one.
    public var connectivityChanged: ConnectivityChanged? {
        get { watch.state.withLock({ $0.connectivityChanged })?.body }
        set {
            let callback = newValue.map(Callback.init)
            watch.state.withLock { $0.connectivityChanged = callback }
        }
    }

    /// Called with the state of the interfaces after a start, and with each change of it.
    public var reachabilityChanged: ReachabilityChanged? {
        get { watch.state.withLock({ $0.reachabilityChanged })?.body }
        set {
            let callback = newValue.map(Callback.init)
            watch.state.withLock { $0.reachabilityChanged = callback }
        }
    }

    /// Starts watching; if the notifier is already running, it starts again.
    public func startNotifier() { watch.begin(configuration) }

    /// Stops watching.
    public func stopNotifier() { watch.end() }
}

/// The watch of an object; its tasks retain it instead of the object, so that the object can be released.
private final class Watch: Sendable {
    struct State: Sendable {
        var connectivityChanged: Callback<ConnectivityResult>?
        var reachabilityChanged: Callback<ReachabilityResult>?
        var tasks: [Task<Void, Never>] = []
        /// The number of starts and stops; a callback that was scheduled before one of them is not called after it.
        var session = 0
    }

    let state = Lock(State())

    func begin(_ configuration: HyperconnectivityConfiguration) {
        end()
        // Serial, because the client's queue may be concurrent.
        let queue = DispatchQueue(
            label: "hyperconnectivity.callbacks",
            target: configuration.connectivity.callbackQueue
        )
        let results = ConnectivityPublisher(configuration: configuration)
        let changes = ReachabilityPublisher(configuration: configuration)
        state.withLock { state in
            let session = state.session
            state.tasks = [
                Task {
                    for await result in results {
                        queue.async { self.callback({ $0.connectivityChanged }, in: session)?.body(result) }
                    }
                },
                Task {
                    for await result in changes {
                        queue.async { self.callback({ $0.reachabilityChanged }, in: session)?.body(result) }
                    }
                },
            ]
        }
    }

    func end() {
        state.withLock { state in
            for task in state.tasks { task.cancel() }
            state.tasks = []
            state.session += 1
        }
    }

    private func callback<Result>(
        _ member: (State) -> Callback<Result>?,
        in session: Int
    ) -> Callback<Result>? {
        state.withLock { $0.session == session ? member($0) : nil }
    }
}

/// A client's closure, called only on the callback queue and never concurrently.
private final class Callback<Result>: @unchecked Sendable {
    let body: (Result) -> Void

    init(_ body: @escaping (Result) -> Void) { self.body = body }
}
