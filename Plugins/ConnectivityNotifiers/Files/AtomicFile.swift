import ConnectivityBlocking

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is always replaced as a whole: readers see the old content or the new one, also after a loss of power.
///
/// The new content is written to a hidden file in the same folder, flushed to the disk, and renamed. If any of this
/// fails, the old file stays.
struct AtomicFile: Hashable, Sendable {
    let path: String
    /// The permissions, whatever the umask is.
    let permissions: UInt16

    private var folder: String { String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) }
    private var draft: String { "\(folder).\(path.dropFirst(folder.count)).new" }

    /// Replaces the file; a disk that does not answer delays the end of a cancelled task by no more than a moment.
    func replace(with text: String) async throws {
        try await PatientThread.run { try put(Array(text.utf8)) }
    }

    /// Removes the file; a missing file is not an error.
    func remove() async throws {
        try await PatientThread.run {
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw NotifierFault(path, errno) }
        }
    }

    private func put(_ bytes: [UInt8]) throws(NotifierFault) {
        // A draft that an earlier process left is removed, and a link that somebody else put there is not followed.
        unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw NotifierFault(draft, errno) }
        var number: CInt = 0
        var rest = bytes[...]
        while !rest.isEmpty, number == 0 {
            let count = unsafe rest.withUnsafeBytes { unsafe posixWrite(descriptor, $0) }
            if count < 0, errno != EINTR { number = errno }
            rest = rest.dropFirst(max(0, count))
        }
        if number == 0, fchmod(descriptor, mode_t(permissions)) != 0 { number = errno }
        if number == 0, fsync(descriptor) != 0 { number = errno }
        // A network file system may report only here that it has no space.
        if close(descriptor) != 0, number == 0 { number = errno }
        if number == 0, unsafe rename(draft, path) != 0 { number = errno }
        guard number == 0 else {
            unsafe unlink(draft)
            throw NotifierFault(path, number)
        }
        let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
