#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
import ConnectivityBlocking
import ConnectivityExecutor
import Foundation
import Glibc
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An executor of one thread` {
    /// Runs a body on an executor whose thread ends afterwards.
    private func running<Value: Sendable>(
        _ body: @escaping @Sendable (SingleThreadExecutor) async throws -> Value
    ) async throws -> Value {
        let executor = try #require(SingleThreadExecutor())
        let thread = Thread { executor.run() }
        thread.start()
        defer { executor.stop() }
        return try await Task(executorPreference: executor) { try await body(executor) }.value
    }

    @Test func `All tasks of a body and their children run on its thread`() async throws {
        let threads = try await running { _ in
            await withTaskGroup(of: pthread_t.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        await Task.yield()
                        return pthread_self()
                    }
                }
                var all: Set<pthread_t> = [pthread_self()]
                for await thread in group { all.insert(thread) }
                return all
            }
        }
        #expect(threads.count == 1)
        #expect(!threads.contains(pthread_self()))
    }

    @Test func `A call of a concurrent function lets no other job run`() async throws {
        let interruptions = try await running { executor in
            let hasOtherRun = Atomic(false)
            async let other: Void = hasOtherRun.store(true, ordering: .relaxed)
            var count = 0
            for _ in 0..<10 {
                if await Self.load(hasOtherRun) { count += 1 }
            }
            await other
            return count
        }
        #expect(interruptions == 0)
    }

    @concurrent private static func load(_ flag: borrowing Atomic<Bool>) async -> Bool { flag.load(ordering: .relaxed) }

    @Test func `An actor of this executor runs on its thread, and only code on the thread is isolated`() async throws {
        try await running { executor in
            #expect(executor.isIsolatingCurrentContext() == true)
            let actor = Resident(executor: executor)
            actor.visitAtOnce()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { await actor.visit() } }
            }
            #expect(await actor.visits == 101)
            try await DedicatedThread.run {
                #expect(executor.isIsolatingCurrentContext() == false)
            } stop: {
            }
        }
    }

    @Test func `Jobs that wait run in the order of their instants, those of one instant in their own order`()
        async throws
    {
        let order = try await running { executor in
            let clock = ContinuousClock()
            let start = clock.now
            return await withTaskGroup(of: Int.self) { group in
                for (place, delay) in [30, 10, 20, 10, 0, -5].enumerated() {
                    group.addTask {
                        await Self.wait(until: start + .milliseconds(delay), clock, on: executor)
                        return clock.now >= start + .milliseconds(delay) ? place : -1
                    }
                }
                var order: [Int] = []
                for await place in group { order.append(place) }
                return order
            }
        }
        #expect(order == [5, 4, 1, 3, 2, 0])
    }

    @Test func `Both clocks of the system can be waited for`() async throws {
        try await running { executor in
            let (continuous, suspending) = (ContinuousClock(), SuspendingClock())
            let (first, second) = (continuous.now + .milliseconds(20), suspending.now + .milliseconds(40))
            await Self.wait(until: second, suspending, on: executor)
            #expect(suspending.now >= second && continuous.now >= first)
            await Self.wait(until: first, continuous, on: executor)
        }
    }

    @Test func `A clock of another kind does its own waiting`() async throws {
        try await running { executor in
            let clock = LeapingClock()
            await Self.wait(until: clock.now.advanced(by: .seconds(3)), clock, on: executor)
            #expect(clock.now.elapsed == .seconds(3))
        }
    }

    @Test func `A job from another thread ends a wait without limit`() async throws {
        try await running { _ in
            for _ in 0..<200 {
                try await DedicatedThread.run {
                    _ = usleep(50)
                } stop: {
                }
            }
        }
    }

    @Test func `An executor that waits does not wake up`() async throws {
        let count: @Sendable () -> Int = {
            let text = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            return line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0
        }
        let switches = try await running { executor in
            let before = count()
            let clock = ContinuousClock()
            await Self.wait(until: clock.now + .seconds(2), clock, on: executor)
            return count() - before
        }
        #expect(switches <= 2)
    }

    /// Waits for a job that the executor runs at an instant.
    private static func wait<C: Clock>(until instant: C.Instant, _ clock: C, on executor: SingleThreadExecutor) async {
        await Task(executorPreference: Delaying(executor: executor, instant: instant, clock: clock)) {}.value
    }
}

/// A clock that neither the system nor the executor knows: each wait takes it to the end of the wait at once.
private final class LeapingClock: Clock {
    struct Instant: InstantProtocol {
        var elapsed: Duration

        func advanced(by duration: Duration) -> Self { Self(elapsed: elapsed + duration) }
        func duration(to other: Self) -> Duration { other.elapsed - elapsed }
        static func < (one: Self, other: Self) -> Bool { one.elapsed < other.elapsed }
    }

    private let seconds = Atomic<Int64>(0)
    var now: Instant { Instant(elapsed: .seconds(seconds.load(ordering: .relaxed))) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        seconds.store(deadline.elapsed.components.seconds, ordering: .relaxed)
    }
}

/// Counts visits on the thread of an executor.
private actor Resident {
    private let executor: SingleThreadExecutor
    var visits = 0

    init(executor: SingleThreadExecutor) { self.executor = executor }

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Must be called on the thread.
    nonisolated func visitAtOnce() { assumeIsolated { $0.visits += 1 } }

    func visit() async {
        #expect(executor.isIsolatingCurrentContext() == true)
        await Task.yield()
        visits += 1
    }
}

/// Hands each job to an executor, to be run at an instant.
private final class Delaying<C: Clock>: TaskExecutor where C.Instant: Sendable {
    let executor: SingleThreadExecutor
    let instant: C.Instant
    let clock: C

    init(executor: SingleThreadExecutor, instant: C.Instant, clock: C) {
        (self.executor, self.instant, self.clock) = (executor, instant, clock)
    }

    func enqueue(_ job: consuming ExecutorJob) { executor.enqueue(job, at: instant, tolerance: nil, clock: clock) }
}
#endif
