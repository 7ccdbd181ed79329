#if os(Linux)
internal import ConnectivitySupport
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
        guard let file = try? WholeFile(path, limit: limit) else { return nil }
        return String(decoding: file.bytes, as: UTF8.self)
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
