import ConnectivityKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The log of a long-running command, on standard error.
package struct Log: Sendable {
    /// The priority of a line, as in syslog(3).
    package enum Level: Int, Comparable {
        case error = 3
        case notice = 5
        case info = 6

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let least: Level
    private let isJournal: Bool
    private let printError: @Sendable (String) -> Void

    /// Creates a log of lines with at least this priority.
    package init(_ least: Level, _ console: Console) {
        self.least = least
        isJournal = Self.isStandardError(console.environment["JOURNAL_STREAM"])
        printError = console.printError
    }

    /// Writes a line of sufficient priority; the journal of systemd receives the level (sd-daemon(3)).
    package func write(_ level: Level, _ text: String) {
        guard level <= least else { return }
        printError((isJournal ? "<\(level.rawValue)>" : "") + "connectivityctl: \(text.printable(limit: 4000))")
    }

    /// Whether standard error is the stream to the journal that the variable names by device and inode
    /// (systemd.exec(5), "Environment Variables Set or Propagated by the Service Manager").
    private static func isStandardError(_ stream: String?) -> Bool {
        var status = stat()
        guard let stream, unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
