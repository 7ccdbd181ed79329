#if os(Linux)
import ConnectivityCore
import ConnectivitySystem
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

extension FileLock {
    /// Takes the lock of a journal.
    static func ofJournal(_ path: String) throws(OutageJournalFault) -> FileLock {
        do throws(Refusal) {
            return try FileLock(path)
        } catch {
            switch error {
            case .taken:
                throw OutageJournalFault(.passing, path, "another process writes this journal; each needs its own file")
            case .cannotOpen(let fault):
                throw OutageJournalFault(.unreadable, Self.path(of: path), "\(fault)", number: fault.number ?? 0)
            case .cannotLock(let fault): throw OutageJournalFault(.passing, Self.path(of: path), "\(fault)")
            }
        }
    }
}
#endif
