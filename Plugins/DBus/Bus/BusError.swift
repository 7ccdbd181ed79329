#if canImport(CSystemd) && os(Linux)
import ConnectivityToolkit

/// The reason why a message bus, or a message from it, cannot be used.
package enum BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libsystemd cannot be loaded; with the reason and advice.
    case library(String)
    /// The bus cannot be reached, or the connection to it was lost; with the system's error number (errno(3)).
    case system(code: Int32)
    /// A message has another form than expected, or is too large.
    case malformed

    package var description: String {
        switch self {
        case .library(let problem): problem
        case .system(let code): "\(Errno(code))"
        case .malformed: "a malformed answer"
        }
    }
}
#endif
