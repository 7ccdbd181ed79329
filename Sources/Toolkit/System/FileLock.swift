#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps other processes from writing a file (flock(2)); readers are not blocked.
///
/// The lock is a separate file, with `.lock` at the end of its name: the file itself can be replaced, and closing any
/// descriptor of a database would release SQLite's own locks on it (fcntl(2), "advisory record locking"). It stays,
/// because removing it would let two processes hold it.
package final class FileLock: Sendable {
    /// The reason why the lock was not acquired.
    package enum Refusal: Error, CustomStringConvertible {
        /// Another process, or another lock of this process, holds it.
        case taken
        case cannotOpen(WholeFile.Fault)
        case cannotLock(WholeFile.Fault)

        /// The reason as one clause, after the path of the file.
        package var description: String {
            switch self {
            case .taken: "another process uses this file; each needs its own"
            case .cannotOpen(let fault), .cannotLock(let fault): "\(fault)"
            }
        }
    }

    private let descriptor: Descriptor

    package static func path(of file: String) -> String { file + ".lock" }

    /// Acquires the lock of a file, or throws at once.
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
        // Closing alone would leave the lock to a child process that was forked but has not yet executed its program.
        flock(descriptor.number, LOCK_UN)
    }
}
