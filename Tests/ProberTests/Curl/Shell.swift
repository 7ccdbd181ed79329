#if canImport(CCurl)
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A shell script that runs as a separate process.
///
/// Foundation's `Process` leaks a descriptor into processes that are started at the same time, and then also waits
/// for those; `popen` does not.
@safe final class Shell {
    struct Failure: Error {
        let script: String
        let status: Int32
    }

    private let stream: UnsafeMutablePointer<FILE>
    private let process: pid_t

    /// Starts a script without input and with discarded error output.
    init(_ script: String) throws {
        guard let stream = unsafe popen("exec 2>/dev/null </dev/null; echo $$; \(script)", "re") else {
            throw Failure(script: script, status: errno)
        }
        unsafe self.stream = stream
        guard let line = unsafe Self.line(of: stream), let process = pid_t(line) else {
            unsafe pclose(stream)
            throw Failure(script: script, status: -1)
        }
        self.process = process
    }

    /// Kills the process if it is still running, and waits for its end.
    deinit {
        kill(process, SIGKILL)
        unsafe pclose(stream)
    }

    /// Runs a script until it ends.
    static func run(_ script: String) throws {
        guard let stream = unsafe popen("exec >/dev/null 2>&1 </dev/null; \(script)", "re") else {
            throw Failure(script: script, status: errno)
        }
        let status = unsafe pclose(stream)
        guard status == 0 else { throw Failure(script: script, status: status) }
    }

    /// Whether the machine has a command.
    static func has(_ command: String) -> Bool { (try? run("command -v \(command)")) != nil }

    /// Returns the next line of output; `nil` at its end.
    func line() -> String? { unsafe Self.line(of: stream) }

    private static func line(of stream: UnsafeMutablePointer<FILE>) -> String? {
        var buffer = [CChar](repeating: 0, count: 1024)
        guard unsafe fgets(&buffer, Int32(buffer.count), stream) != nil else { return nil }
        let bytes = buffer.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
