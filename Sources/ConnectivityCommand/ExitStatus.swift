import ConnectivityKit

/// The exit status of the command.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Online, or the command succeeded.
    case success = 0
    /// Some of the Internet is reachable.
    case partial = 1
    /// A portal requires a sign-in.
    case captive = 2
    /// Something other than the endpoints answers.
    case blocked = 3
    /// Nothing answers.
    case unreachable = 4
    /// No interface is usable.
    case disconnected = 5
    /// The access was still unknown at the deadline.
    case determining = 6
    /// A saved assessment or a recording differs from what follows from its evidence.
    case differs = 7
    /// Wrong usage (`EX_USAGE` of sysexits.h).
    case usage = 64
    /// Invalid input data (`EX_DATAERR`).
    case data = 65
    /// The input does not exist or cannot be read (`EX_NOINPUT`).
    case noInput = 66
    /// An internal error, or an error of a component that the program needs (`EX_SOFTWARE`).
    case software = 70
    /// The output cannot be written (`EX_CANTCREAT`).
    case noOutput = 73
    /// Bad configuration (`EX_CONFIG`).
    case configuration = 78

    init(_ access: InternetAccess) {
        self =
            switch access {
            case .online: .success
            case .partial: .partial
            case .captive: .captive
            case .blocked: .blocked
            case .unreachable: .unreachable
            case .disconnected: .disconnected
            case .determining: .determining
            }
    }
}
