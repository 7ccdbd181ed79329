#if NetworkManager && os(Linux)
/// Why NetworkManager cannot be observed.
@nonexhaustive
public enum NetworkManagerError: Error, Hashable, Sendable {
    /// The bus cannot be reached, or the connection to it was lost; with the system's error number (errno(3)).
    case bus(code: Int32)
    /// Nobody on the bus is NetworkManager: it was not running at the start, or it has been gone for 30 seconds.
    case notRunning
    /// NetworkManager gave no answer within five seconds.
    case noAnswer
    /// NetworkManager, or the bus, refused; with the name of its error, such as
    /// `org.freedesktop.DBus.Error.AccessDenied`.
    case refused(String)
    /// The answer is not of the form that NetworkManager's has, or larger than it can be.
    case malformed
}
#endif
