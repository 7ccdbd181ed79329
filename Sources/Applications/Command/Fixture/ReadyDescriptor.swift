import ConnectivityCommandTools
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A descriptor of the caller, which receives one line when the command is ready.
struct ReadyDescriptor {
    private let descriptor: Descriptor

    /// Opens the descriptor in an option; `nil` if it was not given.
    /// - Throws: A usage error if the caller passed no such descriptor, or if it is not writable.
    init?(_ arguments: Arguments, _ name: String) throws(CommandError) {
        guard let number = try arguments.whole(name, in: 3...65_535, of: "the number of a descriptor") else {
            return nil
        }
        guard isPassed(CInt(number)), fcntl(CInt(number), F_GETFL) & O_ACCMODE != O_RDONLY else {
            throw arguments.usage(
                "--\(name): the caller has passed no descriptor \(number) that can be written to; in a shell, add "
                    + "\(number)> FILE"
            )
        }
        descriptor = Descriptor(owning: CInt(number))
    }

    /// Writes the line and closes the descriptor.
    func write(_ line: String) throws(CommandError) {
        do throws(Errno) {
            try descriptor.writeAll(Array((line + "\n").utf8))
        } catch {
            throw .noOutput("the descriptor of --ready-fd cannot be written to: \(error)")
        }
        descriptor.close()
    }
}

/// Whether the caller passed a descriptor: those of this program are marked so that no child inherits them.
private func isPassed(_ number: CInt) -> Bool {
    let flags = fcntl(number, F_GETFD)
    return flags >= 0 && flags & FD_CLOEXEC == 0
}

/// Observes the end of the caller on standard input: the system closes the caller's end of a pipe with its process.
enum CallersEnd {
    /// Throws if standard input has already ended.
    static func check(_ arguments: Arguments, _ name: String) throws(CommandError) {
        guard isPassed(Descriptor.input.number), !hasEnded(within: .zero) else {
            throw arguments.usage(
                "--\(name): standard input has already ended; it must be a pipe that the caller holds open"
            )
        }
    }

    /// Forwards the end of standard input as a signal to end, see ``Signals``.
    static func watch() throws {
        try DedicatedThread.startIfPossible {
            while !hasEnded(within: nil) {}
            Signals.pretend(SIGTERM)
        }
    }

    /// Drops available bytes, and returns whether the input has ended; `nil` waits without limit.
    private static func hasEnded(within limit: Duration?) -> Bool {
        var entries = [pollfd.toRead(Descriptor.input.number)]
        do throws(Errno) {
            guard try Poll.wait(for: &entries, until: limit.map { .now + $0 }) else { return false }
        } catch {
            return true
        }
        var buffer = [UInt8](repeating: 0, count: 4096)
        return Descriptor.input.readOrEnd(into: &buffer) == 0
    }
}
