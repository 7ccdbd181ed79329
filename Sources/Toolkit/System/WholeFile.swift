#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The content of a file, read as a whole up to a limit.
package struct WholeFile: Sendable {
    /// The bytes, at most as many as the limit.
    package let bytes: [UInt8]
    /// Whether the file has no bytes beyond the limit.
    package let isComplete: Bool

    /// All bytes of the file; throws if the file is larger than the limit.
    package var whole: [UInt8] {
        get throws(Fault) {
            guard isComplete else { throw Fault("it is larger than \(bytes.count) bytes") }
            return bytes
        }
    }

    /// The kinds of files that can be read.
    package enum Kind: Sendable {
        /// Only plain files; opening never waits, so a pipe with this name does not block the thread.
        case plain
        /// Any readable file, such as a pipe; the call waits for its data, but only briefly for its writer.
        case any
    }

    /// The reason why a file was not read or written, as reported by the system.
    package struct Fault: Error, Hashable, CustomStringConvertible {
        /// The error number (errno(3)); `nil` if the system reported none.
        package let number: Int32?
        package let description: String

        init(_ error: Errno) { (number, description) = (error.number, "\(error)") }
        init(_ description: String) { (number, self.description) = (nil, description) }
    }

    /// Reads a file up to a limit in bytes; this may take some time if the file is large or slow.
    ///
    /// Throws if the file is missing, not readable or of another kind; bytes beyond the limit are not read.
    package init(_ path: String, limit: Int, kind: Kind = .plain) throws(Fault) {
        // Opening a pipe would otherwise wait for its writer.
        let descriptor: Descriptor
        do throws(Errno) { descriptor = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK) } catch {
            throw Fault(error)
        }
        if kind == .plain {
            var status = stat()
            guard unsafe fstat(descriptor.number, &status) == 0 else { throw Fault(.last) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw Fault("it is not a regular file") }
        }
        try self.init(descriptor, limit: limit)
    }

    /// Reads standard input to its end.
    package static func standardInput(limit: Int) throws(Fault) -> WholeFile {
        try WholeFile(.input, limit: limit)
    }

    /// Whether a file is a pipe, for which a library might wait without end; `false` also if there is no such file.
    package static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// The maximum time for which a pipe may have no writer.
    private static let writerLimit = Duration.seconds(2)

    private static func isPipe(_ descriptor: Descriptor) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor.number, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Waits until there is data, or the writer has ended; returns `false` if the time has passed.
    private static func waitForData(_ descriptor: Descriptor, atMost limit: Duration?) -> Bool {
        var waits = [pollfd.toRead(descriptor.number)]
        return (try? Poll.wait(for: &waits, until: limit.map { .now + $0 })) ?? false
    }

    /// Reads the rest of an open file, at most as many bytes as the limit.
    package init(_ descriptor: Descriptor, limit: Int) throws(Fault) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit + 1, 64 * 1024))
        var hasWriter: Bool?
        // One byte more than the limit reveals further bytes; files of the kernel do not report their size.
        while bytes.count <= limit {
            let read: Int?
            do throws(Errno) { read = try descriptor.read(into: &chunk) } catch { throw Fault(error) }
            guard let count = read else {
                hasWriter = Self.waitForData(descriptor, atMost: nil)
                continue
            }
            // Without data, a pipe that had no writer yet looks like one whose writer has ended.
            if count == 0, bytes.isEmpty, hasWriter == nil, Self.isPipe(descriptor) {
                hasWriter = Self.waitForData(descriptor, atMost: Self.writerLimit)
                continue
            }
            guard hasWriter != false else { throw Fault("no program writes to this pipe; start its writer first") }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        isComplete = bytes.count <= limit
        self.bytes = isComplete ? bytes : Array(bytes.prefix(limit))
    }
}
