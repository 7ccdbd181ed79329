import ConnectivitySystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A pipe; both ends are closed at the latest with it, and never block this process.
///
/// Used on one thread.
final class Pipe {
    /// The end to read from; negative after it is closed.
    private(set) var output: CInt = -1
    /// The end to write to; negative after it is closed.
    private(set) var input: CInt = -1

    /// - Throws: A ``NotifierFault`` if the system cannot create a pipe.
    init() throws(NotifierFault) {
        let ends: (output: Descriptor, input: Descriptor)
        do throws(Errno) { ends = try Descriptor.pipe(isBlocking: true) } catch { throw NotifierFault("pipe", error) }
        // Numbers above those of the standard streams, so that none is overwritten while a child starts.
        output = fcntl(ends.output.number, F_DUPFD_CLOEXEC, 3)
        input = fcntl(ends.input.number, F_DUPFD_CLOEXEC, 3)
        guard output >= 0, input >= 0 else { throw NotifierFault("pipe", .last) }
    }

    deinit {
        closeInput()
        closeOutput()
    }

    func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    func closeOutput() {
        if output >= 0 { close(output) }
        output = -1
    }

    /// Writes as many bytes as the pipe takes without waiting, and removes them.
    /// - Returns: Whether somebody can still read.
    func write(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
        // At most so much, because a larger write can wait for a reader although poll(2) reports the pipe as ready.
        let count = unsafe bytes.prefix(4096).withUnsafeBytes { unsafe posixWrite(input, $0) }
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        bytes = bytes.dropFirst(count)
        return true
    }

    /// Reads what has arrived, at most a few thousand bytes, and keeps the beginning.
    /// - Returns: Whether somebody can still write.
    func read(into bytes: inout [UInt8], upTo limit: Int) -> Bool {
        guard output >= 0 else { return false }
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe posixRead(output, $0) }
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        bytes += chunk[..<min(count, max(0, limit - bytes.count))]
        return count > 0
    }
}

/// write(2) and read(2), whose names are also those of methods.
func posixWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

func posixRead(_ descriptor: CInt, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(descriptor, bytes.baseAddress, bytes.count)
}
