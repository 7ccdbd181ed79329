#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs blocking calls that cannot be interrupted, such as fsync(2), on separate threads.
///
/// `DedicatedThread.run` waits for its body however long it runs; this function waits only for a moment after cancellation.
package enum BackgroundThread {
    /// The time for which a call may last after the cancellation of its task; then its thread is abandoned.
    private static let graceMicroseconds: UInt32 = 250_000

    /// Runs a body on a separate thread.
    /// - Throws: The error of the body; `CancellationError` if the task is cancelled and the body does not end soon;
    ///   `DedicatedThread.Refusal` if the system cannot create a thread.
    package static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
        let caller = Caller()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                caller.begin(continuation)
                do throws(DedicatedThread.Refusal) {
                    try DedicatedThread.startIfPossible { caller.resume(with: Result { try body() }) }
                } catch {
                    caller.resume(with: .failure(error))
                }
            }
        } onCancel: {
            // Without a thread, no caller can wait.
            do throws(DedicatedThread.Refusal) {
                try DedicatedThread.startIfPossible {
                    usleep(graceMicroseconds)
                    caller.resume(with: .failure(CancellationError()))
                }
            } catch {
                caller.resume(with: .failure(CancellationError()))
            }
        }
    }

    /// The caller of a body, which is resumed once.
    private final class Caller: Sendable {
        private enum State {
            case new, over
            case waiting(CheckedContinuation<Void, any Error>)
        }

        private let state = Lock(State.new)

        func begin(_ continuation: CheckedContinuation<Void, any Error>) {
            let isOver = state.withLock { state in
                if case .over = state { return true }
                state = .waiting(continuation)
                return false
            }
            if isOver { continuation.resume(throwing: CancellationError()) }
        }

        func resume(with result: Result<Void, any Error>) {
            let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                defer { state = .over }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            continuation?.resume(with: result)
        }
    }
}
