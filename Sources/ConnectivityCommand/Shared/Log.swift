import ConnectivityKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The log of a command that runs for long, on standard error.
struct Log: Sendable {
    /// How important a line is, in the numbers of syslog(3).
    enum Level: Int, Comparable {
        case error = 3
        case notice = 5
        case info = 6

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let least: Level
    private let isJournal: Bool
    private let printError: @Sendable (String) -> Void

    static let grammar: [Grammar.Option] = [
        .flag("quiet", "print nothing but errors, for a configuration with notifiers", letter: "q"),
        .flag("verbose", "also report each round and each look, on standard error", letter: "v"),
    ]

    init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
        guard !arguments.has("quiet") || !arguments.has("verbose") else {
            throw arguments.usage("--quiet and --verbose cannot be combined")
        }
        least = arguments.has("quiet") ? .error : arguments.has("verbose") ? .info : .notice
        isJournal = Self.isStandardError(console.environment["JOURNAL_STREAM"])
        printError = console.printError
    }

    /// Writes a line if it is important enough; the journal of systemd gets its level (sd-daemon(3)).
    func write(_ level: Level, _ text: String) {
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
