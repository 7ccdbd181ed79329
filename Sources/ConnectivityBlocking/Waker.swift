internal import ConnectivitySupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Ends the wait of a thread in poll(2), from any other thread.
///
/// A waker is up or down; raised before a wait begins, it ends that too, so no call to ``wakeUp()`` is lost. It is a pipe
/// that holds one byte while the waker is up, and holds two descriptors, which no child of the process inherits. Any thread
/// may call anything at any time.
public final class Waker: Sendable {
    /// For poll(2) with `POLLIN`: readable while the waker is up; the number of no descriptor after ``close()``.
    public let number: CInt
    private let writingEnd: CInt
    private let state = Mutex(State())

    private struct State: Sendable {
        var isUp = false
        var isOpen = true
    }

    /// Makes a waker that is down; `nil` if the system gives no pipe, for the reason in `errno`.
    public init?() {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        (number, writingEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit { close() }

    /// Puts the waker up; without effect if it is up or closed.
    public func wakeUp() {
        state.withLock { state in
            guard state.isOpen, !state.isUp else { return }
            var byte: UInt8 = 1
            state.isUp = unsafe write(writingEnd, &byte, 1) == 1
        }
    }

    /// Takes the waker down.
    ///
    /// Call it before you look at what a waker tells of: what is told meanwhile puts it up again. A waker that says "stop" is
    /// never taken down.
    public func clear() {
        state.withLock { state in
            guard state.isOpen, state.isUp else { return }
            var byte: UInt8 = 0
            state.isUp = unsafe read(number, &byte, 1) != 1
        }
    }

    /// Waits until the waker is up, for a time at most, and leaves it as it is.
    ///
    /// - Parameter limit: The longest time; `nil` for ever.
    /// - Returns: Whether the waker is up; `false` if the time has passed, or a signal came in between.
    public func wait(atMost limit: Duration?) -> Bool {
        var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&wait, 1, Self.pollTimeout(limit)) > 0
    }

    /// Closes both descriptors, at the latest when the last owner ends; nothing may wait for them any more.
    ///
    /// For callers that count descriptors. The second time has no effect.
    public func close() {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        guard wasOpen else { return }
        for end in [number, writingEnd] { closeDescriptor(end) }
    }

    /// The number that poll(2) takes for a time: whole milliseconds, rounded up so that the last one is not spent spinning.
    ///
    /// - Parameter limit: The time; `nil` for ever, nothing or less for not at all.
    /// - Returns: The milliseconds, at most as many as the type holds, which is 24 days; -1 for ever.
    public static func pollTimeout(_ limit: Duration?) -> Int32 {
        guard let limit else { return -1 }
        let (seconds, attoseconds) = max(.zero, limit).components
        guard seconds < Int64(Int32.max) / 1000 else { return .max }
        let perMillisecond: Int64 = 1_000_000_000_000_000
        return Int32(seconds * 1000 + (attoseconds + perMillisecond - 1) / perMillisecond)
    }
}

/// close(2), which inside of the type is another function.
private func closeDescriptor(_ number: CInt) { _ = close(number) }
