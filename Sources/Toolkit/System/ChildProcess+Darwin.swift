#if canImport(Darwin)
import Darwin

/// A program that runs as a child process, as on Linux, but without a confinement.
package final class ChildProcess {
    package static let gracePeriod = Duration.milliseconds(300)

    /// The other ends of the standard streams, which never block; standard output is the null device.
    package let input, error: Descriptor
    /// Readable when the process has ended (kqueue(2), `EVFILT_PROC`).
    package let descriptor: Descriptor
    package let number: pid_t
    private var isReaped = false

    /// Starts a program from the absolute path of the program and its arguments.
    ///
    /// The environment is complete; each element has the form `NAME=value`.
    ///
    /// - Throws: The reason of the system.
    package init(_ command: [String], environment: [String]) throws(Refusal) {
        do throws(Errno) {
            let (input, messages) = (try Descriptor.pipe(isBlocking: true), try Descriptor.pipe(isBlocking: true))
            let queue = kqueue()
            guard queue >= 0 else { throw .last }
            descriptor = Descriptor(owning: queue)
            number = try Self.spawn(command, environment, input.output.number, messages.input.number)
            (self.input, error) = (input.input, messages.output)
        } catch {
            throw Refusal(description: "cannot be started: \(error)", error: error, isOfThisProcess: false)
        }
        for end in [input, error] { _ = fcntl(end.number, F_SETFL, O_NONBLOCK) }
        var event = kevent(
            ident: UInt(number),
            filter: Int16(EVFILT_PROC),
            flags: UInt16(EV_ADD),
            fflags: UInt32(bitPattern: NOTE_EXIT),
            data: 0,
            udata: nil
        )
        unsafe kevent(descriptor.number, &event, 1, nil, 0, nil)
    }

    private static func spawn(
        _ command: [String],
        _ environment: [String],
        _ input: CInt,
        _ messages: CInt
    ) throws(Errno) -> pid_t {
        var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_CLOEXEC_DEFAULT))
        var number: pid_t = 0
        let status = unsafe CStrings.with(command) { words in
            unsafe CStrings.with(environment) { variables in
                unsafe posix_spawn(&number, command[0], &actions, &attributes, words, variables)
            }
        }
        guard status == 0 else { throw Errno(status) }
        return number
    }

    deinit { _ = end() }

    /// Waits on this thread, without limit if that is `nil`; returns whether the process has ended.
    package func waitForEnd(_ limit: Duration?) -> Bool {
        var waits = [pollfd.toRead(descriptor.number)]
        return Poll.wait(for: &waits, atMost: limit) > 0
    }

    /// Sends a signal to the process group of the program; no effect after its end was received, because the number may
    /// be reused.
    package func signal(_ signal: CInt) { if !isReaped { _ = kill(-number, signal) } }

    /// Returns the end of the process; `nil` if it has not ended.
    package func takeEnd() -> End? { waitForEnd(.zero) ? end() : nil }

    /// Kills the other processes in its group, and reaps the process.
    private func end() -> End {
        guard !isReaped else { return .unknown }
        signal(SIGKILL)
        var status: CInt = 0
        var process: pid_t = -1
        repeat { process = unsafe waitpid(number, &status, 0) } while process < 0 && errno == EINTR
        isReaped = true
        guard process == number else { return .unknown }
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        return signal == 0 ? .exited(status: code) : .killed(signal: signal)
    }
}
#endif
