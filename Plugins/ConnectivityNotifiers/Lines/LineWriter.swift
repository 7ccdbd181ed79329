import ConnectivityBlocking
import ConnectivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The error for a line that could not be written.
public struct LineFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error message, such as `No space left on device`, with the failed operation or the path.
    public let description: String

    init(_ what: String, _ number: CInt) {
        description = "\(what): \(unsafe String(cString: strerror(number)))"
    }
}

/// Writes lines; a dedicated thread waits for slow readers.
enum LineWriter {
    /// The maximum number of bytes per call of write(2): a pipe accepts this much at once if poll(2) reports it
    /// ready.
    private static let chunkByteCount = 4096

    /// Appends a line; stops waiting if the task is cancelled.
    static func write(_ line: String, to destination: LinesNotifier.Destination.Kind) async throws {
        guard let stop = Waker() else { throw LineFailure("cannot create a pipe", errno) }
        let bytes = Array((line + "\n").utf8)
        try await DedicatedThread.run {
            switch destination {
            case .output: try put(bytes, to: STDOUT_FILENO, until: stop)
            case .error: try put(bytes, to: STDERR_FILENO, until: stop)
            case .file(let path):
                let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
                let descriptor = unsafe open(path, flags, 0o644)
                guard descriptor >= 0 else { throw LineFailure(path.printable(limit: 200), errno) }
                defer { close(descriptor) }
                try put(bytes, to: descriptor, until: stop)
            }
        } stop: {
            stop.wakeUp()
        }
    }

    private static func put(_ bytes: [UInt8], to descriptor: CInt, until stop: Waker) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            var waits = [
                pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
            ]
            let isReady = unsafe poll(&waits, 2, -1) >= 0
            if !isReady, errno != EINTR { throw LineFailure("poll", errno) }
            // A line is written completely if the descriptor is ready, even if the task is cancelled.
            guard isReady, waits[0].revents != 0 else {
                if isReady, waits[1].revents != 0 { throw CancellationError() }
                continue
            }
            let count = unsafe rest.prefix(chunkByteCount).withUnsafeBytes { unsafe posixWrite(descriptor, $0) }
            if count < 0, errno != EINTR, errno != EAGAIN { throw LineFailure("write", errno) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private static func posixWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
