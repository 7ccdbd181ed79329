#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that is read whole, up to a limit.
package struct WholeFile: Sendable {
    /// The bytes, at most as many as were asked for.
    package let bytes: [UInt8]
    /// Whether the file ended there.
    package let isComplete: Bool

    /// All bytes of the file.
    /// - Throws: A ``Fault`` if there were more than were asked for.
    package var whole: [UInt8] {
        get throws(Fault) {
            guard isComplete else { throw Fault("it is larger than \(bytes.count) bytes") }
            return bytes
        }
    }

    /// Which files are read.
    package enum Kind: Sendable {
        /// Plain files alone. Opening one never waits, so that a pipe of the name does not hold the thread.
        case plain
        /// Whatever can be read, such as a pipe, which is waited for.
        case any
    }

    /// Why a file was not read, in the words of the system.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String

        init(errno code: CInt) { description = unsafe String(cString: strerror(code)) }
        init(_ description: String) { self.description = description }
    }

    /// Reads a file; for some time if it is large or slow.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: How many bytes are read at most; the rest is left.
    ///   - kind: Which files are read.
    /// - Throws: A ``Fault`` if it is missing, not readable or of another kind.
    package init(_ path: String, limit: Int, kind: Kind = .plain) throws(Fault) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | (kind == .plain ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw Fault(errno: errno) }
        defer { close(descriptor) }
        if kind == .plain {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { throw Fault(errno: errno) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw Fault("it is no plain file") }
        }
        try self.init(descriptor: descriptor, limit: limit)
    }

    /// Reads standard input to its end.
    /// - Parameter limit: How many bytes are read at most.
    /// - Returns: What was read.
    /// - Throws: A ``Fault`` if the system reports one.
    package static func standardInput(limit: Int) throws(Fault) -> WholeFile {
        try WholeFile(descriptor: STDIN_FILENO, limit: limit)
    }

    private init(descriptor: CInt, limit: Int) throws(Fault) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit + 1, 64 * 1024))
        // One byte more than is wanted shows that there are more; files of the kernel do not know their size.
        while bytes.count <= limit {
            let wanted = min(chunk.count, limit + 1 - bytes.count)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, wanted) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Fault(errno: errno) }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        isComplete = bytes.count <= limit
        self.bytes = isComplete ? bytes : Array(bytes.prefix(limit))
    }
}
