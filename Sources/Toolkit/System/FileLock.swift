#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps other processes from writing a file (flock(2)); readers are not held up.
///
/// The lock is a separate file, with `.lock` at the end of its name: the file itself can be replaced, and closing any
/// descriptor of a database would give up SQLite's own locks on it (fcntl(2), "advisory record locking"). It stays, because
/// removing it would let two processes hold it.
package final class FileLock: Sendable {
    /// Why there is no lock.
    package enum Refusal: Error {
        /// Another process, or another lock of this process, has it.
        case taken
        case cannotOpen(WholeFile.Fault)
        case cannotLock(WholeFile.Fault)
    }

    private let descriptor: Descriptor

    /// The path of the lock of a file.
    package static func path(of file: String) -> String { file + ".lock" }

    /// Takes the lock of a file, or throws at once.
    package init(_ file: String) throws(Refusal) {
        do throws(Errno) {
            descriptor = try Descriptor(opening: Self.path(of: file), O_RDWR | O_CREAT | O_NOFOLLOW)
        } catch {
            throw .cannotOpen(WholeFile.Fault(error))
        }
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK ? .taken : .cannotLock(WholeFile.Fault(.last))
        }
    }

    deinit {
        // Closing alone would leave the lock to a child process that has been forked but runs its program only in a moment.
        flock(descriptor.number, LOCK_UN)
    }
}
