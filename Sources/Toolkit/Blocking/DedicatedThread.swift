#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread for blocking C calls, so that they never block a thread of Swift's cooperative pool.
///
/// It is a thread of the system (pthreads(7)) with the system's default stack size and priority.
public enum DedicatedThread: Sendable {
    /// Starts a detached thread that runs a body once and ends with it.
    ///
    /// Every signal is blocked on the thread: signals stay with the threads of the program, and a write to a closed
    /// socket returns an error instead of ending the process. If the system cannot create a thread, the process is
    /// terminated; ``startIfPossible(_:)`` throws instead. The body owns its captured values until it returns.
    public static func start(_ body: @escaping @Sendable () -> Void) {
        do throws(Refusal) { try startIfPossible(body) } catch { preconditionFailure("\(error)") }
    }

    /// The error if the system cannot create a thread, or the pipe that wakes it.
    public struct Refusal: Error, Hashable, CustomStringConvertible {
        /// The error number (errno(3)).
        public let number: Int32
        private let isPipe: Bool

        fileprivate init(number: Int32, isPipe: Bool = false) {
            self.number = number
            self.isPipe = isPipe
        }

        /// The cause and the remedy, on one line.
        public var description: String {
            isPipe
                ? "the system cannot create a pipe (\(Errno(number))); raise the limit of open files (ulimit -n)"
                : "the system cannot create a thread (\(Errno(number))); raise the limit of processes (ulimit -u) or of memory"
        }
    }

    /// Starts a detached thread as ``start(_:)`` does, if the system can create one.
    ///
    /// If the call throws, the body is released at once.
    ///
    /// - Throws: The error number of the system.
    public static func startIfPossible(_ body: @escaping @Sendable () -> Void) throws(Refusal) {
        let context = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let status = unsafe pthread_create(
            &thread,
            nil,
            { context in
                var signals = sigset_t()
                unsafe sigfillset(&signals)
                unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
                #if canImport(Darwin)
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                #else
                if let context = unsafe context { unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                #endif
                return nil
            },
            context
        )
        guard status == 0 else {
            unsafe Unmanaged<Body>.fromOpaque(context).release()
            throw Refusal(number: status)
        }
        #if canImport(Darwin)
        if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
    }

    /// Runs a blocking body on its own thread and waits for it without blocking another thread.
    ///
    /// Cancelling the task calls `stop`, such as ``Waker/wakeUp()`` of a waker that the body waits for. It is called on any
    /// thread, possibly before the body begins. The call still waits for the body, which should end soon after that.
    ///
    /// - Throws: The error of the body, or ``Refusal`` if the system cannot create a thread.
    public static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value,
        stop: @escaping @Sendable () -> Void
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do throws(Refusal) {
                    try startIfPossible { continuation.resume(with: Result { try body() }) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            stop()
        }
    }

    /// Runs a blocking body on its own thread, with a waker that cancelling the task raises.
    ///
    /// The body waits for the waker together with its other events, for example with ``Waker/wait(toRead:atMost:)``, and
    /// returns or throws soon after it is raised. The call waits for the body, which owns the waker until it returns.
    ///
    /// - Throws: The error of the body, or ``Refusal`` if the system cannot create the thread or the waker's pipe.
    public static func run<Value: Sendable>(
        _ body: @escaping @Sendable (Waker) throws -> Value
    ) async throws -> Value {
        guard let waker = Waker() else { throw Refusal(number: errno, isPipe: true) }
        return try await run({ try body(waker) }, stop: { waker.wakeUp() })
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
