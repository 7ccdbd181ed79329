import ConnectivityCore
import ConnectivityToolkit
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The session that overlapping probes of a prober share.
final class SharedSession: Sendable {
    private struct State {
        var current: RunningSession?
        var userCount = 0
    }

    private let state = Lock(State())

    /// Starts a transfer on the session, which is created if necessary.
    func start(_ transfer: URLSessionTransfer, with prober: URLSessionProber) -> RunningSession {
        state.withLock { state in
            let session = state.current ?? RunningSession()
            state.current = session
            state.userCount += 1
            // Under the lock, so that no transfer starts after the end of its session.
            session.start(transfer, with: prober)
            return session
        }
    }

    /// Releases a finished transfer; ends the session with the last transfer, or at once if a transfer was cut off.
    func finish(_ transfer: URLSessionTransfer, on session: RunningSession) {
        state.withLock { state in
            guard state.current === session else { return }
            state.userCount -= 1
            if state.userCount == 0 || transfer.isCutOff {
                state = State()
                session.retire()
            }
        }
        if transfer.isCutOff { session.stop(transfer) }
    }
}

/// A session of Foundation.
///
/// Calls into it may block for the duration of a name lookup. They are therefore made on a separate serial queue, in order, and
/// no caller waits for them. It is a queue and not a task, because a blocked task holds a thread of the pool of all tasks.
final class RunningSession: Sendable {
    let queue = DispatchQueue(label: "swift-connectivity.url-session")
    private let session: URLSession
    private let router = SessionRouter()

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        // The default is six, with which the seventh probe of a host would wait for another.
        configuration.httpMaximumConnectionsPerHost = 1000
        #if !canImport(FoundationNetworking)
        configuration.waitsForConnectivity = false
        configuration.connectionProxyDictionary = [:]
        #endif
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
    }

    func start(_ transfer: URLSessionTransfer, with prober: URLSessionProber) {
        queue.async { [session, router] in transfer.start(on: session, router, with: prober) }
    }

    func stop(_ transfer: URLSessionTransfer) {
        queue.async { transfer.stop() }
    }

    /// Lets the session end after its current transfers.
    func retire() {
        queue.async { [session] in session.finishTasksAndInvalidate() }
    }
}
