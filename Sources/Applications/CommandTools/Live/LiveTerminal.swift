package import ConnectivityCore
import ConnectivityKit
package import ConnectivityPipeline
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal on which `watch --live` keeps one screen current.
///
/// The screen is the alternate one of the terminal, without a cursor, and each key is read at once. Every end and every stop
/// of the process restores the terminal, except SIGKILL and SIGSTOP.
package final class LiveTerminal: Sendable {
    private struct Screen {
        /// Whether the terminal shows the screen.
        var isOpen = false
        /// Whether the terminal must show the screen when this process is in its foreground.
        var isWanted = true
        var isOver = false
        /// The earlier modes of the terminal; `nil` if keys cannot be read.
        var modes: termios?
        var size = TerminalSize(columns: 0, rows: 0)
        var lines: [String] = []
    }

    private static let pauseMicroseconds: UInt32 = 100_000
    private static let keptLineCountMax = 20

    private let model = Lock(LiveModel())
    private let screen = Lock(Screen())
    private let log = Lock([String]())
    private let waker: Waker
    private let style: LiveScreen.Style
    private let printError: @Sendable (String) -> Void
    private let onQuit = Lock<@Sendable () -> Void>({})

    /// Creates the screen on the terminal of a console, which must be able to draw.
    package init(_ console: Console) throws(CommandError) {
        guard let waker = Waker() else { throw .software("cannot create a pipe") }
        self.waker = waker
        printError = console.printError
        tzset()
        style = LiveScreen.Style(
            isColoured: console.isColoured,
            isUnicode: console.environment.usesUnicode,
            hasKeys: isatty(STDIN_FILENO) == 1
        )
    }

    /// Returns the console for a run: its output is on the screen, or in its message.
    package func console(_ console: Console) -> Console {
        var console = console
        console.print = { _ in }
        console.printError = { [self] line in
            log.withLock { lines in
                lines.append(line)
                if lines.count > Self.keptLineCountMax { lines.removeFirst() }
            }
            update { $0.message = line }
        }
        console.progress = .hidden
        return console
    }

    /// Starts drawing, on a separate thread.
    /// - Parameter quit: Called on any thread when a person presses q.
    /// - Throws: `DedicatedThread.Refusal` if no thread can be started.
    package func open(quit: @escaping @Sendable () -> Void) throws {
        onQuit.withLock { $0 = quit }
        try DedicatedThread.startIfPossible { self.run() }
    }

    /// Restores the terminal, and prints the log; a second call has no effect.
    package func close() {
        let isFirst = screen.withLock { screen in
            defer { screen.isOver = true }
            leave(&screen)
            return !screen.isOver
        }
        waker.wakeUp()
        if isFirst { for line in log.withLock({ $0 }) { printError(line) } }
    }

    /// Changes the model, without waiting for the drawing.
    func update(_ change: (inout LiveModel) -> Void) {
        model.withLock { change(&$0) }
        waker.wakeUp()
    }

    /// Returns a pipeline that shows its steps.
    package func following(_ pipeline: Pipeline, _ console: Console) -> Pipeline {
        update { $0.sentences = console.registry.sentences }
        let course = Lock(PipelineCourse())
        return pipeline.observing { [self] step in
            let new = course.withLock { course in
                course.apply(step)
                return course
            }
            update { $0.course = new }
        }
    }

    // MARK: Signals

    package static let signals = [SIGWINCH, SIGTSTP, SIGCONT]

    /// Handles a signal, on the thread of the signals, and returns whether it concerns only the terminal.
    package func handle(_ number: CInt) -> Bool {
        switch number {
        case SIGWINCH: break
        case SIGTSTP:
            screen.withLock { screen in
                screen.isWanted = false
                leave(&screen)
            }
            signal(SIGTSTP, SIG_DFL)
            kill(getpid(), SIGTSTP)
        case SIGCONT:
            Signals.passAgain(SIGTSTP)
            screen.withLock { screen in
                screen.isWanted = true
                // The shell may have set other modes, and other programs may have drawn.
                screen.lines = []
                if screen.isOpen { leave(&screen) }
            }
        default: return false
        }
        waker.wakeUp()
        return true
    }

    // MARK: Drawing

    private func run() {
        var keys = style.hasKeys
        while true {
            waker.clear()
            guard draw() else { return }
            usleep(Self.pauseMicroseconds)
            // Keys belong to the program in the foreground.
            guard keys, screen.withLock(\.isOpen) else {
                _ = waker.wait(atMost: .milliseconds(900))
                continue
            }
            guard waker.wait(toRead: STDIN_FILENO, atMost: .milliseconds(900)) == .readable else { continue }
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
            if count <= 0 { keys = false }
            if bytes.prefix(max(0, count)).contains(where: { "qQ".utf8.contains($0) }) { onQuit.withLock(\.self)() }
        }
    }

    /// Draws the changes, and returns whether the drawing goes on.
    private func draw() -> Bool {
        let model = model.withLock { $0 }
        var style = style
        style.zone = .local
        return screen.withLock { screen in
            guard !screen.isOver else { return false }
            let isForeground = tcgetpgrp(STDOUT_FILENO) == getpgrp()
            guard screen.isWanted, isForeground else { return true }
            var output = screen.isOpen ? "" : enter(&screen)
            let size = TerminalSize.of(STDOUT_FILENO)
            if size != screen.size {
                (screen.size, screen.lines) = (size, [])
                output += "\u{1B}[2J"
            }
            let lines = LiveScreen(model, at: .now, .now, on: size, style).lines
            for (index, line) in lines.enumerated()
            where !screen.lines.indices.contains(index) || screen.lines[index] != line {
                // Erased first: after the last column, the cursor is on the last character.
                output += "\u{1B}[\(index + 1);1H\u{1B}[K\(line)"
            }
            screen.lines = lines
            if !output.isEmpty { try? Descriptor.output.writeAll(Array(output.utf8)) }
            return true
        }
    }

    /// Sets the modes of the terminal, and returns the codes that show the alternate screen.
    private func enter(_ screen: inout Screen) -> String {
        if style.hasKeys {
            var modes = termios()
            if unsafe tcgetattr(STDIN_FILENO, &modes) == 0 {
                screen.modes = modes
                modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
                unsafe tcsetattr(STDIN_FILENO, TCSANOW, &modes)
            }
        }
        (screen.isOpen, screen.lines) = (true, [])
        // The alternate screen, no cursor, no line break after the last column.
        return "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
    }

    /// Restores the terminal if it shows the screen.
    private func leave(_ screen: inout Screen) {
        guard screen.isOpen else { return }
        screen.isOpen = false
        try? Descriptor.output.writeAll(Array("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8))
        if var modes = screen.modes { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
    }
}

/// Shows the events of a run on a terminal.
package struct LiveNotifier: Notifier {
    let terminal: LiveTerminal

    package init(_ terminal: LiveTerminal) { self.terminal = terminal }

    package var mailbox: NotifierMailbox {
        .all([.changes, .confirmations, .rounds, .observations, .sources], upTo: 100)
    }

    package func handle(_ event: PipelineEvent) async { terminal.update { $0.apply(event) } }
}

extension [String: String] {
    /// Whether the locale of a process uses UTF-8 (locale(7)).
    var usesUnicode: Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { self[$0] }.first { !$0.isEmpty } ?? ""
        let letters = name.lowercased()
        return letters.contains("utf-8") || letters.contains("utf8")
    }
}
