package import ConnectivityCore

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
    /// No running program can answer (`EX_UNAVAILABLE`).
    case unavailable = 69
    /// An internal error, or an error of a component that the program needs (`EX_SOFTWARE`).
    case software = 70
    /// The output cannot be written (`EX_CANTCREAT`).
    case noOutput = 73
    /// The gate is closed: the access does not meet the condition, and the command did not run (`EX_TEMPFAIL`).
    case closed = 75
    /// Bad configuration (`EX_CONFIG`).
    case configuration = 78
    /// The time limit expired first; the status of timeout(1).
    case timedOut = 124
    /// The command exists and cannot be run; the status of env(1).
    case notExecutable = 126
    /// The command does not exist; the status of env(1).
    case notFound = 127

    package init(_ access: InternetAccess) {
        // The initializer cannot fail for a known access.
        self = ExitStatus(accessNamed: access.name) ?? .software
    }

    /// The status for the stable name of an access; `nil` for any other text.
    package init?(accessNamed name: String) {
        let names = ["online", "partial", "captive", "blocked", "unreachable", "disconnected", "determining"]
        guard let status = names.firstIndex(of: name) else { return nil }
        self.init(rawValue: Int32(status))
    }
}
