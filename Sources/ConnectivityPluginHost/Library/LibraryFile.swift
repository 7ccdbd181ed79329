#if os(Linux)
internal import CProgram
internal import Glibc

/// A shared library that nobody but root and this user can change or replace.
struct LibraryFile: Hashable {
    /// The absolute path, without symbolic links.
    let path: String
    /// The SHA-256 of the file: `sha256:` and hexadecimal digits.
    let digest: String

    /// The mode bits of what others can change (inode(7)).
    private static let writableByOthers: mode_t = 0o022
    private static let sticky: mode_t = 0o1000

    /// Finds the library with a path, or all libraries in the folder with that path: the files whose names end with
    /// `.so`, sorted by name.
    /// - Throws: A fault that names the file or folder that is missing or that others can change.
    static func all(at path: String) throws(PluginFault) -> [LibraryFile] {
        let whole = try real(path)
        var status = stat()
        guard unsafe lstat(whole, &status) == 0 else { throw unreadable(path, errno) }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        // A link that others can change would lead to another file tomorrow.
        try checkFolders(of: isFolder ? path + "/" : path)
        guard isFolder else { return [try LibraryFile(whole)] }
        try checkFolders(of: whole + "/")
        let names = try names(in: whole).filter { $0.hasSuffix(".so") && !$0.hasPrefix(".") }.sorted()
        guard !names.isEmpty else { throw PluginFault(.start, "\(path) has no file whose name ends with .so") }
        var files: [LibraryFile] = []
        for name in names { files.append(try LibraryFile(try real("\(whole)/\(name)"))) }
        return files
    }

    /// Checks a file with an absolute path without symbolic links, and computes its digest.
    private init(_ path: String) throws(PluginFault) {
        try Self.checkFolders(of: path)
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw Self.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw PluginFault(.start, "\(path) is no regular file") }
        try Self.checkOwner(of: path, status)
        guard status.st_mode & Self.writableByOthers == 0 else {
            throw PluginFault(.start, "\(path) is not loaded, because others can change it; chmod go-w")
        }
        self.path = path
        do throws(FileDigest.Refusal) {
            digest = "sha256:" + (try FileDigest.of(path)).text
        } catch {
            throw Self.unreadable(path, error.number)
        }
    }

    /// Checks every folder on the way to a file, up to the root.
    ///
    /// In a folder with the sticky bit, such as /tmp, others cannot replace what is not theirs, so it may be on the way;
    /// the last folder must not be one, because others can add files to it.
    private static func checkFolders(of path: String) throws(PluginFault) {
        var rest = path[...]
        var isLast = true
        while let end = rest.lastIndex(of: "/") {
            rest = rest[..<end]
            let folder = rest.isEmpty ? "/" : String(rest)
            var status = stat()
            guard unsafe lstat(folder, &status) == 0 else { throw unreadable(folder, errno) }
            try checkOwner(of: folder, status)
            let isLink = status.st_mode & S_IFMT == S_IFLNK
            let isSafe = status.st_mode & writableByOthers == 0 || (!isLast && status.st_mode & sticky != 0)
            guard isLink || isSafe else {
                throw PluginFault(
                    .start,
                    "\(path) is not loaded, because others can write into the folder \(folder); chmod go-w"
                )
            }
            isLast = false
        }
    }

    private static func checkOwner(of path: String, _ status: stat) throws(PluginFault) {
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw PluginFault(.start, "\(path) belongs neither to root nor to this user, but to user \(status.st_uid)")
        }
    }

    private static func real(_ path: String) throws(PluginFault) -> String {
        guard let real = unsafe realpath(path, nil) else { throw unreadable(path, errno) }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func names(in folder: String) throws(PluginFault) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw unreadable(folder, errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream), names.count < 10_000 {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    private static func unreadable(_ path: String, _ number: CInt) -> PluginFault {
        PluginFault(.start, "\(path) cannot be read: \(ChildProcess.words(number))")
    }
}
#endif
