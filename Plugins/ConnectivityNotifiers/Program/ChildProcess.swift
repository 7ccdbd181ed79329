import ConnectivityBlocking
import ConnectivitySupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A running child process; a thread waits for its end, so that it never stays a zombie.
final class ChildProcess: Sendable {
    private let pid: pid_t
    private let state = Mutex((isGone: false, status: CInt(0)))

    /// Begins to wait for a child.
    /// - Parameters:
    ///   - pid: The child, which leads a process group of its own.
    ///   - ended: Raised when the child has ended.
    /// - Throws: `DedicatedThread.Refusal` if there is no thread to wait for it; the child is then killed.
    init(_ pid: pid_t, ended: Waker) throws {
        self.pid = pid
        do throws(DedicatedThread.Refusal) {
            try DedicatedThread.startIfPossible { [self] in
                wait()
                ended.wakeUp()
            }
        } catch {
            kill()
            reap()
            throw error
        }
    }

    /// Kills the child and everything in its process group; no effect if it has ended.
    func kill() {
        // The number belongs to the child until it is reaped.
        state.withLock { state in if !state.isGone { killGroup(pid) } }
    }

    /// What was wrong with the end, in words; `nil` if the child ended with status 0, or if its status is not known
    /// because this process ignores SIGCHLD (sigaction(2)).
    var failure: String? {
        let status = state.withLock { $0.status }
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        if signal != 0 { return "ended by signal \(signal)" }
        return code == 0 ? nil : "exit status \(code)"
    }

    private func wait() {
        var info = unsafe siginfo_t()
        // The ended child stays, so that its group can be killed while the number cannot belong to another process.
        while unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        reap()
    }

    private func reap() {
        state.withLock { state in
            killGroup(pid)
            var status: CInt = 0
            while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
            state = (true, status)
        }
    }
}

/// Kills a process group; kill(2) is also the name of a method above.
private func killGroup(_ leader: pid_t) { _ = kill(-leader, SIGKILL) }
