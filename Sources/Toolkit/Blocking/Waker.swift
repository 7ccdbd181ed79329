#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Ends the wait of a thread in poll(2), from any other thread.
///
/// A waker is raised or not. If it is raised before a wait begins, it ends that wait too, so no call to ``wakeUp()`` is
/// lost. It is a pipe that has one byte while the waker is raised. It holds two descriptors, which child processes do
/// not inherit. All methods may be called on any thread at any time.
public final class Waker: Sendable {
    /// The descriptor for poll(2) with `POLLIN`, readable while the waker is raised; invalid after ``close()``.
    public let number: CInt
    private let writingEnd: CInt
    /// Whether the waker is raised, whether it is closed, and the number of threads that use the descriptors.
    ///
    /// No lock is held during a system call, because the woken thread would wait for it until the waking call has
    /// ended. If the waker is raised, there is one byte, in the pipe or about to be written.
    private let state = AtomicNumber(0)
    private static let (up, closed, user) = (1, 2, 4)

    /// Creates a waker that is not raised; `nil` if the system cannot create a pipe, with the reason in `errno`.
    public init?() {
        guard let ends = try? Descriptor.pipe() else { return nil }
        (number, writingEnd) = (ends.output.release(), ends.input.release())
    }

    deinit { close() }

    /// Raises the waker; no effect if it is raised or closed.
    public func wakeUp() {
        guard use(if: { $0 & (Self.up | Self.closed) == 0 }, setting: Self.up) else { return }
        var byte: UInt8 = 1
        var isUp = false
        // After a lost byte, the wait would not end.
        for _ in 0..<3 where !isUp { isUp = unsafe write(writingEnd, &byte, 1) == 1 }
        endUse(clearing: isUp ? 0 : Self.up)
    }

    /// Clears the waker, so that it is no longer raised.
    ///
    /// Call it before you check the state that the waker announces: a change in the meantime raises it again. Never
    /// clear a waker that means "stop". If another thread is raising it at this moment, it stays raised.
    public func clear() {
        guard use(if: { $0 & (Self.up | Self.closed) == Self.up }) else { return }
        var byte: UInt8 = 0
        let isRead = unsafe read(number, &byte, 1) == 1
        endUse(clearing: isRead ? Self.up : 0)
    }

    /// Begins to use the descriptors if the state allows it, and returns whether it does.
    private func use(if isAllowed: (Int) -> Bool, setting bit: Int = 0) -> Bool {
        // A write that changes nothing: the thread that clears the waker later sees the earlier writes of the caller.
        var known = state.set(bits: 0).newValue
        while isAllowed(known) {
            let (isDone, seen) = change(known, to: (known | bit) + Self.user)
            if isDone { return true }
            known = seen
        }
        return false
    }

    private func endUse(clearing bit: Int) {
        var known = state.value
        while true {
            let next = (known & ~bit) - Self.user
            let (isDone, seen) = change(known, to: next)
            if isDone { return closeIfLast(next) }
            known = seen
        }
    }

    private func change(_ known: Int, to next: Int) -> (exchanged: Bool, original: Int) {
        state.replace(known, with: next)
    }

    /// Waits until the waker is raised, with a time limit, and does not clear it.
    ///
    /// A limit of `nil` means no limit.
    ///
    /// - Returns: Whether the waker is raised; `false` if the time has passed, or if a signal interrupted the wait.
    public func wait(atMost limit: Duration?) -> Bool {
        var waits = [pollfd.toRead(number)]
        return Poll.wait(for: &waits, atMost: limit) > 0
    }

    /// The event that ended a wait for a descriptor.
    public enum Event: Hashable, Sendable {
        /// The waker is raised.
        case raised
        /// The descriptor has data, is at its end, or has failed; read(2) reports which.
        case readable
        /// The time has passed.
        case timePassed
    }

    /// Waits until a descriptor can be read or the waker is raised, and does not clear it.
    ///
    /// If both hold, the result is ``Event/raised``. Signals do not end the wait. A limit of `nil` means no limit. The
    /// descriptor, such as that of a FIFO or a socket, must be open until this returns. If the system cannot wait for
    /// it, the result is ``Event/readable``.
    public func wait(toRead descriptor: CInt, atMost limit: Duration? = nil) -> Event {
        var waits = [pollfd.toRead(number), pollfd.toRead(descriptor)]
        let deadline = limit.map { ContinuousClock.now + $0 }
        do throws(Errno) { guard try Poll.wait(for: &waits, until: deadline) else { return .timePassed } } catch {
            return .readable
        }
        return waits[0].isReady ? .raised : .readable
    }

    /// Closes both descriptors, at the latest when the last reference is released.
    ///
    /// No thread may still wait for them. Callers that count descriptors use it. A second call has no effect.
    public func close() {
        let known = state.set(bits: Self.closed)
        if known.oldValue != known.newValue { closeIfLast(known.newValue) }
    }

    /// Closes the descriptors if the waker is closed and they are not in use.
    private func closeIfLast(_ state: Int) {
        guard state & Self.closed != 0, state < Self.user else { return }
        for end in [number, writingEnd] { closeDescriptor(end) }
    }

    /// Returns the timeout for poll(2): whole milliseconds, rounded up so that the last one is not spent spinning.
    ///
    /// It is -1 for `nil`, which means no limit, zero for a time of zero or less, and at most the maximum of the type,
    /// which is 24 days.
    public static func pollTimeout(_ limit: Duration?) -> Int32 { Poll.timeout(limit) }
}

/// Calls close(2), whose name is another function inside the type.
private func closeDescriptor(_ number: CInt) { _ = close(number) }
