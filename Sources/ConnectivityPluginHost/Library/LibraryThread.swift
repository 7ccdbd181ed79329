#if os(Linux)
internal import ConnectivityBlocking
internal import ConnectivityCore
internal import ConnectivitySupport
internal import ConnectivitySystem
internal import Glibc

/// The thread on which every call of one library is made, one after the other.
///
/// A call cannot be interrupted: whoever no longer waits for it leaves it behind, and its answer is dropped. One that takes
/// longer than a second keeps the library from being asked until it returns. So this is no ``BlockingDriver``, which handles
/// cancellations on the thread of the library.
final class LibraryThread: Sendable {
    /// What the library is asked, on its thread.
    typealias Request = @Sendable (inout LibraryCalls) throws(PluginFault) -> JSON

    private struct Call: Sendable {
        let number: Int
        let request: Request
        let continuation: CheckedContinuation<PluginReply, Never>
    }

    private struct State {
        /// The calls that wait for the thread, first come, first served.
        var waiting: [Call] = []
        /// The call that the thread makes, while its task waits for it.
        var current: Call?
        /// When the call that the thread makes began, by a clock that stands still while the system is suspended.
        var start: SuspendingClock.Instant?
        var lastNumber = 0
        var isEnding = false
    }

    /// How long a call may take before the library is not asked any more.
    private static var hang: Duration { .seconds(1) }
    /// How long one sleeps at once until a call is late: a sleep that is cancelled has its memory until it would have ended.
    private static var nap: Duration { .milliseconds(50) }

    private let state = Mutex(State())
    private let waker: Waker

    /// Starts the thread, which lives until ``end()``.
    init() throws(PluginFault) {
        guard let waker = Waker() else {
            let number = errno
            throw PluginFault(
                .start,
                "no pipe for its thread: \(Errno(number))",
                shortage: ProbeFailure.Resource(errno: number)
            )
        }
        self.waker = waker
        do throws(DedicatedThread.Refusal) {
            try DedicatedThread.startIfPossible { self.run() }
        } catch {
            throw PluginFault(.start, error.description, shortage: .threads)
        }
    }

    /// Lets the thread end when no call waits any more.
    func end() {
        state.withLock { $0.isEnding = true }
        waker.wakeUp()
    }

    /// Asks the library, and waits for its answer at most until an instant and not longer than the task is wanted.
    func ask(until end: ContinuousClock.Instant, _ request: @escaping Request) async throws(PluginFault) -> JSON {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let reply = await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while case let rest = end - .now, rest > .zero {
                    do { try await Task.sleep(for: min(rest, Self.nap)) } catch { return }
                }
                self.giveUp(number, .late)
            }
            defer { group.cancelAll() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation {
                    add(Call(number: number, request: request, continuation: $0), until: end)
                }
            } onCancel: {
                giveUp(number, .cancelled)
            }
        }
        return try reply.get()
    }

    private func add(_ call: Call, until end: ContinuousClock.Instant) {
        let refusal = state.withLock { state -> PluginFault? in
            if let start = state.start, case let age = SuspendingClock.now - start, age > Self.hang {
                let seconds = age.components.seconds
                return PluginFault(.resting, "a call has not returned for \(seconds) s; it is not asked until then")
            }
            let others = state.waiting.count + (state.start == nil ? 0 : 1)
            guard others < PluginLimits.calls else {
                return PluginFault(.busy, "\(others) requests wait for it already")
            }
            state.waiting.append(call)
            return nil
        }
        if let refusal { return call.continuation.resume(returning: .failure(refusal)) }
        waker.wakeUp()
        // Both may have happened before there was anything to give up.
        if Task.isCancelled { giveUp(call.number, .cancelled) }
        if end <= .now { giveUp(call.number, .late) }
    }

    /// Ends the wait for a call, unless its answer is there; any number of times.
    private func giveUp(_ number: Int, _ kind: PluginFault.Kind) {
        let call = state.withLock { state -> Call? in
            if state.current?.number == number { return state.current.take() }
            return state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        let detail = kind == .late ? "it did not answer in time" : "the request was cancelled"
        call?.continuation.resume(returning: .failure(PluginFault(kind, detail)))
    }

    // MARK: The thread

    private func run() {
        var calls = LibraryCalls()
        while true {
            // Cleared before the calls are taken, so that no later one is missed.
            waker.clear()
            while let request = next() {
                let reply: PluginReply
                do throws(PluginFault) { reply = .success(try request(&calls)) } catch { reply = .failure(error) }
                finished()?.continuation.resume(returning: reply)
            }
            if state.withLock({ $0.isEnding }) { break }
            _ = waker.wait(atMost: nil)
        }
        calls.end()
        waker.close()
    }

    private func next() -> Request? {
        state.withLock { state in
            guard !state.waiting.isEmpty else { return nil }
            let call = state.waiting.removeFirst()
            (state.current, state.start) = (call, .now)
            return call.request
        }
    }

    /// The call that was made, if its task still waits.
    private func finished() -> Call? {
        state.withLock { state in
            state.start = nil
            return state.current.take()
        }
    }
}
#endif
