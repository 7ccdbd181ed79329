#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) package import _Concurrency
internal import ConnectivityBlocking
internal import ConnectivitySupport
internal import Glibc

/// Runs all tasks of a program on the thread that calls ``run()``, one job after the other.
///
/// On Linux, the runtime's own executors are those of libdispatch. That starts threads, wakes up once per second for as
/// long as the program lives, and ends the program if it cannot read `/proc`. This executor waits in poll(2) until there
/// is something to do.
///
/// A task must name it as its preferred executor (`Task(executorPreference:)`, which its child tasks inherit): otherwise
/// each call of a `@concurrent` function and each return from one is a separate job.
///
/// The time of a wait passes by the clock that it names. Suspension of the machine does not end a wait by itself: one by
/// the continuous clock that has ended meanwhile ends with the next event, or after its rest.
package final class SingleThreadExecutor: MainExecutor, TaskExecutor, SchedulingExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var continuous = Sleepers<ContinuousClock>(clock: ContinuousClock())
        var suspending = Sleepers<SuspendingClock>(clock: SuspendingClock())
        /// Whether the thread waits, so that it must be woken up.
        var isWaiting = false
        var isStopped = false
        /// The thread that runs the jobs.
        var thread: pthread_t?

        /// Moves the jobs whose time has come to the ready ones.
        /// - Returns: The time until the next one is ready; `nil` if none waits.
        mutating func wake() -> Duration? {
            jobs += continuous.due()
            jobs += suspending.due()
            guard let one = continuous.rest, let other = suspending.rest else {
                return continuous.rest ?? suspending.rest
            }
            return min(one, other)
        }
    }

    /// Raised when something comes while the thread waits.
    private let waker: Waker
    private let state = Mutex(State())

    /// Creates an executor; `nil` if the system cannot create a pipe, with the reason in `errno`.
    package init?() {
        guard let waker = Waker() else { return nil }
        self.waker = waker
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        after delay: C.Duration,
        tolerance: C.Duration?,
        clock: C
    ) {
        enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    /// Runs a job at an instant of a clock; one that is not of the system does its own waiting, in a task.
    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob,
        at instant: C.Instant,
        tolerance: C.Duration?,
        clock: C
    ) {
        let job = UnownedJob(job)
        switch instant {
        case let instant as ContinuousClock.Instant: change { $0.continuous.add(job, until: instant) }
        case let instant as SuspendingClock.Instant: change { $0.suspending.add(job, until: instant) }
        default:
            Task(executorPreference: self) {
                try? await clock.sleep(until: instant, tolerance: tolerance)
                self.change { $0.jobs.append(job) }
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let isWaiting = state.withLock { state in
            body(&state)
            // Only the first of several events wakes the thread up.
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if isWaiting { waker.wakeUp() }
    }

    /// Whether the caller is on the thread of this executor, as the main actor asks.
    package func isIsolatingCurrentContext() -> Bool? { state.withLock { $0.thread } == pthread_self() }

    /// Runs jobs until ``stop()``, on the calling thread.
    package func run() {
        state.withLock { $0.thread = pthread_self() }
        while true {
            let (jobs, rest, isStopped) = state.withLock { state in
                let rest = state.wake()
                state.isWaiting = state.jobs.isEmpty
                defer { state.jobs = [] }
                return (state.jobs, rest, state.isStopped)
            }
            if isStopped { return }
            for job in jobs {
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            }
            if jobs.isEmpty {
                _ = waker.wait(atMost: rest)
                waker.clear()
            }
        }
    }

    /// Ends ``run()`` after the jobs that it has taken; the other jobs do not run any more.
    package func stop() { change { $0.isStopped = true } }
}

/// The jobs that wait for instants of a clock.
private struct Sleepers<C: Clock<Duration>> where C.Instant: Sendable {
    let clock: C
    /// Sorted: the last one is ready first.
    private var jobs: [(until: C.Instant, job: UnownedJob)] = []

    init(clock: C) { self.clock = clock }

    /// The time until the next one is ready; `nil` if none waits.
    var rest: Duration? { jobs.last.map { clock.now.duration(to: $0.until) } }

    mutating func add(_ job: UnownedJob, until instant: C.Instant) {
        let place = jobs.lastIndex { $0.until > instant }.map { $0 + 1 } ?? 0
        jobs.insert((instant, job), at: place)
    }

    /// Removes the jobs that are ready.
    mutating func due() -> [UnownedJob] {
        guard !jobs.isEmpty else { return [] }
        let now = clock.now
        var due: [UnownedJob] = []
        while let next = jobs.last, next.until <= now {
            due.append(next.job)
            jobs.removeLast()
        }
        return due
    }
}
#endif
