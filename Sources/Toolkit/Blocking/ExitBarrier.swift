#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps an exiting process from cleaning up C libraries while threads are executing their code.
///
/// Such a library frees shared state in a handler of atexit(3), on the thread that calls `exit`, even while other threads use
/// the library; OpenSSL does (OPENSSL_init_crypto(3)). Threads register here before they enter the library. At the exit they
/// are asked to leave, and the exit waits for them, at most for a second. A ``BlockingDriver`` registers its thread itself.
///
/// The barrier applies to the whole process, as exit(3) does. All functions may be called on any thread at any time.
package enum ExitBarrier: Sendable {
    /// The token of a thread that has entered; it is handed back when the thread leaves.
    package struct Pass: Sendable {
        fileprivate let number: Int
    }

    private struct State: Sendable {
        var isClosed = false
        var lastNumber = 0
        var stops: [Int: @Sendable () -> Void] = [:]
    }

    private static let state = Lock(State())
    /// The maximum wait at the exit; a thread that is stuck must not delay it forever.
    private static let gracePeriod = Duration.seconds(1)

    /// Runs the barrier before all exit handlers registered so far; call it after a library has been set up.
    package static func arm() { atexit { ExitBarrier.close() } }

    /// Registers a thread that enters a library.
    ///
    /// `stop` makes the thread leave soon; it is called on the exiting thread, at any time before ``leave(_:)`` returns.
    ///
    /// - Returns: The pass; `nil` if the process is already exiting, so that no thread may enter.
    package static func enter(stop: @escaping @Sendable () -> Void) -> Pass? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastNumber += 1
            state.stops[state.lastNumber] = stop
            return Pass(number: state.lastNumber)
        }
    }

    /// Records that a thread has left.
    package static func leave(_ pass: Pass) {
        // Values that the closure holds may be released here, which must happen outside the lock.
        _ = state.withLock { $0.stops.removeValue(forKey: pass.number) }
    }

    /// Asks the threads that have entered to leave, waits for them, and admits no further thread.
    ///
    /// A program calls it before exit(3): a library that is being set up for the first time has not been armed yet.
    package static func close() {
        let stops = state.withLock { state in
            state.isClosed = true
            return Array(state.stops.values)
        }
        for stop in stops { stop() }
        let end = ContinuousClock.now + gracePeriod
        while ContinuousClock.now < end, state.withLock({ !$0.stops.isEmpty }) { usleep(200) }
    }
}
