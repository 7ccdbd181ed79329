#if os(Linux)
internal import Glibc

/// A failure of the system that ends an observation or a single look, with the error number that it gave (errno(3)).
///
/// What looking again answers is no error: events that were lost, dumps that were interrupted and messages that do not
/// parse. Neither is a file that is missing or cannot be read, an interface that goes away while it is read, or a system
/// without inotify(7).
public struct LinuxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The step that failed.
    ///
    /// Cases may be added in later versions.
    @nonexhaustive
    public enum Operation: String, Hashable, Sendable {
        /// Making the pipe that wakes an observation: pipe(2).
        case makePipe
        /// Opening a socket: socket(2).
        case openSocket
        /// Joining the groups that announce changes: bind(2).
        case bind
        /// Asking the kernel for a table: send(2).
        case send
        /// Reading from the kernel: recvfrom(2).
        case receive
        /// Waiting for something to happen: poll(2).
        case wait
        /// Dumping a table: the kernel answered with an error, or not within two seconds (`ETIMEDOUT`).
        case dump
        /// Listing the folder with the interfaces.
        case listInterfaces
        /// Asking for IPv4 addresses: ioctl(2) with `SIOCGIFCONF`.
        case readAddresses
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

    /// The step and the system's words for the number, on one line.
    public var description: String { unsafe "\(operation.rawValue): \(String(cString: strerror(code)))" }

    /// Whether a second try with a fresh socket may do better.
    var isPassing: Bool { [EINTR, EBUSY, EAGAIN, ENOBUFS, ETIMEDOUT].contains(code) }
}
#endif
