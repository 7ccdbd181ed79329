#if os(Linux)
internal import Glibc

/// A shared library that only root and this user can change or replace.
struct LibraryFile: Hashable {
    /// The absolute path, without symbolic links.
    let path: String
    /// The SHA-256 of the file: `sha256:` and hexadecimal digits.
    let digest: String

    /// Finds the library with a path, or all libraries in the folder with that path: the files whose names end with
    /// `.so`, sorted by name.
    /// - Throws: A fault that names the file or folder that is missing or that others can change.
    static func all(at path: String) throws(PluginFault) -> [LibraryFile] {
        let (whole, status) = try GuardedFile.check(path, trusting: [geteuid()], for: "loaded")
        guard status.st_mode & S_IFMT == S_IFDIR else { return [try LibraryFile(whole, status)] }
        let names = try names(in: whole).filter { $0.hasSuffix(".so") && !$0.hasPrefix(".") }.sorted()
        guard !names.isEmpty else { throw PluginFault(.start, "\(path) has no file whose name ends with .so") }
        var files: [LibraryFile] = []
        for name in names {
            let (file, status) = try GuardedFile.check("\(whole)/\(name)", trusting: [geteuid()], for: "loaded")
            files.append(try LibraryFile(file, status))
        }
        return files
    }

    /// Computes the digest of a file that has been checked.
    private init(_ path: String, _ status: stat) throws(PluginFault) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw PluginFault(.start, "\(path) is no regular file") }
        self.path = path
        do throws(FileDigest.Refusal) {
            digest = "sha256:" + (try FileDigest.of(path)).text
        } catch {
            throw GuardedFile.unreadable(path, error.number)
        }
    }

    private static func names(in folder: String) throws(PluginFault) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw GuardedFile.unreadable(folder, errno) }
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
}
#endif
