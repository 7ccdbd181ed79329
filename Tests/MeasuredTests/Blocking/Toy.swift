import ConnectivityToolkit
import Foundation

/// A blocking library that answers a job after a delay, and whose thread can be blocked.
struct Toy: BlockingLibrary {
    enum Request: Sendable {
        /// Ends at once.
        case atOnce(Int)
        case after(Duration, Int)
        case never
        /// Blocks the thread until the gate opens, then ends.
        case held(Gate)
    }

    enum Answer: Hashable, Sendable {
        case done(Int)
        case cancelled
    }

    struct Failure: Error, Hashable {}

    /// The calls of the library that a test can observe.
    final class Log: Sendable {
        struct Counts: Sendable {
            var tries = 0
            var answered = 0
            var made = 0
            var begun = 0
            var cancelled = 0
            var ended = 0
            var gone = 0
            /// The names in /proc of the threads that called the library.
            var threads: Set<String> = []
        }

        private let counts = Lock(Counts())

        var now: Counts { counts.withLock { $0 } }

        func update(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }
    }

    /// Logs the end of the library.
    private final class Life {
        let log: Log

        init(_ log: Log) { self.log = log }

        deinit { log.update { $0.gone += 1 } }
    }

    private let life: Life
    private var jobs: [BlockingJob: (end: ContinuousClock.Instant, answer: Int)] = [:]

    private var log: Log { life.log }

    init(_ log: Log) {
        life = Life(log)
        log.update { $0.made += 1 }
    }

    mutating func begin(_ job: BlockingJob, _ request: Request) -> Answer? {
        let thread = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
        log.update { counts in
            counts.begun += 1
            counts.threads.insert(thread)
        }
        switch request {
        case .atOnce(let answer): return .done(answer)
        case .held(let gate):
            gate.pass()
            return .done(0)
        case .after(let time, let answer): jobs[job] = (.now + time, answer)
        case .never: jobs[job] = (.now + .seconds(100_000), 0)
        }
        return nil
    }

    mutating func cancel(_ job: BlockingJob) -> Answer {
        precondition(jobs.removeValue(forKey: job) != nil, "only a job that is not done is cancelled")
        log.update { $0.cancelled += 1 }
        return .cancelled
    }

    mutating func takeEnded() -> [(job: BlockingJob, answer: Answer)] {
        let now = ContinuousClock.now
        let ended = jobs.filter { $0.value.end <= now }
        for job in ended.keys { jobs[job] = nil }
        log.update { $0.ended += ended.count }
        return ended.map { ($0.key, .done($0.value.answer)) }
    }

    mutating func wait(for waker: Waker, atMost limit: Duration) {
        let next = jobs.values.map(\.end).min().map { min($0 - .now, limit) } ?? limit
        _ = waker.wait(atMost: next)
    }
}

/// Blocks threads until it is opened.
final class Gate: Sendable {
    private let reached = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    func pass() {
        reached.signal()
        opened.wait()
    }

    /// Waits until a thread is blocked; that thread must not be one of the tasks' pool, which this call can exhaust.
    func waitForThread() { reached.wait() }

    func open() { opened.signal() }
}

/// Runs each job at once on the calling thread, so that a task begins before its creation returns.
final class AtOnce: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// Waits until a condition is true, for at most a minute.
func eventually(_ isSo: () -> Bool) async throws -> Bool {
    for _ in 0..<60_000 {
        if isSo() { return true }
        try await Task.sleep(for: .milliseconds(1))
    }
    return false
}
