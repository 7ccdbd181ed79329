#if os(Linux)
import ConnectivityToolkit
import Glibc

/// A program that was asked to end: by the end of its input, then SIGTERM, then SIGKILL.
struct EndingProcess {
    let child: ChildProcess
    private var nextSignal = SIGTERM
    /// Whether a signal was needed.
    private(set) var isForced = false
    private(set) var deadline: ContinuousClock.Instant

    /// Closes the input of a program.
    init(_ child: ChildProcess, signalAfter time: Duration, at now: ContinuousClock.Instant) {
        self.child = child
        deadline = now + time
        child.input.close()
    }

    /// Takes the next step if it is time, and returns whether the process has ended.
    mutating func step(at now: ContinuousClock.Instant) -> Bool {
        if child.takeEnd() != nil { return true }
        guard now >= deadline else { return false }
        child.signal(nextSignal)
        isForced = true
        // Nothing survives SIGKILL, except for a while in a call of the kernel that cannot be interrupted.
        deadline = now + (nextSignal == SIGKILL ? .seconds(1) : ChildProcess.gracePeriod)
        nextSignal = SIGKILL
        return child.takeEnd() != nil
    }
}
#endif
