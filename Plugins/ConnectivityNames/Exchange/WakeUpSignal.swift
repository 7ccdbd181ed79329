#if Cares
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Ends the poll(2) of a thread, from any other: a pipe that holds a byte while the signal is up.
final class WakeUpSignal: Sendable {
    /// Readable while the signal is up.
    let reader: Int32
    private let writer: Int32

    init() throws(NameExchangeFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .system(errno) }
        (reader, writer) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Puts the signal up; a pipe that is full is up already.
    func wakeUp() {
        var byte: UInt8 = 1
        _ = unsafe write(writer, &byte, 1)
    }

    /// Takes the signal down.
    func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while unsafe read(reader, &bytes, 16) == 16 {}
    }
}
#endif
