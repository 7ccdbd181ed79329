#if os(Linux)
internal import ConnectivityCore
internal import ConnectivitySupport
internal import Glibc

/// Files of the system, below a root that stands for `/`.
struct SystemFiles: Hashable {
    var root: String

    /// The largest file that is read, in bytes.
    static let byteCountMax = 1 << 20
    /// How many files of a folder are looked at.
    static let entryCountMax = 64

    /// The path of a file below the root.
    func path(_ path: String) -> String { root.hasSuffix("/") ? root + path : "\(root)/\(path)" }

    /// The bytes of a file; `nil` where it is missing, not readable, not a plain file, or larger than ``byteCountMax``.
    func bytes(_ path: String) -> [UInt8]? {
        try? WholeFile(path, limit: Self.byteCountMax).whole
    }

    /// The names in a folder that match, sorted; of many, the first ``entryCountMax``.
    func names(in folder: String, where matches: (String) -> Bool) -> [String] {
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
            if matches(name) { names.append(name) }
        }
        return Array(names.sorted().prefix(Self.entryCountMax))
    }

    /// Where a path leads when its links are followed; `nil` where it leads nowhere.
    func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

extension Interface {
    /// The name as part of a file's name; `nil` of a name that could lead elsewhere.
    var fileName: String? {
        name.isEmpty || name == "." || name == ".." || name.utf8.contains(0x2F) || name.utf8.contains(0) ? nil : name
    }
}
#endif
