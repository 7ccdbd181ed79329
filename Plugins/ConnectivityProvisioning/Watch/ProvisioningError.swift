#if os(Linux)
/// A failure of the system that keeps an observation from beginning or going on, with the error number of errno(3).
///
/// Files that are missing or cannot be read are not errors, and neither is a system without inotify(7).
public struct ProvisioningError: Error, Hashable, Sendable {
    /// The step that failed.
    @nonexhaustive
    public enum Operation: String, Hashable, Sendable {
        /// Making the sockets that wake the observation: socketpair(2).
        case makeSockets
        /// Waiting for something to happen: poll(2).
        case wait
    }

    /// The step that failed.
    public var operation: Operation
    /// The system's error number, positive, such as `EMFILE`.
    public var code: Int32

    /// Creates an error.
    /// - Parameters:
    ///   - operation: The step that failed.
    ///   - code: The system's error number, positive.
    public init(_ operation: Operation, code: Int32) {
        self.operation = operation
        self.code = code
    }
}
#endif
