public import ConnectivityCore
import ConnectivityKit
import ConnectivitySupport
public import Dispatch
import Foundation

/// Tells whether the Internet is there, over which interface, and what stands in the way.
///
/// The names and defaults are those of version 8 of the library of this name; what it judges, and when, is done by a
/// pipeline of this package. What differs, and why, stands in the article on migration.
///
/// Every member may be used on any thread. What is set while the notifier runs takes effect at once: the check begins anew.
/// Callbacks and notifications come on the callback queue, one after the other, notifications first. After
/// ``stopNotifier()``, called on the same queue, come only the notification of the end and the completions of
/// ``checkConnectivity(completion:)``. The object may be let go at any time, which stops the notifier.
public final class Connectivity: Sendable {
    public typealias Framework = ConnectivityFramework
    public typealias Interface = ConnectivityInterface
    public typealias NetworkConnected = (Connectivity) -> Void
    public typealias NetworkDisconnected = (Connectivity) -> Void
    public typealias Percentage = ConnectivityPercentage
    public typealias Publisher = ConnectivityPublisher
    public typealias Status = ConnectivityStatus
    public typealias ValidationMode = ConnectivityResponseValidationMode

    let state: Mutex<State>
    let updates = AssessmentUpdates()
    private let source: any InterfaceSource
    private let prober: any Prober

    /// Creates an object that checks with the platform's parts.
    ///
    /// Nothing is asked before ``startNotifier(queue:)`` or ``checkConnectivity(completion:)``. A build of this package
    /// without an interface source or a prober for the platform ends the program here.
    ///
    /// - Parameter shouldUseHTTPS: Whether only URLs with `https` are asked; it decides at once which URLs are built in.
    ///   `nil` goes by ``isHTTPSOnly-swift.type.property``, whenever that is changed.
    public convenience init(shouldUseHTTPS: Bool? = nil) {
        var settings = Settings()
        settings.ownHTTPSOnly = shouldUseHTTPS
        settings.take(Connectivity.urlSessionConfiguration)
        let parts = PlatformParts.current
        self.init(settings, source: parts.source, prober: parts.prober)
    }

    /// Creates an object that checks with the platform's parts.
    /// - Parameter configuration: What to set; later changes of it do not count.
    public convenience init(configuration: ConnectivityConfiguration) {
        let parts = PlatformParts.current
        self.init(configuration.current, source: parts.source, prober: parts.prober)
    }

    /// Creates an object that checks with other parts than the platform's.
    /// - Parameters:
    ///   - configuration: What to set; later changes of it do not count.
    ///   - source: Reports interfaces.
    ///   - prober: Sends requests.
    public convenience init(
        configuration: ConnectivityConfiguration = ConnectivityConfiguration(),
        source: some InterfaceSource,
        prober: some Prober
    ) {
        self.init(configuration.current, source: source, prober: prober)
    }

    private init(_ settings: Settings, source: any InterfaceSource, prober: any Prober) {
        state = Mutex(State(settings: settings))
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

    /// Starts watching; where it runs already, it begins anew.
    ///
    /// A first check is made at once, and its result is told; later ones are made after each change of the interface and,
    /// with ``isPollingEnabled``, in between, and changes are told.
    ///
    /// - Parameter queue: Where callbacks are called and notifications posted from now on; `nil` means the queue of the
    ///   configuration, which is the main queue unless said otherwise.
    public func startNotifier(queue: DispatchQueue? = nil) {
        state.withLock { state in
            state.begin(on: queue)
            state.post(.ConnectivityDidStart, of: self)
        }
        updates.reopen()
        restart()
        observeActivation()
    }

    /// Stops watching.
    ///
    /// Where nothing is watched, that is no error.
    public func stopNotifier() {
        state.withLock { state in
            guard state.isObserving else { return }
            state.end()
            state.post(.ConnectivityDidFinish, of: self)
        }
        updates.finish()
    }

    /// Begins the run of a pipeline with what is set now in place of the one before, where there is one to be.
    ///
    /// The one task of the notifier. It holds the parts and not the object, which can go while it runs.
    func restart() {
        state.withLock { state in
            guard state.isObserving else { return }
            state.watch?.cancel()
            state.run += 1
            let run = state.run
            let pipeline = state.settings.pipeline(source: source, prober: prober)
                .observing { [weak self] in self?.take($0, ofRun: run) }
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

    private func take(_ step: ConnectivityMachine.Step, ofRun run: Int) {
        state.withLock { state in
            guard run == state.run else { return }
            for case .begin(.round, _) in step.effects { state.roundBegan = state.nextTurn() }
            guard let assessment = step.assessment, assessment != state.seen else { return }
            state.seen = assessment
            // Without an interface no round is to follow, and none that goes on can know better.
            if assessment.access == .disconnected { state.roundBegan = state.nextTurn() }
            state.apply(assessment, begunAt: state.roundBegan, of: self)
        }
    }

    // MARK: Checking once

    /// Makes one check.
    ///
    /// The object stays until the check has ended, which is within the time limit of the requests.
    ///
    /// - Parameter completion: Is called on the callback queue when the check has ended, before a change of the status is
    ///   told.
    public func checkConnectivity(completion: NetworkConnected? = nil) {
        let callback = completion.map(Callback.init)
        Task { await check(for: callback) }
    }

    /// Makes one check.
    ///
    /// Cancelling the task ends the check and leaves the status as it was.
    ///
    /// - Returns: The status, which ``status`` has too, unless a check that began later has ended already.
    @discardableResult
    public func checkConnectivity() async -> Status {
        await check(for: nil)
        return status
    }

    /// Checks, and calls back before the change of the status is told.
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
