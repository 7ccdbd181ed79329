internal import ConnectivitySupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Keeps a process that exits from tidying up C libraries while threads are inside of them.
///
/// Such a library frees what it shares in a handler of atexit(3), on the thread that calls `exit` and whatever other threads
/// do with it; OpenSSL does (OPENSSL_init_crypto(3)). Threads say here that they go in, and at the exit they are asked to
/// come out, and waited for, a second at most. A ``BlockingDriver`` does this by itself.
///
/// This is of the whole process, as exit(3) is. Any thread may call anything at any time.
public enum ExitBarrier: Sendable {
    /// What a thread that is inside gives back when it comes out.
    public struct Pass: Sendable {
        fileprivate let number: Int
    }

    private struct State: Sendable {
        var isClosed = false
        var lastNumber = 0
        var stops: [Int: @Sendable () -> Void] = [:]
    }

    private static let state = Mutex(State())
    /// How long the exit waits; a thread that is stuck must not hold it up for ever.
    private static let patience = Duration.seconds(1)

    /// Puts the barrier before the handlers that are registered so far: to be called when a library has been set up.
    public static func arm() { atexit { ExitBarrier.close() } }

    /// Lets a thread in.
    ///
    /// - Parameter stop: Makes it come out soon; called on the thread that exits, at any time before ``leave(_:)`` ends.
    /// - Returns: The pass; `nil` if the process exits already and nobody goes in any more.
    public static func enter(stop: @escaping @Sendable () -> Void) -> Pass? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastNumber += 1
            state.stops[state.lastNumber] = stop
            return Pass(number: state.lastNumber)
        }
    }

    /// Notes that a thread has come out.
    /// - Parameter pass: What it got when it went in.
    public static func leave(_ pass: Pass) {
        // What the closure holds may end here, and that outside of the lock.
        _ = state.withLock { $0.stops.removeValue(forKey: pass.number) }
    }

    private static func close() {
        let stops = state.withLock { state in
            state.isClosed = true
            return Array(state.stops.values)
        }
        for stop in stops { stop() }
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end, state.withLock({ !$0.stops.isEmpty }) { usleep(200) }
    }
}
