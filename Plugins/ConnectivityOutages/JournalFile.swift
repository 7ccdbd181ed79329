#if os(Linux)
import ConnectivityCore
import Glibc

/// An error of the system, as its message.
struct SystemError: Error, CustomStringConvertible {
    let number: CInt

    var description: String { unsafe String(cString: strerror(number)) }
}

/// The file behind a path, whatever the path leads to later.
struct FileIdentity: Hashable {
    private let device: UInt
    private let number: UInt

    init(_ path: String) throws(SystemError) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { throw SystemError(number: errno) }
        (device, number) = (UInt(found.st_dev), UInt(found.st_ino))
    }

    /// Creates an empty file with these permissions, whatever the umask is; leaves an existing one as it is.
    static func create(_ path: String, _ permissions: UInt16) throws(SystemError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw SystemError(number: errno)
        }
        // SQLite gives its rollback journal the same permissions.
        let number = fchmod(descriptor, mode_t(permissions)) == 0 ? 0 : errno
        close(descriptor)
        if number != 0 { throw SystemError(number: number) }
    }
}

/// Keeps other processes from writing a journal (flock(2)); readers are not held up.
///
/// It is a file of its own, because closing any descriptor of a database would give up SQLite's own locks on it
/// (fcntl(2), "advisory record locking"). The file stays, because removing it would let two processes hold it.
final class FileLock {
    private let descriptor: CInt

    init(_ path: String) throws(OutageJournalFault) {
        let name = path + ".lock"
        let opened = unsafe open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else {
            throw OutageJournalFault(.unreadable, name, SystemError(number: errno).description)
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(opened)
            guard number == EWOULDBLOCK else {
                throw OutageJournalFault(.passing, name, SystemError(number: number).description)
            }
            throw OutageJournalFault(.passing, path, "another process writes this journal; each needs its own file")
        }
        descriptor = opened
    }

    deinit {
        // Closing alone would leave the lock to a child process that has been forked but runs its program only in a moment.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
#endif
