import ConnectivityCore
import ConnectivityToolkit

/// The end of the time that `--timeout` gives to a whole command.
package final class CommandDeadline: Sendable {
    /// The deadline of the command that runs; `nil` if it has no limit.
    @TaskLocal package static var current: CommandDeadline?

    private let limit: Duration
    private let end: ContinuousClock.Instant
    private let wasReached = Lock(false)

    /// Begins the time.
    package init(_ limit: Duration) { (self.limit, end) = (limit, .now + limit) }

    /// The time that is left; not less than zero.
    var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

    /// Whether the time was over before the result was complete; then a line for standard error.
    package var line: String? {
        wasReached.withLock(\.self) ? "the time of \(limit.text) was over; the result is what was known by then" : nil
    }

    /// Notes that the result is incomplete, if the time is over, and returns whether it is.
    func noteIfReached() -> Bool {
        guard remaining == .zero else { return false }
        wasReached.withLock { $0 = true }
        return true
    }

    /// Runs a body, and cancels it at the deadline of the command.
    /// - Returns: What the body returns, also if it was cancelled.
    package static func bounding<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let deadline = current else { return try await body() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                try? await ContinuousClock().sleep(until: deadline.end)
                return nil
            }
            while let first = try await group.next() {
                if let value = first { return value }
                _ = deadline.noteIfReached()
                group.cancelAll()
            }
            throw CancellationError()
        }
    }

    /// Checks that the deadline of the command has not cut off what has no use unless it is complete.
    package static func requireTime() throws(CommandError) {
        guard let current, current.noteIfReached() else { return }
        current.wasReached.withLock { $0 = false }
        throw CommandError(status: .timedOut, text: "the time of \(current.limit.text) was over before the end")
    }
}
