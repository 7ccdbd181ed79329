internal import ConnectivitySupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// One job of a ``BlockingDriver``, by a number that is not used again.
public struct BlockingJob: Hashable, Sendable {
    /// The number.
    public let number: UInt64

    /// Makes a name for a job; a driver makes its own, and tests of a library make some.
    /// - Parameter number: The number.
    public init(_ number: UInt64) { self.number = number }
}

/// A C library that does many jobs at once on one thread, and blocks it while it waits.
///
/// This is what is particular about a library; a ``BlockingDriver`` has the thread. Everything here is called on that thread,
/// one call after the other, so nothing needs a lock. The thread may be another one after a pause, never two at a time.
///
/// A round of the thread is: ``begin(_:_:)`` and ``cancel(_:)`` for what was asked meanwhile, in that order;
/// ``takeEnded()``; ``wait(for:atMost:)``.
public protocol BlockingLibrary: SendableMetatype {
    /// What a job is asked for.
    associatedtype Request: Sendable
    /// What a job ends with, a failure included.
    associatedtype Answer: Sendable
    /// Why the library cannot be set up; `Never` unless stated.
    associatedtype Failure: Error = Never

    /// Begins a job; must not block.
    ///
    /// - Parameters:
    ///   - job: The name by which the job is spoken of from here on.
    ///   - request: What is asked for.
    /// - Returns: The answer if the job ended at once; `nil` if it goes on.
    mutating func begin(_ job: BlockingJob, _ request: Request) -> Answer?

    /// Ends a job that goes on, and lets go of all that it holds; must not block.
    ///
    /// Called if the task of the job was cancelled, or the driver ends. The job is not spoken of any more.
    ///
    /// - Parameter job: A job that began, did not end at once, and was not taken by ``takeEnded()``.
    /// - Returns: The answer for whoever waits, such as a failure that says "cancelled", with what there is so far.
    mutating func cancel(_ job: BlockingJob) -> Answer

    /// Does what can be done without waiting, and takes the jobs that have ended.
    /// - Returns: Each job that has ended since the last call, with its answer, once.
    mutating func takeEnded() -> [(job: BlockingJob, answer: Answer)]

    /// Waits until something happens that is for a job, the waker is up, or the time has passed.
    ///
    /// Called with no job at all too, so that the library can tidy up. May return early, but if it does so again and again
    /// without a reason, it keeps a processor busy.
    ///
    /// - Parameters:
    ///   - waker: Ends the wait when up: wait for its ``Waker/number`` among your own, and do not take it down.
    ///   - limit: The longest time; zero to look and not wait.
    mutating func wait(for waker: Waker, atMost limit: Duration)
}

/// Why a ``BlockingDriver`` did not begin a job.
public enum BlockingRefusal<Failure: Error>: Error {
    /// The task was cancelled before the job began, or the process exits.
    case cancelled
    /// The system gives no pipe to wake the thread by, for the reason of this number (errno(3)).
    case noPipe(Int32)
    /// The library cannot be set up.
    case library(Failure)
}

extension BlockingRefusal: Equatable where Failure: Equatable {}

/// Runs the jobs of a C library that blocks, any number at once, on one thread of its own.
///
/// ```swift
/// let driver = BlockingDriver { Transfers() }
/// let answer = try await driver.run(request)
/// ```
///
/// The first job sets the library up and starts the thread. The thread ends when there has been no job for a while, and at
/// once when the driver ends; the library stays as it is for the next job, and ends with the driver. So a driver that is not
/// used costs nothing, and one that rests costs two descriptors and what the library holds.
///
/// What callers leave for the thread it gets in the order in which they left it, and each job is answered once. The thread is
/// behind the ``ExitBarrier``: when the process exits, every job is cancelled first.
public final class BlockingDriver<Library: BlockingLibrary>: Sendable {
    /// Why a job did not begin.
    public typealias Refusal = BlockingRefusal<Library.Failure>

    private let desk: Desk<Library>

    /// Creates a driver, without any effect until the first job.
    ///
    /// - Parameters:
    ///   - rest: How long the thread stays without a job.
    ///   - makeLibrary: Sets the library up; called by the first job on the thread of its task, and by the next job if it
    ///     threw. It must return something of its own, that nobody else has a hand on.
    public init(
        rest: Duration = .seconds(10),
        _ makeLibrary: @escaping @Sendable () throws(Library.Failure) -> Library
    ) {
        desk = Desk(rest: rest, makeLibrary)
    }

    deinit { desk.close() }

    /// Runs a job, and waits for its answer without holding a thread.
    ///
    /// Cancelling the task ends the job at once, with the answer of ``BlockingLibrary/cancel(_:)``; if the job ended at the
    /// same moment, its own answer may come first.
    ///
    /// - Parameter request: What is asked for.
    /// - Returns: The library's answer.
    /// - Throws: Why the job did not begin.
    public func run(_ request: Library.Request) async throws(Refusal) -> Library.Answer {
        // A task that is cancelled already need not start the thread.
        if Task.isCancelled { throw .cancelled }
        // The call may be all that holds the driver, whose end would end the job.
        defer { withExtendedLifetime(self) {} }
        let job = desk.newJob()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                desk.submit(job, request, continuation)
                // A cancellation that came before the submission found nothing to cancel.
                if Task.isCancelled { desk.cancel(job) }
            }
        } onCancel: {
            desk.cancel(job)
        }
        return try result.get()
    }
}

/// What a driver's callers and its thread share.
///
/// `@unchecked Sendable`: the library is with the one thread that runs, or lies here while none does; it changes hands under
/// the lock. All else is sendable.
private final class Desk<Library: BlockingLibrary>: @unchecked Sendable {
    typealias Refusal = BlockingRefusal<Library.Failure>
    typealias Continuation = CheckedContinuation<Result<Library.Answer, Refusal>, Never>

    enum Letter: Sendable {
        case begin(BlockingJob, Library.Request, Continuation)
        case cancel(BlockingJob)
    }

    struct State: Sendable {
        /// What was left since the thread last looked.
        var letters: [Letter] = []
        var lastNumber: UInt64 = 0
        var waker: Waker?
        var isRunning = false
        var isClosed = false
    }

    /// How long a wait lasts if there are jobs and the library knows no time itself.
    private static var longestWait: Duration { .seconds(60) }

    private let state = Mutex(State())
    private let rest: Duration
    private let makeLibrary: @Sendable () throws(Library.Failure) -> Library
    /// The library while no thread runs.
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
        let refusal = state.withLock { state -> Refusal? in
            do throws(Refusal) {
                try start(&state)
                leave(.begin(job, request, continuation), &state)
                return nil
            } catch {
                return error
            }
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
    }

    /// Asks for the end of a job; one that has ended, or was never submitted, is passed over.
    func cancel(_ job: BlockingJob) {
        state.withLock { state in
            if state.isRunning { leave(.cancel(job), &state) }
        }
    }

    /// Has the thread end every job and then itself; no other is started.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waker?.wakeUp()
        }
    }

    private func leave(_ letter: Letter, _ state: inout State) {
        state.letters.append(letter)
        // Letters that were there already have woken the thread, which has not taken them yet.
        if state.letters.count == 1 { state.waker?.wakeUp() }
    }

    /// Sees to it that the thread runs.
    private func start(_ state: inout State) throws(Refusal) {
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
        state.isRunning = true
        DedicatedThread.start {
            self.run(waker)
            ExitBarrier.leave(pass)
        }
    }

    private func takeLetters() -> (letters: [Letter], isClosed: Bool) {
        state.withLock { state in
            defer { state.letters = [] }
            return (state.letters, state.isClosed)
        }
    }

    /// Lays the library down if nobody has left anything: the thread that asks must end then.
    private func layDown(_ library: Library) -> Bool {
        state.withLock { state in
            guard state.letters.isEmpty, !state.isClosed else { return false }
            self.library = library
            state.isRunning = false
            return true
        }
    }

    private func takeUp() -> Library? {
        state.withLock { _ in
            defer { library = nil }
            return library
        }
    }

    /// What the thread does.
    private func run(_ waker: Waker) {
        guard var library = takeUp() else { return }
        var waiting: [BlockingJob: Continuation] = [:]
        var restEnd: ContinuousClock.Instant?
        while true {
            // Before the letters are taken, so that none that is left meanwhile is missed.
            waker.clear()
            let (letters, isClosed) = takeLetters()
            for letter in letters {
                switch letter {
                case .begin(let job, let request, let continuation):
                    if let answer = library.begin(job, request) {
                        continuation.resume(returning: .success(answer))
                    } else {
                        waiting[job] = continuation
                    }
                case .cancel(let job):
                    guard let continuation = waiting.removeValue(forKey: job) else { continue }
                    continuation.resume(returning: .success(library.cancel(job)))
                }
            }
            if isClosed { break }
            for ended in library.takeEnded() {
                waiting.removeValue(forKey: ended.job)?.resume(returning: .success(ended.answer))
            }
            guard waiting.isEmpty else {
                restEnd = nil
                library.wait(for: waker, atMost: Self.longestWait)
                continue
            }
            let now = ContinuousClock.now
            let end = restEnd ?? now + rest
            restEnd = end
            if end <= now, layDown(library) { return }
            library.wait(for: waker, atMost: max(.zero, end - now))
        }
        for (job, continuation) in waiting { continuation.resume(returning: .success(library.cancel(job))) }
    }
}
