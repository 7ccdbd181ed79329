public import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit
public import Dispatch
import Foundation

/// Reports the reachability of the Internet, the interface, and any obstacle.
///
/// The names and defaults are those of version 8 of the library with this name. A pipeline of this package schedules and
/// performs the checks. The migration article lists the differences and their reasons.
///
/// Every member may be used on any thread. A changed setting takes effect at once while the notifier runs: the check
/// starts again. Callbacks and notifications arrive on the callback queue, one after the other, notifications first. After
/// a call of ``stopNotifier()`` on this queue, only the notification of the end and the completions of
/// ``checkConnectivity(completion:)`` follow. The object may be released at any time, which stops the notifier.
public final class Connectivity: Sendable {
    /// The name of the status in the documentation of version 8.
    public typealias ConnectivityStatus = Connectivity::ConnectivityStatus
    /// The name of version 8 for ``ConnectivityFramework``.
    public typealias Framework = ConnectivityFramework
    /// The name of version 8 for ``ConnectivityInterface``.
    public typealias Interface = ConnectivityInterface
    /// A callback that receives the object whose status changed to a connected one.
    public typealias NetworkConnected = (Connectivity) -> Void
    /// A callback that receives the object whose status changed to a disconnected one.
    public typealias NetworkDisconnected = (Connectivity) -> Void
    /// The name of version 8 for ``ConnectivityPercentage``.
    public typealias Percentage = ConnectivityPercentage
    /// The name of version 8 for ``ConnectivityPublisher``.
    public typealias Publisher = ConnectivityPublisher
    /// The name of version 8 for ``ConnectivityStatus``.
    public typealias Status = ConnectivityStatus
    /// The name of version 8 for ``ConnectivityResponseValidationMode``.
    public typealias ValidationMode = ConnectivityResponseValidationMode

    let state: Lock<State>
    let updates = AssessmentUpdates()
    private let source: any InterfaceSource
    private let prober: any Prober

    /// Creates an object that checks with the platform's interface source and prober.
    ///
    /// No request is sent before ``startNotifier(queue:)`` or ``checkConnectivity(completion:)``. If this build of the package
    /// has no interface source or no prober for the platform, the program ends here.
    ///
    /// - Parameter shouldUseHTTPS: Whether only URLs with `https` are requested; it also selects the built-in URLs. `nil` follows
    ///   the current value of ``isHTTPSOnly-swift.type.property``.
    public convenience init(shouldUseHTTPS: Bool? = nil) {
        var settings = Settings()
        settings.ownHTTPSOnly = shouldUseHTTPS
        settings.apply(Connectivity.urlSessionConfiguration)
        let parts = PlatformParts.current
        self.init(settings, source: parts.source, prober: parts.prober)
    }

    /// Creates an object with a copy of a configuration, the platform's interface source and the platform's prober.
    public convenience init(configuration: ConnectivityConfiguration) {
        let parts = PlatformParts.current
        self.init(configuration.current, source: parts.source, prober: parts.prober)
    }

    /// Creates an object with a copy of a configuration, an interface source and a prober.
    public convenience init(
        configuration: ConnectivityConfiguration = ConnectivityConfiguration(),
        source: some InterfaceSource,
        prober: some Prober
    ) {
        self.init(configuration.current, source: source, prober: prober)
    }

    private init(_ settings: Settings, source: any InterfaceSource, prober: any Prober) {
        state = Lock(State(settings: settings))
        self.source = source
        self.prober = prober
    }

    deinit {
        let wasObserving = state.withLock { state in
            defer { state.end() }
            return state.isObserving
        }
        updates.finish()
        guard wasObserving else { return }
        state.withLock({ $0.deliveries }).async {
            NotificationCenter.default.post(name: .ConnectivityDidFinish, object: nil)
        }
    }

    // MARK: Watching

    /// Starts watching; if the notifier is already running, it starts again.
    ///
    /// The first check starts at once, and its result is reported. Further checks follow each change of the interface and, if
    /// ``isPollingEnabled`` is set, take place in between. Of their results, only changes are reported.
    ///
    /// - Parameter queue: The queue for callbacks and notifications until the next start; `nil` means the queue of the
    ///   configuration, by default the main queue.
    public func startNotifier(queue: DispatchQueue? = nil) {
        state.withLock { state in
            state.begin(on: queue)
            state.post(.ConnectivityDidStart, of: self)
        }
        restart()
        observeActivation()
    }

    /// Stops watching; the call has no effect if the notifier is not running.
    public func stopNotifier() {
        state.withLock { state in
            guard state.isObserving else { return }
            state.end()
            state.post(.ConnectivityDidFinish, of: self)
        }
        updates.finish()
    }

    /// Replaces the current run by one with the current settings, if the notifier is started.
    ///
    /// The run is the only task of the notifier. It retains the interface source and the prober but not the object, so the
    /// object can be released during the run.
    func restart() {
        state.withLock { state in
            guard state.isObserving else { return }
            state.watch?.cancel()
            state.run += 1
            let run = state.run
            let pipeline = state.settings.pipeline(source: source, prober: prober)
                .observing { [weak self] in self?.receive($0, ofRun: run) }
            state.watch = Task { [weak self] in
                var wait = Duration.seconds(1)
                while !Task.isCancelled {
                    do {
                        return try await pipeline.run()
                    } catch is CancellationError {
                        return
                    } catch {
                        self?.state.withLock { $0.sourceError = error }
                    }
                    try? await Task.sleep(for: wait)
                    wait = min(wait * 2, .seconds(30))
                }
            }
        }
    }

    private func receive(_ step: ConnectivityMachine.Step, ofRun run: Int) {
        state.withLock { state in
            guard run == state.run else { return }
            for case .begin(.round, _) in step.effects { state.roundBegan = state.nextTurn() }
            guard let assessment = step.assessment, assessment != state.seen else { return }
            state.seen = assessment
            // Without an interface no round follows, and the result of a round in progress is older.
            if assessment.access == .disconnected { state.roundBegan = state.nextTurn() }
            state.apply(assessment, begunAt: state.roundBegan, of: self)
        }
    }

    // MARK: Checking once

    /// Makes one check.
    ///
    /// The object is retained until the end of the check, which is within the time limit of the requests.
    ///
    /// - Parameter completion: Called on the callback queue after the check, before a change of the status is reported.
    public func checkConnectivity(completion: NetworkConnected? = nil) {
        let callback = completion.map(Callback.init)
        Task { await check(for: callback) }
    }

    /// Makes one check and returns the status.
    ///
    /// Cancelling the task ends the check and leaves the status unchanged.
    ///
    /// - Returns: The current ``status``: that of this check, unless a later check has already ended.
    @discardableResult
    public func checkConnectivity() async -> Status {
        await check(for: nil)
        return status
    }

    /// Makes a check, and calls back before a change of the status is reported.
    private func check(for callback: Callback?) async {
        let (pipeline, begunAt) = state.withLock { state in
            (state.settings.pipeline(source: source, prober: prober), state.nextTurn())
        }
        let result: Result<Assessment, any Error>
        do { result = .success(try await pipeline.assess()) } catch { result = .failure(error) }
        state.withLock { state in
            // The lock is held until the status is set, so that the callback sees it.
            if let callback { state.deliveries.async { callback.body(self) } }
            switch result {
            case .success(let assessment): state.apply(assessment, begunAt: begunAt, of: self)
            case .failure(is CancellationError): break
            case .failure(let error): state.sourceError = error
            }
        }
    }
}
