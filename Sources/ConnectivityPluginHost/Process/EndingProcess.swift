#if os(Linux)
internal import Glibc

/// A program that has been told to end: by the end of its input, then SIGTERM, then SIGKILL.
struct EndingProcess {
    /// How long a program may take for each step.
    static let patience = Duration.milliseconds(300)

    let child: ChildProcess
    private var nextSignal = SIGTERM
    /// Whether a signal was needed.
    private(set) var isForced = false
    private(set) var deadline: ContinuousClock.Instant

    /// Closes the input of a program.
    init(_ child: ChildProcess, at now: ContinuousClock.Instant) {
        self.child = child
        deadline = now + Self.patience
        child.closeInput()
    }

    /// Takes the next step if it is time.
    /// - Returns: Whether the process has ended.
    mutating func step(at now: ContinuousClock.Instant) -> Bool {
        if child.takeEnd() != nil { return true }
        guard now >= deadline else { return false }
        child.signal(nextSignal)
        isForced = true
        // Nothing survives SIGKILL, except for a while in a call of the kernel that cannot be interrupted.
        deadline = now + (nextSignal == SIGKILL ? .seconds(1) : Self.patience)
        nextSignal = SIGKILL
        return child.takeEnd() != nil
    }
}
#endif
