#if os(Linux)
import ConnectivityBlocking
import ConnectivityCore
import ConnectivitySystem
import Glibc

/// One execution of a program of the user, within a time limit.
struct ProgramRun: Sendable {
    /// Why a program did not do what was wanted.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The maximum number of bytes of an error message that are kept.
    private static let messageByteCountMax = 400

    private let command: [String]
    private let environment: [String]

    /// - Parameters:
    ///   - command: The absolute path of the program, then its arguments.
    ///   - environment: The whole environment, each element as `NAME=value`.
    init(_ command: [String], _ environment: [String]) { (self.command, self.environment) = (command, environment) }

    /// Runs the program with an empty input, and waits for its end; blocks the thread.
    ///
    /// What it leaves in its process group is killed with it.
    ///
    /// - Parameters:
    ///   - limit: The time limit.
    ///   - stop: Kills the program when it is raised.
    /// - Throws: A ``Fault``, without the name of the program.
    func run(atMost limit: Duration, until stop: Waker?) throws(Fault) {
        let child: ChildProcess
        do throws(ChildProcess.Refusal) {
            child = try ChildProcess(command, environment: environment)
        } catch {
            throw Fault(description: error.description)
        }
        child.input.close()
        let deadline = ContinuousClock.now + limit
        var message: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            var waits: [pollfd] = [
                .toRead(child.descriptor.number), .toRead(stop?.number ?? -1), .toRead(child.error.number),
            ]
            Poll.wait(for: &waits, atMost: deadline - .now)
            if waits[2].isReady || waits[0].isReady, let count = child.error.readOrEnd(into: &chunk) {
                if count == 0 { child.error.close() }
                message += chunk[..<min(count, max(0, Self.messageByteCountMax - message.count))]
            }
            if waits[0].isReady, let end = child.takeEnd() {
                if [.exited(status: 0), .unknown].contains(end) { return }
                let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
                let firstLine = lines.first.map { ": \(String($0).printable(limit: 160))" } ?? ""
                throw Fault(description: "\(end.text)\(firstLine)")
            }
            guard waits[1].isReady || deadline <= .now else { continue }
            child.signal(SIGKILL)
            _ = child.waitForEnd(ChildProcess.gracePeriod)
            throw Fault(description: waits[1].isReady ? "it was stopped" : "it did not end within \(limit.seconds) s")
        }
    }
}
#endif
