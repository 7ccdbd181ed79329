#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The identifier of a job of a ``BlockingDriver``; it is not reused.
public struct BlockingJob: Hashable, Sendable {
    /// The number.
    public let number: UInt64

    /// Creates an identifier; a driver creates those of its jobs, and tests of a library create others.
    public init(_ number: UInt64) { self.number = number }
}

/// A C library that runs many jobs concurrently on one thread, and blocks the thread while it waits.
///
/// A conforming type adapts the library; a ``BlockingDriver`` owns the thread. All methods are called on that thread, one call
/// after the other, so nothing needs a lock. After a pause the thread may be a different one, but there are never two at a time.
///
/// Each turn of the thread calls ``begin(_:_:)`` and ``cancel(_:)`` for the new requests and cancellations, in order, then
/// ``takeEnded()``, then ``wait(for:atMost:)``.
public protocol BlockingLibrary: SendableMetatype {
    /// The input of a job.
    associatedtype Request: Sendable
    /// The result of a job, including failures.
    associatedtype Answer: Sendable
    /// The error of setting up the library; `Never` by default.
    associatedtype Failure: Error = Never

    /// Begins a job; must not block.
    ///
    /// The identifier stands for the job in all later calls.
    ///
    /// - Returns: The answer if the job ended at once; `nil` if it continues.
    mutating func begin(_ job: BlockingJob, _ request: Request) -> Answer?

    /// Ends a running job and releases its resources; must not block.
    ///
    /// It is called if the task of the job was cancelled, or if the driver ends. The job began, did not end at once,
    /// and was not returned by ``takeEnded()``. No later call refers to it.
    ///
    /// - Returns: The answer for the caller, such as a failure that says "cancelled", with the partial result.
    mutating func cancel(_ job: BlockingJob) -> Answer

    /// Does the work that is possible without waiting, and removes the jobs that have ended.
    /// - Returns: Each job that has ended since the last call, once, with its answer.
    mutating func takeEnded() -> [(job: BlockingJob, answer: Answer)]

    /// Waits until an event for a job occurs, the waker is raised, or the time has passed.
    ///
    /// It is also called without any job, so that the library can clean up. It may return early, but if it does so
    /// repeatedly without a reason, it keeps a processor busy.
    ///
    /// - Parameters:
    ///   - waker: Ends the wait when it is raised: wait for its ``Waker/number`` together with your own descriptors, and
    ///     do not clear it.
    ///   - limit: The maximum time; zero means to check without waiting.
    mutating func wait(for waker: Waker, atMost limit: Duration)
}

/// The reason why a ``BlockingDriver`` did not begin a job.
public enum BlockingRefusal<Failure: Error>: Error {
    /// The task was cancelled before the job began, or the process is exiting.
    case cancelled
    /// The system could not create the pipe that wakes the thread; the value is the error number (errno(3)).
    case noPipe(Int32)
    /// The system could not create the thread; the value is the error number (errno(3)).
    case noThread(Int32)
    /// The library could not be set up.
    case library(Failure)
}

extension BlockingRefusal: Equatable where Failure: Equatable {}

/// Runs any number of concurrent jobs of a blocking C library on one dedicated thread.
///
/// ```swift
/// let driver = BlockingDriver { Transfers() }
/// let answer = try await driver.run(request)
/// ```
///
/// The first job sets up the library and starts the thread. The thread ends when there has been no job for a while, and
/// at once when the driver ends. The library is kept for the next job, and ends with the driver. A driver that is not
/// used therefore costs nothing, and an idle one costs two descriptors and the resources of the library.
///
/// The thread handles requests and cancellations in the order of the calls, and answers each job once. The thread
/// is registered with the `ExitBarrier`: when the process exits, every job is cancelled first.
public final class BlockingDriver<Library: BlockingLibrary>: Sendable {
    /// The error of a job that did not begin.
    public typealias Refusal = BlockingRefusal<Library.Failure>

    private let inbox: Inbox<Library>

    /// Creates a driver; it has no effect until the first job.
    ///
    /// - Parameters:
    ///   - rest: The time for which the thread waits for a new job before it ends.
    ///   - makeLibrary: Sets up the library; called by the first job on the thread of its task, and again by the next job
    ///     if it threw. The result must not be shared.
    public init(
        rest: Duration = .seconds(10),
        _ makeLibrary: @escaping @Sendable () throws(Library.Failure) -> Library
    ) {
        inbox = Inbox(rest: rest, makeLibrary)
    }

    deinit { inbox.close() }

    /// Runs a job and waits for its answer without blocking a thread.
    ///
    /// Cancelling the task ends the job at once, with the answer of ``BlockingLibrary/cancel(_:)``; if the job ends at
    /// the same moment, its own answer may be first.
    ///
    /// - Throws: The reason why the job did not begin.
    public func run(_ request: Library.Request) async throws(Refusal) -> Library.Answer {
        // If the task is already cancelled, the thread need not start.
        if Task.isCancelled { throw .cancelled }
        // This call may hold the only reference to the driver, whose end would end the job.
        defer { withExtendedLifetime(self) {} }
        let job = inbox.newJob()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.submit(job, request, continuation)
                // A cancellation before the submission had nothing to cancel.
                if Task.isCancelled { inbox.cancel(job) }
            }
        } onCancel: {
            inbox.cancel(job)
        }
        return try result.get()
    }
}

/// A command to the thread of a driver; one type for all libraries, so that nothing asks the runtime for its layout.
private enum Command: Sendable {
    /// The object is a `Job`.
    case begin(BlockingJob, any AnyObject & Sendable)
    case cancel(BlockingJob)
}

/// The state that the callers of a driver and its thread share under the lock.
private struct InboxState: Sendable {
    /// The requests and cancellations that the thread has not received.
    var commands: [Command] = []
    var lastNumber: UInt64 = 0
    var waker: Waker?
    var isRunning = false
    var isClosed = false
}

/// A job that waits for its answer.
private final class Job<Library: BlockingLibrary>: Sendable {
    let request: Library.Request
    let continuation: Inbox<Library>.Continuation

    init(_ request: Library.Request, _ continuation: Inbox<Library>.Continuation) {
        (self.request, self.continuation) = (request, continuation)
    }
}

/// The state that the callers of a driver share with its thread.
///
/// `@unchecked Sendable`: the library belongs to the one running thread, or is stored here while no thread runs; it
/// changes hands under the lock. Everything else is sendable.
private final class Inbox<Library: BlockingLibrary>: @unchecked Sendable {
    typealias Refusal = BlockingRefusal<Library.Failure>
    typealias Continuation = CheckedContinuation<Result<Library.Answer, Refusal>, Never>

    /// The maximum wait if there are jobs and the library has no deadline.
    private static var longestWait: Duration { .seconds(60) }

    private let state = Lock(InboxState())
    private let rest: Duration
    private let makeLibrary: @Sendable () throws(Library.Failure) -> Library
    /// The library while no thread is running.
    private var library: Library?

    init(rest: Duration, _ makeLibrary: @escaping @Sendable () throws(Library.Failure) -> Library) {
        self.rest = rest
        self.makeLibrary = makeLibrary
    }

    func newJob() -> BlockingJob {
        state.withLock { state in
            state.lastNumber += 1
            return BlockingJob(state.lastNumber)
        }
    }

    func submit(_ job: BlockingJob, _ request: Library.Request, _ continuation: Continuation) {
        let command = Command.begin(job, Job<Library>(request, continuation))
        let refusal = state.withLock { state -> Refusal? in
            do throws(Refusal) {
                try start(&state)
                enqueue(command, &state)
                return nil
            } catch {
                return error
            }
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
    }

    /// Requests the end of a job; a job that has ended, or was never submitted, is ignored.
    func cancel(_ job: BlockingJob) {
        state.withLock { state in
            if state.isRunning { enqueue(.cancel(job), &state) }
        }
    }

    /// Makes the thread end every job and then itself; no further thread is started.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waker?.wakeUp()
        }
    }

    private func enqueue(_ command: Command, _ state: inout InboxState) {
        state.commands.append(command)
        // If there were commands before, the thread was already woken and has not received them yet.
        if state.commands.count == 1 { state.waker?.wakeUp() }
    }

    /// Starts the thread if it is not running.
    private func start(_ state: inout InboxState) throws(Refusal) {
        if state.isClosed { throw .cancelled }
        if state.isRunning { return }
        if state.waker == nil {
            guard let waker = Waker() else { throw .noPipe(errno) }
            state.waker = waker
        }
        if library == nil {
            do throws(Library.Failure) { library = try makeLibrary() } catch { throw .library(error) }
        }
        guard let waker = state.waker, let pass = ExitBarrier.enter(stop: { self.close() }) else { throw .cancelled }
        do throws(DedicatedThread.Refusal) {
            try DedicatedThread.startIfPossible {
                self.run(waker)
                ExitBarrier.leave(pass)
            }
            state.isRunning = true
        } catch {
            ExitBarrier.leave(pass)
            throw .noThread(error.number)
        }
    }

    private func takeCommands() -> (commands: [Command], isClosed: Bool) {
        state.withLock { state in
            defer { state.commands = [] }
            return (state.commands, state.isClosed)
        }
    }

    /// Stores the library if there are no new commands; the calling thread must end if this returns `true`.
    private func release(_ library: Library) -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty, !state.isClosed else { return false }
            self.library = library
            state.isRunning = false
            return true
        }
    }

    private func acquire() -> Library? {
        state.withLock { _ in
            defer { library = nil }
            return library
        }
    }

    /// Runs the thread until the driver has no job for a while, or closes.
    private func run(_ waker: Waker) {
        guard var library = acquire() else { return }
        var waiting: [BlockingJob: any AnyObject & Sendable] = [:]
        func take(_ number: BlockingJob) -> Continuation? {
            (waiting.removeValue(forKey: number) as? Job<Library>)?.continuation
        }
        var restEnd: ContinuousClock.Instant?
        while true {
            // The waker is cleared before the commands are received, so that no later command is missed.
            waker.clear()
            let (commands, isClosed) = takeCommands()
            for command in commands {
                switch command {
                case .begin(let number, let object):
                    guard let job = object as? Job<Library> else { continue }
                    if let answer = library.begin(number, job.request) {
                        job.continuation.resume(returning: .success(answer))
                    } else {
                        waiting[number] = job
                    }
                case .cancel(let job):
                    guard let continuation = take(job) else { continue }
                    continuation.resume(returning: .success(library.cancel(job)))
                }
            }
            if isClosed { break }
            for ended in library.takeEnded() {
                take(ended.job)?.resume(returning: .success(ended.answer))
            }
            guard waiting.isEmpty else {
                restEnd = nil
                library.wait(for: waker, atMost: Self.longestWait)
                continue
            }
            let now = ContinuousClock.now
            let end = restEnd ?? now + rest
            restEnd = end
            if end <= now, release(library) { return }
            library.wait(for: waker, atMost: max(.zero, end - now))
        }
        for number in waiting.keys { take(number)?.resume(returning: .success(library.cancel(number))) }
    }
}
