#if os(Linux)
internal import CProgram
internal import ConnectivityCore
internal import Synchronization

/// A call of a library, whose memory serves many calls, one after the other.
///
/// One side has it at a time: whoever asks, or the thread of the library. A lock, and memory that one thread allocates and
/// another one frees, would take longer than most calls.
///
/// `@unchecked Sendable`: `state` says which side has everything else, and hands it over.
@safe final class LibraryCall: @unchecked Sendable {
    enum Request {
        case introduction(of: LibraryFile)
        case verdict
    }

    private enum State: UInt8, AtomicRepresentable {
        /// Whoever asks has it.
        case answered
        /// The thread has it.
        case asked
        /// The thread has it, but for `continuation`, with which a task waits.
        case awaited
        /// The thread has it, and nobody waits.
        case late, cancelled
    }

    /// How often a caller looks for the result before it suspends: about 10 µs.
    private static var looks: Int { LibraryQueue.isAlone ? 0 : 500 }
    /// How long one sleeps at once until a call is late: a sleep that is cancelled has its memory until it would have ended.
    private static var nap: Duration { .milliseconds(50) }

    private let state = Atomic(State.answered)
    private var outcome: Result<LibraryReply, PluginFault> = .success(LibraryReply([]))
    private var continuation: CheckedContinuation<State, Never>?
    private let request: Request
    private var exchange = LibraryExchange()
    /// The call that waits for the thread since before this one.
    var next: Unmanaged<LibraryCall>?

    init(_ request: Request) { self.request = request }

    /// Writes what the library is asked.
    func write(_ use: LibraryUse, _ exchange: borrowing ProbeExchange) throws(PluginFault) {
        try self.exchange.write(use, exchange)
    }

    // MARK: Making

    /// Gives it to the thread.
    func begin() { state.store(.asked, ordering: .releasing) }

    /// Makes the call on the thread of the library, unless nobody waits.
    func run(_ calls: inout LibraryCalls) {
        switch state.load(ordering: .acquiring) {
        case .late, .cancelled, .answered: return
        case .asked, .awaited: break
        }
        do throws(PluginFault) {
            let reply = try reply(of: &calls)
            // A library says few different things: then both sides need not count references to another reply.
            let isKnown = if case .success(let known) = outcome { known === reply } else { false }
            if !isKnown { outcome = .success(reply) }
        } catch {
            outcome = .failure(error)
        }
        guard state.exchange(.answered, ordering: .acquiringAndReleasing) == .awaited else { return }
        continuation?.resume(returning: .answered)
    }

    private func reply(of calls: inout LibraryCalls) throws(PluginFault) -> LibraryReply {
        switch request {
        case .introduction(let file):
            try calls.load(file)
            return try calls.introduction()
        case .verdict: return try calls.verdict(on: exchange)
        }
    }

    // MARK: Waiting

    /// Whether whoever asked has it again, so that the memory can serve the next call.
    var isOver: Bool { state.load(ordering: .acquiring) == .answered }

    /// Waits for the result, at most until an instant and not longer than the task is wanted.
    func result(until end: ContinuousClock.Instant) async throws(PluginFault) -> LibraryReply {
        var looks = Self.looks
        while !isOver, looks > 0 {
            looks -= 1
            connectivity_pause()
        }
        switch isOver ? .answered : await wait(until: end) {
        case .late: throw PluginFault(.late, "it did not answer in time")
        case .cancelled: throw PluginFault(.cancelled, "the request was cancelled")
        case .answered, .asked, .awaited:
            exchange.clear()
            return try outcome.get()
        }
    }

    private func wait(until end: ContinuousClock.Instant) async -> State {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while case let rest = end - .now, rest > .zero {
                    do { try await Task.sleep(for: min(rest, Self.nap)) } catch { return }
                }
                self.giveUp(.late)
            }
            defer { group.cancelAll() }
            return await withTaskCancellationHandler {
                await wait()
            } onCancel: {
                giveUp(.cancelled)
            }
        }
    }

    private func wait() async -> State {
        await withCheckedContinuation { continuation in
            self.continuation = continuation
            let (isAwaited, known) = state.compareExchange(
                expected: .asked,
                desired: .awaited,
                ordering: .acquiringAndReleasing
            )
            if !isAwaited { continuation.resume(returning: known) }
        }
    }

    /// Ends the wait, unless the result is there; any number of times.
    private func giveUp(_ end: State) {
        for wait in [State.asked, .awaited] {
            let (isOver, _) = state.compareExchange(expected: wait, desired: end, ordering: .acquiringAndReleasing)
            guard isOver else { continue }
            if wait == .awaited { continuation?.resume(returning: end) }
            return
        }
    }
}
#endif
