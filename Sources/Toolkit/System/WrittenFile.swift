#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A place that receives an output as a whole: a file, a device, a pipe or an open descriptor.
///
/// A regular file is replaced: readers see the old content or the new one, also after a loss of power, and the old file stays
/// if anything fails. Any other file, such as a device or a named pipe, is opened and written, and keeps its kind. `-`,
/// `/dev/stdout`, `/dev/stderr` and `/dev/fd/N` are open descriptors, which are written directly. A symbolic link is followed
/// if it belongs to root or to this user, and refused otherwise, because in a shared folder it could lead anywhere.
package struct WrittenFile: Hashable, Sendable {
    /// The path; `-` is standard output.
    package let path: String
    /// The permissions of the file, whatever the umask is; `nil` keeps those of an existing file, and gives a new one at most 0644.
    package let permissions: UInt16?

    package init(_ path: String, permissions: UInt16? = nil) {
        (self.path, self.permissions) = (path, permissions)
    }

    private enum Place {
        case descriptor(CInt)
        /// An existing file that is not a regular file.
        case special(String)
        /// A regular file with its permissions, or a path without a file.
        case file(String, permissions: mode_t?)
    }

    private static let linkCountMax = 16
    private static let descriptorFolders = ["/dev/fd/", "/proc/self/fd/"]

    /// Writes all bytes; blocks the thread while a reader or a disk is slow.
    package func write(_ bytes: [UInt8]) throws(WholeFile.Fault) {
        switch try place() {
        case .descriptor(let number):
            let descriptor = Descriptor(owning: number)
            // The descriptor stays open.
            defer { _ = descriptor.release() }
            do throws(Errno) { try descriptor.writeAll(bytes) } catch { throw WholeFile.Fault(error) }
        case .special(let path): try Self.overwrite(path, with: bytes)
        case .file(let path, let old): try replace(path, with: bytes, permissions.map { mode_t($0) } ?? old)
        }
    }

    /// Acquires the lock of a regular or missing file; `nil` for a descriptor, a device or a pipe, which several may write.
    package func lock() throws -> FileLock? {
        guard case .file(let path, _) = try place() else { return nil }
        return try FileLock(path)
    }

    /// Removes a regular file; a missing file, and any other kind of file, stays.
    package func remove() throws(WholeFile.Fault) {
        guard case .file(let path, _) = try place() else { return }
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw WholeFile.Fault(.last) }
    }

    /// Creates a folder and its parents, if they do not exist.
    package static func makeFolder(_ path: String) throws(WholeFile.Fault) {
        var end = path.startIndex
        while end != path.endIndex {
            end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
            guard unsafe mkdir(String(path[..<end]), 0o755) == 0 || errno == EEXIST else {
                throw WholeFile.Fault(.last)
            }
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw WholeFile.Fault(.last) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw WholeFile.Fault(Errno(ENOTDIR)) }
    }

    /// Finds the place at the path, after resolving links.
    private func place() throws(WholeFile.Fault) -> Place {
        var path = path
        for _ in 0..<Self.linkCountMax {
            if let descriptor = Self.descriptor(path) { return .descriptor(descriptor) }
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else {
                guard errno == ENOENT else { throw WholeFile.Fault(.last) }
                return .file(path, permissions: nil)
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return .file(path, permissions: status.st_mode & 0o777)
            case S_IFLNK:
                guard status.st_uid == 0 || status.st_uid == geteuid() else {
                    throw WholeFile.Fault("the symbolic link \(path) belongs to another user")
                }
                path = try Self.destination(of: path)
            default: return .special(path)
            }
        }
        throw WholeFile.Fault(Errno(ELOOP))
    }

    /// The number of the open descriptor that a path names; `nil` for every other path.
    private static func descriptor(_ path: String) -> CInt? {
        switch path {
        case "-", "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            guard let folder = descriptorFolders.first(where: path.hasPrefix) else { return nil }
            return CInt(path.dropFirst(folder.count))
        }
    }

    private static func destination(of link: String) throws(WholeFile.Fault) -> String {
        var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe room.withUnsafeMutableBytes { room in
            guard let start = unsafe room.assumingMemoryBound(to: CChar.self).baseAddress else { return -1 }
            return unsafe readlink(link, start, room.count)
        }
        guard count >= 0 else { throw WholeFile.Fault(.last) }
        let path = String(decoding: room[..<count], as: UTF8.self)
        return path.hasPrefix("/") ? path : folder(of: link) + path
    }

    /// The folder of a path with a trailing slash; empty for the current folder.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private static func overwrite(_ path: String, with bytes: [UInt8]) throws(WholeFile.Fault) {
        do throws(Errno) {
            let descriptor = try Descriptor(opening: path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
            try descriptor.writeAll(bytes)
            if let error = descriptor.close() { throw error }
        } catch {
            if error.number == ENXIO, WholeFile.isPipe(path) {
                throw WholeFile.Fault("no program reads from this pipe; start its reader first")
            }
            throw WholeFile.Fault(error)
        }
    }

    private func replace(
        _ path: String,
        with bytes: [UInt8],
        _ permissions: mode_t?
    ) throws(WholeFile.Fault) {
        let folder = Self.folder(of: path)
        let draft = "\(folder).\(path.dropFirst(folder.count)).new"
        // A draft that an earlier process left is removed, and a link that another user created there is not followed.
        unsafe unlink(draft)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        do throws(Errno) {
            let descriptor = try Descriptor(opening: draft, flags, permissions: permissions == nil ? 0o644 : 0o600)
            try descriptor.writeAll(bytes)
            if let permissions, fchmod(descriptor.number, permissions) != 0 { throw .last }
            guard fsync(descriptor.number) == 0 else { throw .last }
            // A network file system may report only here that it has no space.
            if let error = descriptor.close() { throw error }
            guard unsafe rename(draft, path) == 0 else { throw .last }
        } catch {
            unsafe unlink(draft)
            throw WholeFile.Fault(error)
        }
        let directory = try? Descriptor(opening: folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY)
        if let directory { fsync(directory.number) }
    }
}
