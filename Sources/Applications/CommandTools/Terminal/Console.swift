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
    /// Writes the bytes of a line, without the conversion to a text; `nil` to use ``print``.
    private var printBytes: (@Sendable ([UInt8]) -> Void)?
    /// Writes a line of an error message.
    public var printError: @Sendable (String) -> Void
    /// The environment variables.
    public var environment: [String: String]
    /// Whether colours are used.
    package var isColoured: Bool
    /// Whether the results appear on a terminal, where long URLs are cut.
    package var isTerminal = false
    /// The width of the terminal for tables; `nil` if the results appear elsewhere.
    package var columns: Int?
    /// Whether a person reads the error messages while the command runs.
    package var isWatched = false
    /// Whether standard output is a terminal with cursor addressing.
    package var isScreen = false
    /// The progress line of the command, on a terminal.
    package var progress = ProgressLine.hidden
    /// Whether a line of results could not be written, so that the rest is dropped.
    package var hasFailed: @Sendable () -> Bool = { false }
    /// The available components and their sentences; set for the running command.
    @Shared package var registry = PluginRegistry()
    /// The configuration of the command, after it was read.
    @Shared package var configuration: ConfigurationFile? = nil
    /// The folders for a configuration without an option, the first one with a configuration counts; empty for a command that
    /// reads none.
    package var defaultFolders: [String] = []
    /// The plugin programs of the configuration, which run during the command.
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
    /// written at once. After a failed write, a command that runs until it is interrupted ends as if by a signal, the rest is
    /// dropped, and the exit status is ``ExitStatus/noOutput``.
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
                // Not exit(3): other threads may be initializing libraries, which exit(3) would tear down.
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
        console.columns = console.isTerminal ? TerminalSize.of(STDOUT_FILENO).columns : nil
        console.isScreen = console.isTerminal && environment.canDraw
        console.progress = progress
        return console
    }

    /// Writes the bytes of a line of results, including the line break.
    func write(line: [UInt8]) {
        if let printBytes { printBytes(line) } else { print(String(decoding: line.dropLast(), as: UTF8.self)) }
    }
}

extension String {
    fileprivate var line: [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(utf8.count + 1)
        line += utf8
        line.append(0x0A)
        return line
    }
}
