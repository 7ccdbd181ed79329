#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A thread for C calls that block, so that they never hold one of the threads that Swift's tasks share.
///
/// It is a thread of the system (pthreads(7)), with the stack size and priority that the system gives by default.
public enum DedicatedThread: Sendable {
    /// Starts a detached thread that runs a body once and ends with it.
    ///
    /// Every signal is blocked on the thread: signals stay with the threads of the program, and a write to a closed
    /// socket comes back as an error instead of ending the process. Ends the process if the system has no thread left.
    ///
    /// - Parameter body: What to run. It owns whatever it captures until it returns.
    public static func start(_ body: @escaping @Sendable () -> Void) {
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
        precondition(status == 0, "the system has no thread left")
        #if canImport(Darwin)
        if let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
        pthread_detach(thread)
        #endif
    }

    /// Runs a body that blocks on a thread of its own, and returns when the body does, without holding a thread meanwhile.
    ///
    /// Cancelling the task calls `stop`, such as ``Waker/wakeUp()`` of a waker that the body waits for; how soon the body ends
    /// then is its own affair, and the call waits for it.
    ///
    /// - Parameters:
    ///   - body: What to run.
    ///   - stop: Makes the body end soon; called when the task is cancelled, on any thread, maybe before the body begins.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value,
        stop: @escaping @Sendable () -> Void
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start { continuation.resume(with: Result { try body() }) }
            }
        } onCancel: {
            stop()
        }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
