#if os(Linux)
internal import CProgram
internal import Synchronization

/// A call of a library, whose first result counts.
final class LibraryCall: Sendable {
    enum Request {
        case introduction(ofLibraryAt: String)
        case verdict(LibraryExchange)
    }

    typealias Outcome = Result<LibraryReply, PluginFault>

    /// How often a caller looks for the result before it suspends: about 10 µs.
    private static var looks: Int { LibraryThread.isAlone ? 0 : 500 }
    /// How long one sleeps at once until a call is late: a sleep that is cancelled has its memory until it would have ended.
    private static var nap: Duration { .milliseconds(50) }

    private enum Phase {
        case open
        case awaited(CheckedContinuation<Outcome, Never>)
        case over(Outcome)
    }

    /// Kept as long as the call, so that the memory is freed where it was allocated, which is faster.
    private let request: Request
    private let phase = Mutex(Phase.open)
    private let over = Atomic(false)

    init(_ request: Request) { self.request = request }

    /// Makes the call on the thread of the library, unless it is over.
    func run(_ calls: inout LibraryCalls) {
        guard !isOver else { return }
        do throws(PluginFault) { end(.success(try calls.reply(to: request))) } catch { end(.failure(error)) }
    }

    private var isOver: Bool { over.load(ordering: .acquiring) }

    private var result: Outcome? {
        phase.withLock { if case .over(let result) = $0 { result } else { nil } }
    }

    private func end(_ result: Outcome) {
        let continuation: CheckedContinuation<Outcome, Never>? = phase.withLock { phase in
            switch phase {
            case .over: return nil
            case .open:
                phase = .over(result)
                return nil
            case .awaited(let continuation):
                phase = .over(result)
                return continuation
            }
        }
        over.store(true, ordering: .releasing)
        continuation?.resume(returning: result)
    }

    /// Waits for the result, at most until an instant and not longer than the task is wanted; only once.
    func result(until end: ContinuousClock.Instant) async throws(PluginFault) -> LibraryReply {
        for _ in 0..<Self.looks {
            if isOver { break }
            connectivity_pause()
        }
        if let result { return try result.get() }
        return try await lateResult(until: end).get()
    }

    private func lateResult(until end: ContinuousClock.Instant) async -> Outcome {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while case let rest = end - .now, rest > .zero {
                    do { try await Task.sleep(for: min(rest, Self.nap)) } catch { return }
                }
                self.end(.failure(PluginFault(.late, "it did not answer in time")))
            }
            defer { group.cancelAll() }
            return await withTaskCancellationHandler {
                await wait()
            } onCancel: {
                self.end(.failure(PluginFault(.cancelled, "the request was cancelled")))
            }
        }
    }

    private func wait() async -> Outcome {
        await withCheckedContinuation { continuation in
            let result: Outcome? = phase.withLock { phase in
                if case .over(let result) = phase { return result }
                phase = .awaited(continuation)
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }
}
#endif
