#if os(Linux)
internal import Glibc

/// A failure of the kernel's netlink interface, with the error number that the system gave.
///
/// Errors of this type end an observation or a single look. Lost events, interrupted dumps and messages that do not parse
/// are not errors: they are answered by looking again. The numbers are those of errno(3).
public struct NetlinkError: Error, Hashable, Sendable {
    /// The step that failed.
    ///
    /// Cases may be added in later versions.
    @nonexhaustive
    public enum Operation: String, Hashable, Sendable {
        /// Making the descriptor that wakes an observation for its cancellation: pipe(2).
        case makeEvent
        /// Opening a netlink socket: socket(2).
        case openSocket
        /// Joining the groups that announce changes: bind(2).
        case bind
        /// Asking the kernel for a table: send(2).
        case send
        /// Reading from the kernel: recvfrom(2).
        case receive
        /// Waiting for the kernel: poll(2).
        case wait
        /// Dumping a table: the kernel answered with an error, or not within two seconds (`ETIMEDOUT`).
        case dump
    }

    /// The step that failed.
    public var operation: Operation
    /// The system's error number, positive, such as `EPERM`.
    public var code: Int32

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - operation: The step that failed.
    ///   - code: The system's error number, positive.
    public init(_ operation: Operation, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// Whether a second try with a fresh socket may do better.
    var isPassing: Bool { [EINTR, EBUSY, EAGAIN, ENOBUFS, ETIMEDOUT].contains(code) }
}
#endif
