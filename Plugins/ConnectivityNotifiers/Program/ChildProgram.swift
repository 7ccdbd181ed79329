package import ConnectivityBlocking
import ConnectivityCore
import ConnectivitySystem

#if canImport(Glibc)
import CSpawn
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One execution of a program: its standard input, its time limit and its end.
///
/// The program starts in a process group of its own, with the default action for every signal. It inherits no
/// descriptor but its standard streams: its input, the null device, and a pipe from which the beginning of its error
/// messages is read. No shell is involved.
package struct ChildProgram: Sendable {
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

    /// How long a killed program may take to disappear; one that waits for a broken disk can take longer.
    private static let killGrace = Duration.milliseconds(300)
    /// The maximum number of bytes of an error message that are kept.
    private static let messageByteCountMax = 400

    /// Runs the program and waits for its end; blocks the thread.
    ///
    /// What the program leaves in its process group is killed with it.
    ///
    /// - Parameter stop: Kills the program when it is raised.
    /// - Throws: A ``NotifierFault`` if the program cannot be started, fails, or does not end in time;
    ///   `CancellationError` if it was stopped.
    package func run(until stop: Waker) throws {
        let (input, messages) = (try Pipe(), try Pipe())
        guard let ended = Waker() else { throw NotifierFault("pipe", .last) }
        let deadline = ContinuousClock.now + limit
        let process = try ChildProcess(try spawn(input.output, messages.input), ended: ended)
        input.closeOutput()
        messages.closeInput()
        var rest = self.input[...]
        var message: [UInt8] = []
        while true {
            if rest.isEmpty { input.closeInput() }
            var waits = [
                pollfd(fd: ended.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input.input, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: messages.output, events: Int16(POLLIN), revents: 0),
            ]
            _ = unsafe poll(&waits, nfds_t(waits.count), Waker.pollTimeout(deadline - .now))
            if waits[2].revents != 0, !input.write(&rest) { rest = [] }
            if waits[3].revents != 0 || waits[0].revents != 0 {
                let isOpen = messages.read(into: &message, upTo: Self.messageByteCountMax)
                if !isOpen { messages.closeOutput() }
            }
            if waits[0].revents != 0 { break }
            let isStopped = waits[1].revents != 0
            guard isStopped || deadline <= .now else { continue }
            process.kill()
            _ = ended.wait(atMost: Self.killGrace)
            if isStopped { throw CancellationError() }
            throw NotifierFault("\(path.printable(limit: 200)) did not end within \(limit.seconds) s")
        }
        guard let failure = process.failure else { return }
        let first = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
        let words = first.map { ": \($0.printable(limit: 160))" } ?? ""
        throw NotifierFault("\(path.printable(limit: 200)): \(failure)\(words)")
    }

    private func spawn(_ input: CInt, _ messages: CInt) throws(NotifierFault) -> pid_t {
        #if canImport(Darwin)
        var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        var (actions, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
        #if canImport(Glibc)
        // Descriptors of other code in this process may lack the close-on-exec flag.
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        #endif
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var pid: pid_t = 0
        let status = unsafe CStrings.with(command) { words in
            unsafe CStrings.with(environment) { variables in
                unsafe posix_spawn(&pid, path, &actions, &attributes, words, variables)
            }
        }
        guard status == 0 else { throw NotifierFault("cannot start \(path.printable(limit: 200))", Errno(status)) }
        return pid
    }
}
