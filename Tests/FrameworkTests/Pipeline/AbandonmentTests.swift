import ConnectivityToolkit
import Dispatch
import TestSupport
import Testing

/// Runs jobs on a queue and counts them.
private final class CountingExecutor: TaskExecutor {
    private let count = Lock(0)

    var jobCount: Int { count.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        count.withLock { $0 += 1 }
        DispatchQueue.global().async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

@Suite struct AbandonmentTests {
    @Test func `Work that can be abandoned runs on the executor that its caller prefers`() async {
        let executor = CountingExecutor()
        await withTaskExecutorPreference(executor) {
            let before = executor.jobCount
            #expect(await abandonable { _ in executor.jobCount } > before)
        }
    }

    @Test func `Without a preference that the system can name, it runs on the executor of the simulation`() async {
        let executor = CountingExecutor()
        await SimulatedExecutor.$current.withValue(executor) {
            await expect(abandonable { _ in executor.jobCount }, 1)
        }
        await expect(abandonable { _ in executor.jobCount }, 1, "elsewhere it does not")
    }
}
