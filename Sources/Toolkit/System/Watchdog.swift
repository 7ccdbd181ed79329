#if os(Linux)
import CSystem
import Glibc

/// A process that runs a program when this process ends, however it does, or after a time at the latest.
///
/// It leads its own session and blocks every signal; so nothing but SIGKILL to it, or the end of the system, keeps it from
/// running the program. The program runs with SIGHUP, SIGINT and SIGTERM ignored, because those who
/// end this process may end all that belongs to it, and with the null device as its standard streams. The end of the last
/// reference lets it run the program too.
package final class Watchdog: Sendable {
    /// What became of the program.
    package enum Outcome: Equatable, Sendable {
        case ended(ChildProcess.End)
        /// The program was not started, or its state is unknown because the watchdog was killed.
        case lost
    }

    private let input, report: Descriptor
    private let started: connectivity_watchdog

    /// Starts a watchdog, and returns when it can no longer be ended.
    /// - Parameters:
    ///   - command: The absolute path of the program, then its arguments.
    ///   - environment: The whole environment, each element as `NAME=value`.
    ///   - limit: The time after which it runs the program at the latest; time while the system sleeps counts.
    ///   - programLimit: The time after which the program is killed with its process group.
    /// - Throws: The reason of the system.
    package init(
        running command: [String],
        environment: [String],
        within limit: Duration,
        takingAtMost programLimit: Duration
    ) throws(Errno) {
        var started = connectivity_watchdog()
        let status = unsafe CStrings.with(command) { arguments in
            unsafe CStrings.with(environment) { environment in
                var description = unsafe connectivity_program(
                    path: arguments[0],
                    arguments: arguments,
                    environment: environment,
                    is_confined: 0,
                    limits: nil,
                    limit_count: 0,
                    user: -1,
                    group: -1,
                    ruleset: -1,
                    keeps_attributes: 0
                )
                return unsafe connectivity_watchdog_start(
                    &description,
                    Int64(Poll.timeout(limit)),
                    Int64(Poll.timeout(programLimit)),
                    &started
                )
            }
        }
        guard status == 0 else { throw Errno(status) }
        (input, report) = (Descriptor(owning: started.input), Descriptor(owning: started.report))
        self.started = started
    }

    deinit {
        release()
        // A zombie would confuse those who wait for any child.
        if report.number >= 0 { reap() }
    }

    private func reap() {
        unsafe withUnsafePointer(to: started) { unsafe connectivity_watchdog_reap($0) }
        report.close()
    }

    /// Lets it run the program now, unless it has done so; returns at once.
    package func release() { input.close() }

    /// Waits on this thread until the program has ended, and returns what became of it, `nil` if that is not known in
    /// time; called once.
    package func outcome(atMost limit: Duration) -> Outcome? {
        var waits = [pollfd.toRead(report.number)]
        do throws(Errno) {
            guard try Poll.wait(for: &waits, until: .now + limit) else { return nil }
        } catch {
            return nil
        }
        let size = MemoryLayout<connectivity_end>.size
        var bytes = [UInt8](repeating: 0, count: size)
        let count = report.readOrEnd(into: &bytes)
        reap()
        guard count == size else { return .lost }
        let end = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: connectivity_end.self) }
        switch end.code {
        case 0: return .lost
        case CInt(CLD_EXITED): return .ended(.exited(status: end.status))
        default: return .ended(.killed(signal: end.status))
        }
    }
}
#endif
