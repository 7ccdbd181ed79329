#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import Glibc

/// The running checks: starts them, reads their output and collects their exit statuses.
struct ProgramRuns: BlockingLibrary {
    struct Request: Sendable {
        var program: PluginProgram
        var deadline: ContinuousClock.Instant
    }

    typealias Answer = Result<ProgramAnswer, ProbeFailure>

    /// The number of bytes of standard output that are kept; the rest is read and dropped.
    static let outputLimit = 64 * 1024

    private struct Run {
        let child: ChildProcess
        let deadline: ContinuousClock.Instant
        var output: [UInt8] = []
        var isAtEnd = false
        var isErrorAtEnd = false
    }

    private var runs: [BlockingJob: Run] = [:]
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

    mutating func begin(_ job: BlockingJob, _ request: Request) -> Answer? {
        do throws(PluginFault) {
            let child = try child(request.program)
            child.input.close()
            runs[job] = Run(child: child, deadline: request.deadline)
            return nil
        } catch {
            if let shortage = error.shortage {
                return .failure(ProbeFailure(.shortage(shortage), detail: error.detail))
            }
            let facts = error.facts(of: request.program.command[0])
            return .failure(ProbeFailure(.unsupported, detail: error.detail, facts: facts))
        }
    }

    private func child(_ program: PluginProgram) throws(PluginFault) -> ChildProcess {
        // The other absolute paths are often files that the check examines.
        try program.checkGuard(of: program.command[0])
        do throws(ChildProcess.Refusal) {
            return try ChildProcess(program)
        } catch {
            throw PluginFault(.start, error.description, shortage: error.shortage)
        }
    }

    mutating func cancel(_ job: BlockingJob) -> Answer {
        kill(job)
        return .failure(ProbeFailure(.cancelled))
    }

    mutating func takeEnded() -> [(job: BlockingJob, answer: Answer)] {
        let now = ContinuousClock.now
        var ended: [(job: BlockingJob, answer: Answer)] = []
        for (job, run) in runs {
            var run = run
            let end = run.child.hasEnded
            read(&run)
            runs[job] = run
            if end, let end = run.child.takeEnd() {
                runs[job] = nil
                ended.append((job, Self.answer(end, run.output)))
            } else if now >= run.deadline {
                kill(job)
                ended.append((job, .failure(ProbeFailure(.timedOut(.response)))))
            }
        }
        return ended
    }

    mutating func wait(for waker: Waker, atMost limit: Duration) {
        var descriptors = [pollfd.toRead(waker.number)]
        for run in runs.values {
            descriptors.append(.toRead(run.child.descriptor.number))
            if !run.isAtEnd { descriptors.append(.toRead(run.child.output.number)) }
            if !run.isErrorAtEnd { descriptors.append(.toRead(run.child.error.number)) }
        }
        let longest = runs.values.map(\.deadline).min().map { min(limit, $0 - .now) } ?? limit
        Poll.wait(for: &descriptors, atMost: longest)
    }

    /// Kills a check's process group at once; the last reference to the child then reaps it.
    private mutating func kill(_ job: BlockingJob) { runs.removeValue(forKey: job)?.child.signal(SIGKILL) }

    private mutating func read(_ run: inout Run) {
        // Bounded per turn, so that a check that floods its output does not delay the other checks.
        for _ in 0..<16 {
            guard !run.isAtEnd, let count = run.child.output.readOrEnd(into: &buffer) else { break }
            run.isAtEnd = count == 0
            run.output += buffer[..<min(count, Self.outputLimit - run.output.count)]
        }
        if !run.isErrorAtEnd, let count = run.child.error.readOrEnd(into: &buffer) { run.isErrorAtEnd = count == 0 }
    }

    private static func answer(_ end: ChildProcess.End, _ output: [UInt8]) -> Answer {
        guard case .exited(let status) = end else {
            let code = if case .killed(let signal) = end { Int(signal) + 128 } else { 0 }
            return .failure(ProbeFailure(.other("program", code: code), detail: end.text))
        }
        guard let answer = ProgramAnswer(status: status, output: output) else {
            return .failure(ProbeFailure(.other("program", code: Int(status)), detail: end.text))
        }
        return .success(answer)
    }
}
#endif
