import ConnectivityCore
import ConnectivityToolkit

/// The part of a run and its notifiers that has ended or come due.
enum RunPart {
    case notifier, watch, end, grace, limit
}

/// The end of a run: its result, and the time from which the waiting events of notifiers are dropped.
final class RunEnding: Sendable {
    private struct State {
        var result: Result<Assessment?, any Error>?
        var moment: AnyClock.Instant?
    }

    let stop = Stop()
    private let clock: AnyClock
    private let state = Lock(State())

    init(clock: AnyClock) { self.clock = clock }

    func begin(_ result: Result<Assessment?, any Error>) {
        state.withLock { $0.result = result }
        stop.finish()
    }

    /// Sets the instant, unless an earlier one is set.
    func dropEvents(after time: Duration) {
        let moment = clock.now.advanced(by: time)
        state.withLock { $0.moment = min($0.moment ?? moment, moment) }
    }

    var result: Result<Assessment?, any Error>? { state.withLock { $0.result } }
    var isLate: Bool { state.withLock { $0.moment.map { $0 <= clock.now } ?? false } }
}

/// A signal that ends one activity, once.
struct Stop: Sendable {
    private let signal: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (signal, continuation) = AsyncStream.makeStream(of: Never.self) }

    func finish() { continuation.finish() }

    /// Returns when the signal is given, or when the task is cancelled.
    func wait() async { for await _ in signal {} }

    /// Runs a body, whose task is cancelled when the signal is given, and returns the result of the body.
    func ending<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await wait()
                return nil
            }
            while let end = await group.next() {
                group.cancelAll()
                if let end { return end }
            }
            preconditionFailure("the body has returned")
        }
    }
}

extension Assessment {
    /// Whether the assessment is based on a round of each path, or on the absence of endpoints to ask.
    var isConclusion: Bool { isFinal && isJudged }

    var isJudged: Bool { reason != .notYetJudged && !paths.contains { $0.reason == .notYetJudged } }
}
