import ConnectivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One execution of a program: its standard input, its time limit and its end.
///
/// The program starts in its own process group, with the default action for every signal. It inherits only its standard
/// streams: its input, the null device, and a pipe for the beginning of its error messages. No shell is involved.
package struct ChildProgram: Sendable {
    /// The error of a program that did not succeed.
    package struct Fault: Error, CustomStringConvertible {
        /// The program and the fault, on one line.
        package let description: String
        /// The fault, without the program.
        package let detail: String

        fileprivate init(_ description: String, _ detail: String) {
            (self.description, self.detail) = (description, detail)
        }
    }

    /// The path of the program, then its arguments.
    var command: [String]
    /// The whole environment, each element as `NAME=value`.
    var environment: [String]
    var input: [UInt8]
    var limit: Duration

    package init(command: [String], environment: [String], input: [UInt8], limit: Duration) {
        self.command = command
        self.environment = environment
        self.input = input
        self.limit = limit
    }

    private var path: String { command.first ?? "" }

    private static let messageByteCountMax = 400

    /// Runs the program and waits for its end, or kills it when `stop` is raised; blocks the thread.
    ///
    /// The other processes in its process group are killed with it.
    ///
    /// - Throws: A ``Fault`` if the program cannot be started, fails, or does not end in time; `CancellationError` if
    ///   it was stopped.
    package func run(until stop: Waker?) throws {
        let name = path.printable(limit: 200)
        let child: ChildProcess
        do throws(ChildProcess.Refusal) {
            child = try ChildProcess(command, environment: environment)
        } catch {
            let detail = error.error.map { "\($0)" } ?? "\(error)"
            throw Fault(error.error == nil ? detail : "cannot start \(name): \(detail)", detail)
        }
        let deadline = ContinuousClock.now + limit
        var rest = input[...]
        var message: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if rest.isEmpty { child.input.close() }
            var waits: [pollfd] = [
                .toRead(child.descriptor.number), .toRead(stop?.number ?? -1), .toWrite(child.input.number),
                .toRead(child.error.number),
            ]
            Poll.wait(for: &waits, atMost: deadline - .now)
            if waits[2].isReady {
                // If a program stops reading, only its end counts.
                do throws(Errno) { rest = rest.dropFirst(try child.input.write(rest)) } catch { rest = [] }
            }
            if waits[3].isReady || waits[0].isReady, let count = child.error.readOrEnd(into: &chunk) {
                if count == 0 { child.error.close() }
                message += chunk[..<min(count, max(0, Self.messageByteCountMax - message.count))]
            }
            if waits[0].isReady, let end = child.takeEnd() {
                guard let failure = end.failure else { return }
                let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
                let firstLine = lines.first.map { ": \(String($0).printable(limit: 160))" } ?? ""
                throw Fault("\(name): \(failure)\(firstLine)", "\(failure)\(firstLine)")
            }
            let isStopped = waits[1].isReady
            guard isStopped || deadline <= .now else { continue }
            child.signal(SIGKILL)
            // A process that waits for a broken disk can take longer.
            if !child.waitForEnd(ChildProcess.gracePeriod) {
                nonisolated(unsafe) let rest = child
                try? DedicatedThread.startIfPossible { _ = unsafe rest.waitForEnd(nil) }
            }
            if isStopped { throw CancellationError() }
            let late = "did not end within \(limit.seconds) s"
            throw Fault("\(name) \(late)", "it \(late)")
        }
    }
}

extension ChildProcess.End {
    /// The fault of the end, in words; `nil` without a fault, or if the end is unknown, because this process ignores
    /// SIGCHLD (sigaction(2)).
    fileprivate var failure: String? {
        switch self {
        case .exited(let status): status == 0 ? nil : "exit status \(status)"
        case .killed(let signal): "ended by signal \(signal)"
        case .unknown: nil
        }
    }
}
