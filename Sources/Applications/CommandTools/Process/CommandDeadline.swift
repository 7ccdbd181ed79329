import ConnectivityCore
import ConnectivityToolkit

/// The end of a command's time limit, from `--timeout`.
package final class CommandDeadline: Sendable {
    /// The deadline of the running command; `nil` without a limit.
    @TaskLocal package static var current: CommandDeadline?

    private let limit: Duration
    private let end: ContinuousClock.Instant
    private let wasReached = Lock(false)

    /// Starts the time limit.
    package init(_ limit: Duration) { (self.limit, end) = (limit, .now + limit) }

    /// The remaining time, at least zero.
    var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

    /// A line for standard error if the time ended before the result was complete; otherwise `nil`.
    package var line: String? {
        wasReached.withLock(\.self) ? "the time of \(limit.text) was over; the result is what was known by then" : nil
    }

    /// Records an incomplete result if the time is over, and returns whether it is.
    func noteIfReached() -> Bool {
        guard remaining == .zero else { return false }
        wasReached.withLock { $0 = true }
        return true
    }

    /// Runs a body, cancels it at the deadline of the command, and returns its result even then.
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

    /// Throws if the deadline has cut off a result that is useless unless it is complete.
    package static func requireTime() throws(CommandError) {
        guard let current, current.noteIfReached() else { return }
        current.wasReached.withLock { $0 = false }
        throw CommandError(status: .timedOut, text: "the time of \(current.limit.text) was over before the end")
    }
}
