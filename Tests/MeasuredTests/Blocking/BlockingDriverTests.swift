import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

/// Tests the driver with a toy library.
@Suite struct `A blocking driver` {
    private let log = Toy.Log()

    private func driver(rest: Duration = .seconds(10)) -> BlockingDriver<Toy> {
        BlockingDriver(rest: rest) { [log] () throws(Toy.Failure) in Toy(log) }
    }

    @Test func `A blocking driver runs five hundred jobs at once on one thread with correct answers`() async throws {
        let driver = driver()
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let isShort = number.isMultiple(of: 2)
                    let request: Toy.Request = isShort ? .atOnce(number) : .after(.milliseconds(200), number)
                    return try await driver.run(request) == .done(number)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        // Serially, the jobs would take fifty seconds.
        #expect(ContinuousClock.now - start < .seconds(40))
        let counts = log.now
        #expect(counts.made == 1 && counts.begun == 500 && counts.ended == 250)
        #if os(Linux)
        expect(counts.threads.count, 1)
        #endif
    }

    @Test func `A blocking driver does not set up its library before the first job`() {
        withExtendedLifetime(driver()) {}
        expect(log.now.made, 0)
    }

    @Test func `A blocking driver begins no job for a task that is already cancelled`() async {
        let driver = driver()
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                await #expect(throws: BlockingRefusal<Toy.Failure>.cancelled) { try await driver.run(.never) }
            }
        }
        expect(log.now.made, 0)
    }

    @Test func `A blocking driver cancels a job whose start and cancellation arrive together`() async throws {
        let driver = driver()
        let gate = Gate()
        let held = Task(executorPreference: AtOnce()) { try await driver.run(.held(gate)) }
        gate.waitForThread()
        // The thread is blocked, so the start and the cancellation are queued together.
        let job = Task(executorPreference: AtOnce()) { try await driver.run(.never) }
        job.cancel()
        gate.open()
        try await expect(job.value, .cancelled)
        try await expect(held.value, .done(0))
        #expect(log.now.begun == 2 && log.now.cancelled == 1)
    }

    @Test func `A blocking driver ignores the cancellation of a job that has already ended`() async throws {
        let driver = driver()
        let gate = Gate()
        let held = Task(executorPreference: AtOnce()) { try await driver.run(.held(gate)) }
        gate.waitForThread()
        let job = Task(executorPreference: AtOnce()) { try await driver.run(.atOnce(7)) }
        job.cancel()
        gate.open()
        try await expect(job.value, .done(7))
        try await expect(held.value, .done(0))
        expect(log.now.cancelled, 0)
    }

    @Test func `A blocking driver answers each of two thousand randomly cancelled jobs once`() async throws {
        let driver = driver()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2000 {
                let job = Task { [log] in
                    let time = Duration.microseconds(Int.random(in: 0...3000))
                    let answer = try? await driver.run(
                        number.isMultiple(of: 3) ? .atOnce(number) : .after(time, number)
                    )
                    #expect(answer == .done(number) || answer == .cancelled || answer == nil)
                    if answer != nil { log.update { $0.answered += 1 } }
                }
                group.addTask {
                    if number.isMultiple(of: 5) { try? await Task.sleep(for: .microseconds(Int.random(in: 0...3000))) }
                    job.cancel()
                    await job.value
                }
            }
        }
        let counts = log.now
        // Every caller got an answer; of the jobs that began, none was forgotten and none ended twice.
        expect(counts.answered, counts.begun)
        #expect(counts.begun >= counts.cancelled + counts.ended)
    }

    @Test func `A blocking driver loses no job while its thread ends and restarts after each one`() async throws {
        let driver = driver(rest: .zero)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for number in 0..<500 {
                        let answer = try await driver.run(
                            number.isMultiple(of: 2) ? .atOnce(number) : .after(.zero, number)
                        )
                        expect(answer, .done(number))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(log.now.made == 1 && log.now.begun == 2000)
    }

    #if os(Linux)
    private func isGone(_ threads: Set<String>) -> Bool {
        threads.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0)") }
    }

    @Test func `A blocking driver ends its idle thread and keeps its library for the next job`()
        async throws
    {
        let driver = driver(rest: .milliseconds(20))
        try await expect(driver.run(.after(.milliseconds(100), 1)), .done(1))
        let threads = log.now.threads
        #expect(try await eventually { isGone(threads) })
        try await expect(driver.run(.atOnce(2)), .done(2))
        expect(log.now.threads.count, 2)
        #expect(log.now.made == 1 && log.now.gone == 0)
    }

    @Test func `A blocking driver ends its thread and releases its library in deinit`() async throws {
        do {
            let driver = driver()
            try await expect(driver.run(.atOnce(1)), .done(1))
        }
        #expect(try await eventually { log.now.gone == 1 })
        let threads = log.now.threads
        #expect(try await eventually { isGone(threads) })
    }
    #endif

    @Test func `A blocking driver releases its library in deinit even if its thread has already ended`() async throws {
        do {
            let driver = driver(rest: .zero)
            try await expect(driver.run(.atOnce(1)), .done(1))
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try await eventually { log.now.gone == 1 })
    }

    @Test func `A blocking driver throws if its library set-up fails, and retries with the next job`() async throws {
        let driver = BlockingDriver { [log] () throws(Toy.Failure) in
            log.update { $0.tries += 1 }
            if log.now.tries == 1 { throw Toy.Failure() }
            return Toy(log)
        }
        await #expect(throws: BlockingRefusal.library(Toy.Failure())) { try await driver.run(.atOnce(1)) }
        try await expect(driver.run(.atOnce(2)), .done(2))
    }
}
