#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads system files with a size limit.
enum SmallFile {
    /// The size limit of a file, in bytes.
    static let byteCountMax = 16 * 1024

    /// Reads a file.
    /// - Parameter path: The path.
    /// - Returns: The bytes; `nil` if the file is missing, not readable, no plain file, or larger than ``byteCountMax``.
    static func bytes(_ path: String) -> [UInt8]? {
        // Opens without blocking, so that a pipe with this name does not block the thread.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: byteCountMax + 1)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return count >= 0 && count <= byteCountMax ? Array(bytes.prefix(count)) : nil
    }
}
