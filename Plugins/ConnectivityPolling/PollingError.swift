#if os(Linux)
/// Why a look at the interfaces was not possible, with the error number that the system gave (errno(3)).
///
/// A single file that is missing, and an interface that goes away while it is read, are not errors.
public struct PollingError: Error, Hashable, Sendable {
    /// The step that failed.
    @nonexhaustive
    public enum Operation: String, Hashable, Sendable {
        /// Listing the folder with the interfaces.
        case listInterfaces
        /// Opening a socket to ask for IPv4 addresses: socket(2).
        case openSocket
        /// Asking for IPv4 addresses: ioctl(2) with `SIOCGIFCONF`.
        case readAddresses
    }

    /// The step that failed.
    public var operation: Operation
    /// The system's error number, positive, such as `ENOENT`.
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
}
#endif
