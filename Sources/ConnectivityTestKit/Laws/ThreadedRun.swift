import ConnectivityBlocking
import ConnectivitySupport
import Dispatch

/// A body that runs on a thread of its own.
///
/// The thread of a body that never ends stays until the process ends; nothing can stop it.
final class ThreadedRun<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts the body.
    init(_ body: @escaping @Sendable () -> Value) {
        DedicatedThread.start { [self] in
            let result = body()
            value.withLock { $0 = result }
            ended.signal()
        }
    }

    /// Waits for the body, once.
    /// - Parameter limit: The longest time to wait.
    /// - Returns: The value of the body, or `nil` where it had not ended in time.
    func wait(for limit: Duration) -> Value? {
        guard ended.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1)))) == .success else { return nil }
        return value.withLock { $0 }
    }
}
