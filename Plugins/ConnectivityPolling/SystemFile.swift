#if os(Linux)
internal import Glibc

/// Files of the kernel, which have no length until they are read.
enum SystemFile {
    /// Reads a file up to a limit.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: How many bytes are read at most; the rest is left.
    /// - Returns: The text; `nil` where the file cannot be read, such as `carrier` of an interface that is switched off.
    static func text(_ path: String, limit: Int = 4096) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, wanted) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first word of a file.
    static func word(_ path: String) -> Substring? {
        text(path)?.split(maxSplits: 1, whereSeparator: \.isWhitespace).first
    }

    /// Whether there is a file, folder or link of a path.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// The names in a folder, without the two that every folder has; `nil` where it cannot be read.
    static func names(in path: String, limit: Int) -> [String]? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
#endif
