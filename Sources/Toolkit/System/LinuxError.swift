#if os(Linux)
import Glibc

/// A system error that ends an observation or a single read, with its error number (errno(3)).
///
/// Problems that another read solves are not errors: lost events, interrupted dumps and messages that cannot be parsed. Neither
/// is a file that is missing or unreadable, an interface that disappears while it is read, or a system without inotify(7).
public struct LinuxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The step that failed.
    ///
    /// Cases may be added in later versions.
    @nonexhaustive
    public enum Operation: String, Hashable, Sendable {
        /// Creating the pipe that wakes an observation: pipe(2).
        case makePipe
        /// Opening a socket: socket(2).
        case openSocket
        /// Joining the groups that announce changes: bind(2).
        case bind
        /// Requesting a table from the kernel: send(2).
        case send
        /// Reading from the kernel: recvfrom(2).
        case receive
        /// Waiting for an event: poll(2).
        case wait
        /// Dumping a table: the kernel answered with an error, or not within two seconds (`ETIMEDOUT`).
        case dump
    }

    /// The step that failed.
    package var operation: Operation
    /// The system's error number, positive, such as `EPERM`.
    public var code: Int32

    /// Creates an error.
    public init(_ operation: Operation, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// The step and the system's error message, on one line.
    public var description: String { "\(operation.rawValue): \(Errno(code))" }

    /// Whether another attempt with a new socket may succeed.
    package var isPassing: Bool { [EINTR, EBUSY, EAGAIN, ENOBUFS, ETIMEDOUT].contains(code) }
}
#endif
