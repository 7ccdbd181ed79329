#if os(Linux)
import Glibc

/// Access to files and folders of the system; unreadable ones count as missing.
package enum SystemFile {
    /// The maximum size in bytes of a file that is read completely.
    package static let byteCountMax = 1 << 20

    /// Returns the bytes of a file; `nil` if it is missing, unreadable, not a plain file, or larger than ``byteCountMax``.
    package static func read(_ path: String) -> [UInt8]? { try? WholeFile(path, limit: byteCountMax).whole }

    /// Reads at most `limit` bytes of a file, because files of the kernel have no known length before they are read;
    /// `nil` if it cannot be read, such as `carrier` of an interface that is down.
    package static func text(_ path: String, limit: Int = 4096) -> String? {
        guard let file = try? WholeFile(path, limit: limit) else { return nil }
        return String(decoding: file.bytes, as: UTF8.self)
    }

    /// Returns at most `limit` matching names in a folder, sorted, without `.` and `..`; `nil` if the folder cannot be
    /// read, with the reason in `errno`.
    package static func list(_ path: String, limit: Int, where matches: (String) -> Bool = { _ in true }) -> [String]? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != "..", matches(name) { names.append(name) }
        }
        return Array(names.sorted().prefix(limit))
    }

    /// Returns the path with all links resolved; `nil` if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

extension String {
    /// Whether the text is a plain file name, which cannot lead to another folder.
    package var isFileName: Bool {
        !isEmpty && self != "." && self != ".." && !utf8.contains(0x2F) && !utf8.contains(0)
    }
}
#endif
