#if canImport(CSystemd) && os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// The reason why NetworkManager cannot be observed.
@nonexhaustive
package enum NetworkManagerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libsystemd, which implements D-Bus, cannot be loaded; with the reason of the dynamic linker and advice.
    case library(String)
    /// The bus cannot be reached, or the connection to it was lost; with the system's error number (errno(3)).
    case bus(code: Int32)
    /// NetworkManager was not running at the start, or it has been absent for 30 seconds.
    case notRunning
    /// NetworkManager did not answer within five seconds.
    case noAnswer
    /// NetworkManager or the bus refused the call; with the error's name, such as
    /// `org.freedesktop.DBus.Error.AccessDenied`.
    case refused(String)
    /// NetworkManager's answer has an unknown form or is too large.
    case malformed

    package var description: String {
        switch self {
        case .library(let problem): problem
        case .bus(let code):
            "the system's D-Bus cannot be reached: \(Errno(code)); is it running?"
        case .notRunning: "NetworkManager is not running"
        case .noAnswer: "NetworkManager does not answer"
        case .refused(let name): "NetworkManager refused the request: \(name.printable(limit: 100))"
        case .malformed: "the answer of NetworkManager has an unknown format"
        }
    }
}
#endif
