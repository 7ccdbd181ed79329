import ConnectivityKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads what a user names on the command line.
enum InputFile {
    /// Reads a file, or standard input where the path is `-`.
    static func read(_ path: String, byteCountMax: Int = 16 * 1024 * 1024) throws(CommandError) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(path) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var data: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = posixRead(descriptor, &buffer)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw fault(path) }
            if count == 0 { return data }
            data += buffer[..<count]
            guard data.count <= byteCountMax else {
                throw .noInput("\(path.printable(limit: 200)) is larger than \(byteCountMax) bytes")
            }
        }
    }

    private static func posixRead(_ descriptor: CInt, _ buffer: inout [UInt8]) -> Int {
        let count = buffer.count
        #if canImport(Glibc)
        return unsafe Glibc.read(descriptor, &buffer, count)
        #else
        return unsafe Darwin.read(descriptor, &buffer, count)
        #endif
    }

    private static func fault(_ path: String) -> CommandError {
        let reason = unsafe String(cString: strerror(errno))
        return .noInput("cannot read \(path.printable(limit: 200)): \(reason)")
    }
}
