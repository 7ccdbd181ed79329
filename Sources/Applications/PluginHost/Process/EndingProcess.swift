#if os(Linux)
import ConnectivityToolkit
import Glibc

/// A program that is ending: after the end of its input, it receives SIGTERM, then SIGKILL.
struct EndingProcess {
    let child: ChildProcess
    private var nextSignal = SIGTERM
    private(set) var isForced = false
    private(set) var deadline: ContinuousClock.Instant

    /// Closes the input of a program.
    init(_ child: ChildProcess, signalAfter time: Duration, at now: ContinuousClock.Instant) {
        self.child = child
        deadline = now + time
        child.input.close()
    }

    /// Sends the next signal if it is due, and returns whether the process has ended.
    mutating func step(at now: ContinuousClock.Instant) -> Bool {
        if child.takeEnd() != nil { return true }
        guard now >= deadline else { return false }
        child.signal(nextSignal)
        isForced = true
        // Every process ends after SIGKILL, except during a system call that cannot be interrupted.
        deadline = now + (nextSignal == SIGKILL ? .seconds(1) : ChildProcess.gracePeriod)
        nextSignal = SIGKILL
        return child.takeEnd() != nil
    }
}
#endif
