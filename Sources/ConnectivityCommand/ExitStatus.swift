import ConnectivityKit

/// How the command ends.
public enum ExitStatus: Int32, Sendable {
    /// Online, or done.
    case success = 0
    /// Some of the Internet is reached.
    case partial = 1
    /// A portal wants a sign-in.
    case captive = 2
    /// Something else answers.
    case blocked = 3
    /// Nothing answers.
    case unreachable = 4
    /// No interface is usable.
    case disconnected = 5
    /// Not known at the deadline.
    case determining = 6
    /// A saved assessment or a recording, decided again, differs.
    case differs = 7
    /// Wrong usage (`EX_USAGE` of sysexits.h).
    case usage = 64
    /// Input that is not what it should be (`EX_DATAERR`).
    case data = 65
    /// No such input (`EX_NOINPUT`).
    case noInput = 66
    /// A fault of this program or of what it rests on (`EX_SOFTWARE`).
    case software = 70
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
