import ConnectivityKit
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One line on the terminal of standard error about the current wait of a command.
///
/// The line appears after a second, is drawn again a few times per second, and is erased before any other output, at the end, and
/// if a signal ends the process. After a result it is hidden until the next wait. Without a terminal, nothing is written.
package final class ProgressLine: Sendable {
    package static let hidden = ProgressLine(on: nil)

    private struct Wait {
        var text: String
        /// The text of a long wait.
        var lateText: String
        var end: ContinuousClock.Instant?
    }

    private struct State {
        var wait: Wait?
        /// The time when the wait began.
        var start = ContinuousClock.now
        var isDrawing = false
    }

    private let terminal: Descriptor?
    private let state = Lock(State())
    /// The line on the terminal, or `nil`; locked during any output there.
    private let shown = Lock<String?>(nil)

    /// Creates a line; with `nil` it is never shown.
    init(on terminal: Descriptor?) { self.terminal = terminal }

    /// The line of this process, on standard error if it and standard output are terminals that can erase a line.
    static func process(_ environment: [String: String]) -> ProgressLine {
        let isSeen = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        return isSeen && environment.canDraw ? ProgressLine(on: .error) : hidden
    }

    /// Whether anything can be shown.
    package var isActive: Bool { terminal != nil }

    /// Sets the wait of the command; it returns at once.
    /// - Parameters:
    ///   - text: The text; characters that control a terminal are replaced.
    ///   - end: The end of the wait; with `nil` the line shows the elapsed time.
    ///   - lateText: The text after three seconds; by default the same.
    package func show(_ text: String, until end: ContinuousClock.Instant? = nil, late lateText: String? = nil) {
        guard terminal != nil else { return }
        let isNew = state.withLock { state in
            if state.wait == nil { state.start = .now }
            state.wait = Wait(text: text, lateText: lateText ?? text, end: end)
            defer { state.isDrawing = true }
            return !state.isDrawing
        }
        guard isNew else { return }
        ProgressErasure.begin()
        do throws(DedicatedThread.Refusal) {
            try DedicatedThread.startIfPossible { self.draw() }
        } catch {
            // The line is not essential.
            state.withLock { $0.isDrawing = false }
        }
    }

    /// Erases the line and ends the wait.
    package func end() {
        guard terminal != nil else { return }
        state.withLock { $0.wait = nil }
        interrupt {}
    }

    /// Erases the line, then calls a body that writes; the next drawing restores the line.
    func interrupt(_ write: () -> Void) {
        guard let terminal else { return write() }
        shown.withLock { shown in
            if shown != nil { try? terminal.writeAll(ProgressErasure.bytes) }
            shown = nil
            write()
        }
    }

    /// Erases the line, then writes the bytes of another one.
    ///
    /// A result ends the wait: between two results the line appears only after a new call of ``show(_:until:late:)``.
    func write(_ line: [UInt8], to descriptor: Descriptor, isResult: Bool) throws(Errno) {
        if isResult { state.withLock { $0.wait = nil } }
        var result = Result<Void, Errno>.success(())
        interrupt {
            result = Result { () throws(Errno) in try descriptor.writeAll(line) }
        }
        try result.get()
    }

    /// Draws the line until the wait ends.
    private func draw() {
        while true {
            usleep(UInt32(CheckTimes.progressPause / .microseconds(1)))
            let isOver = state.withLock { state in
                if state.wait == nil { state.isDrawing = false }
                return !state.isDrawing
            }
            if isOver { return }
            shown.withLock { shown in
                guard let terminal, let text = line(at: .now, on: TerminalSize.of(terminal.number)), text != shown
                else { return }
                try? terminal.writeAll(ProgressErasure.bytes + Array(text.utf8))
                shown = text
            }
        }
    }

    /// Returns the line; `nil` if it is hidden.
    private func line(at now: ContinuousClock.Instant, on size: TerminalSize) -> String? {
        let (wait, start) = state.withLock { ($0.wait, $0.start) }
        guard let wait, now - start >= CheckTimes.progressDelay else { return nil }
        // One drawing earlier, so that the text appears in time.
        let isLate = now - start >= CheckTimes.lateness - CheckTimes.progressPause
        let text = isLate ? wait.lateText : wait.text
        return Self.line(text, since: now - start, until: wait.end.map { $0 - now }, columns: size.columns)
    }

    /// Returns the line, one cell shorter than the terminal, because some terminals break the line after the last cell.
    static func line(_ text: String, since age: Duration, until rest: Duration?, columns: Int) -> String {
        let time =
            rest.map { " in \(max(0, Int($0.seconds.rounded(.up)))) s" } ?? ", \(age.components.seconds) s"
        let room = max(0, columns - 1)
        return (text.printable(limit: 300).clipped(toCells: max(0, room - time.count)) + time).clipped(toCells: room)
    }
}

extension [String: String] {
    /// Whether the terminal of these environment variables has cursor addressing.
    var canDraw: Bool { !["", "dumb"].contains(self["TERM"] ?? "") }
}

/// Erases the line if a signal ends the process.
enum ProgressErasure {
    /// Back to the first column, then erase to the end of the line (ECMA-48).
    static let bytes = Array("\r\u{1B}[K".utf8)

    /// Sets the handlers of the signals whose default action would end the process.
    static func begin() {
        unsafe isNeeded = true
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            var known = sigaction()
            guard unsafe sigaction(number, nil, &known) == 0, known.isDefault else { continue }
            signal(number) { number in
                eraseProgress()
                // The default action follows the return of this handler.
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}

/// Erases the line, if any; safe in a signal handler (signal-safety(7)).
func eraseProgress() {
    guard unsafe isNeeded else { return }
    erasure.withUTF8Buffer { text in
        _ = unsafe write(STDERR_FILENO, text.baseAddress, text.count)
    }
}

private let erasure: StaticString = "\r\u{1B}[K"
/// Whether a line may be on the terminal; set before the handlers.
nonisolated(unsafe) private var isNeeded = false

extension sigaction {
    fileprivate var isDefault: Bool {
        #if canImport(Glibc)
        unsafe __sigaction_handler.sa_handler == nil
        #else
        unsafe __sigaction_u.__sa_handler == nil
        #endif
    }
}
