package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityToolkit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes the output of a command and provides its environment.
public struct Console: Sendable {
    /// Writes a line of results.
    public var print: @Sendable (String) -> Void { didSet { printBytes = nil } }
    /// Does the same with the bytes of a line, to its end; `nil` if ``print`` does it.
    private var printBytes: (@Sendable ([UInt8]) -> Void)?
    /// Writes a line of an error message.
    public var printError: @Sendable (String) -> Void
    /// The environment variables.
    public var environment: [String: String]
    /// Whether colours are used.
    public var isColoured: Bool
    /// Whether the results are shown on a terminal, on which long URLs are cut.
    package var isTerminal = false
    /// Whether a person reads the error messages while the command runs.
    public var isWatched = false
    /// Whether standard output is a terminal on which any place can be written.
    package var isScreen = false
    /// What the command waits for, on a terminal.
    package var progress = ProgressLine.hidden
    /// Whether a line of results could not be written, so that the rest is not written either.
    package var hasFailed: @Sendable () -> Bool = { false }
    /// The components that can be named, and their sentences; set for the command that runs.
    @Shared package var registry = PluginRegistry()
    /// The configuration that the command names, once it has been read.
    @Shared package var configuration: ConfigurationFile? = nil
    /// The folders of which the first with a configuration is read, unless an option says which one; empty for a command that
    /// reads none.
    package var defaultFolders: [String] = []
    /// The programs that the configuration names as plugins, which run during the command.
    package var programs: [PluginProgramRow] = []

    /// Creates a console.
    public init(
        print: @escaping @Sendable (String) -> Void,
        printError: @escaping @Sendable (String) -> Void,
        environment: [String: String] = [:],
        isColoured: Bool = false
    ) {
        self.print = print
        self.printError = printError
        self.environment = environment
        self.isColoured = isColoured
    }

    /// The console of this process.
    ///
    /// Colours are used if standard output is a terminal, unless `NO_COLOR` is set in the environment. Each line is
    /// written at once. If one cannot be written, a command that runs until it is interrupted ends as if it were, nothing more
    /// is written, and the exit status is ``ExitStatus/noOutput``.
    public static var process: Console {
        let environment = ProcessInfo.processInfo.environment
        let hasFailed = Lock(false)
        let progress = ProgressLine.process(environment)
        let printBytes: @Sendable ([UInt8]) -> Void = { line in
            guard !hasFailed.withLock(\.self) else { return }
            do throws(Errno) {
                try progress.write(line, to: .output, isResult: true)
            } catch {
                let isFirst = hasFailed.withLock { hasFailed in
                    defer { hasFailed = true }
                    return !hasFailed
                }
                guard isFirst else { return }
                let text = "connectivityctl: the output cannot be written: \(error)\n"
                progress.interrupt { try? Descriptor.error.writeAll(Array(text.utf8)) }
                // Not exit(3): other threads may be setting up libraries, which it would take apart.
                Signals.pretend(SIGTERM)
            }
        }
        var console = Console(
            print: { printBytes($0.line) },
            printError: { try? progress.write($0.line, to: .error, isResult: false) },
            environment: environment,
            isColoured: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"]?.isEmpty != false
        )
        console.printBytes = printBytes
        console.defaultFolders = ConfigurationFolder.candidates(environment, isRoot: geteuid() == 0)
        console.hasFailed = { hasFailed.withLock(\.self) }
        console.isWatched = isatty(STDERR_FILENO) == 1
        console.isTerminal = isatty(STDOUT_FILENO) == 1
        console.isScreen = console.isTerminal && environment.canDraw
        console.progress = progress
        return console
    }

    /// Writes the bytes of a line of results, which end with a line break.
    func write(line: [UInt8]) {
        if let printBytes { printBytes(line) } else { print(String(decoding: line.dropLast(), as: UTF8.self)) }
    }
}

extension String {
    /// The bytes of the text and a line break.
    fileprivate var line: [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(utf8.count + 1)
        line += utf8
        line.append(0x0A)
        return line
    }
}
