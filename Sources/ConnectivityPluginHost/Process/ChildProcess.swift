#if os(Linux)
internal import CProgram
internal import ConnectivityBlocking
internal import ConnectivityCore
internal import ConnectivityRegistry
internal import ConnectivitySystem
internal import Glibc

/// A program that runs as a child process, with pipes to its standard input, output and error.
///
/// It leads a process group of its own, inherits no descriptor and no environment, and has the limits of its
/// ``PluginProgram``. Between it and this process is a keeper, which kills it, and every process that it has started, when it
/// ends, or when the thread that started it ends (`PR_SET_PDEATHSIG`, prctl(2)). So it belongs to that thread, which starts it,
/// uses it and ends it. The end of the last reference ends it, step by step as an
/// ``EndingProcess``, and waits for that.
final class ChildProcess {
    /// Why a program could not be started.
    struct Refusal: Error {
        var description: String
        /// What the system refused to this process.
        var shortage: ProbeFailure.Resource?
    }

    /// How a program ended.
    enum End: Equatable {
        case exited(status: CInt)
        case killed(signal: CInt)
        /// Somebody else took the end of the process.
        case unknown
    }

    let input: CInt
    let output: CInt
    let error: CInt
    /// Readable when the process and all that it has started have ended (pidfd_open(2)).
    let descriptor: CInt
    let number: pid_t
    private let keeper: pid_t
    private var isInputOpen = true
    private var isReaped = false

    /// Starts a program and returns when it executes, or when that has failed.
    /// - Throws: The step that failed, with the reason of the system.
    init(_ program: PluginProgram) throws(Refusal) {
        var started = connectivity_started()
        let ruleset = try Self.ruleset(program)
        defer { if let ruleset { close(ruleset) } }
        let identity = try Self.identity(program.user)
        let limits = program.limits.ofTheSystem
        let environment = program.wholeEnvironment.map { "\($0.key)=\($0.value)" }
        let status = unsafe CStrings.with(program.command) { arguments in
            unsafe CStrings.with(environment) { environment in
                unsafe limits.withUnsafeBufferPointer { limits in
                    var description = unsafe connectivity_program(
                        path: arguments[0],
                        arguments: arguments,
                        environment: environment,
                        limits: limits.baseAddress,
                        limit_count: CInt(limits.count),
                        user: identity?.user ?? -1,
                        group: identity?.group ?? -1,
                        ruleset: ruleset ?? -1,
                        keeps_attributes: program.writes != nil && ruleset != nil ? 1 : 0
                    )
                    return unsafe connectivity_program_start(&description, &started)
                }
            }
        }
        guard status == 0 else {
            let shortage = Self.shortage(started.stage, status)
            throw Refusal(description: Self.text(started.stage, status), shortage: shortage)
        }
        (input, output, error) = (started.input, started.output, started.error)
        (descriptor, number, keeper) = (started.descriptor, started.program, started.process)
    }

    deinit {
        closeInput()
        for signal in [SIGTERM, SIGKILL] where !isReaped && !waitForEnd(EndingProcess.patience) {
            self.signal(signal)
        }
        if !isReaped { connectivity_program_reap(keeper, descriptor) }
        close(output)
        close(error)
    }

    /// Waits on this thread; returns whether the process has ended.
    private func waitForEnd(_ limit: Duration) -> Bool {
        var waits = [pollfd.toRead(descriptor)]
        return Poll.wait(for: &waits, atMost: limit) > 0
    }

    /// Closes the standard input of the program, which is the sign that it must end.
    func closeInput() {
        guard isInputOpen else { return }
        close(input)
        isInputOpen = false
    }

    /// Reads what is there, without waiting; `nil` if there is nothing yet, and 0 at the end.
    func read(_ descriptor: CInt, _ buffer: inout [UInt8]) -> Int? {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EINTR { continue }
            return errno == EAGAIN ? nil : 0
        }
    }

    /// Sends SIGTERM to the program and to the processes of its group, or SIGKILL to all that it has started.
    func signal(_ number: CInt) { connectivity_program_signal(keeper, number) }

    /// Whether the process has ended, so that it writes no more.
    var hasEnded: Bool {
        var end = connectivity_end()
        return isReaped ? true : unsafe connectivity_program_ended(descriptor, &end) != 0
    }

    /// Returns how the process ended; `nil` if it has not ended, or something that it has started has not.
    func takeEnd() -> End? {
        var end = connectivity_end()
        let status = isReaped ? -1 : unsafe connectivity_program_ended(descriptor, &end)
        guard status != 0 else { return nil }
        if !isReaped {
            connectivity_program_reap(keeper, descriptor)
            isReaped = true
        }
        guard status > 0 else { return .unknown }
        return end.code == CInt(CLD_EXITED) ? .exited(status: end.status) : .killed(signal: end.status)
    }

    /// The version of Landlock in this kernel; 0 if it has none.
    static var landlockVersion: Int { Int(connectivity_landlock_version()) }

    private static func ruleset(_ program: PluginProgram) throws(Refusal) -> CInt? {
        guard landlockVersion > 0 else { return nil }
        guard let folders = program.writes else {
            // Without a ruleset it can do what every program of its user can do.
            let ruleset = connectivity_landlock_ruleset(nil)
            return ruleset < 0 ? nil : ruleset
        }
        let ruleset = unsafe CStrings.with(folders) { strings in
            unsafe UnsafeRawPointer(strings).withMemoryRebound(
                to: UnsafePointer<CChar>?.self,
                capacity: folders.count + 1
            ) { unsafe connectivity_landlock_ruleset($0) }
        }
        guard ruleset >= 0 else { throw Refusal(description: "cannot limit what it writes: \(Errno.last)") }
        return ruleset
    }

    static func identity(_ user: String?) throws(Refusal) -> (user: Int64, group: Int64)? {
        guard let user else { return nil }
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var space = [CChar](repeating: 0, count: 16 * 1024)
        let count = space.count
        unsafe space.withUnsafeMutableBufferPointer { space in
            guard let start = space.baseAddress else { return }
            _ = unsafe getpwnam_r(user, &entry, start, count, &found)
        }
        guard unsafe found != nil else { throw Refusal(description: "there is no user \(user)") }
        return unsafe (Int64(entry.pw_uid), Int64(entry.pw_gid))
    }

    private static func text(_ stage: CInt, _ number: CInt) -> String {
        let action =
            switch connectivity_stage(UInt32(stage)) {
            case connectivity_stage_user: "cannot change the user"
            case connectivity_stage_limits: "cannot set the limits"
            case connectivity_stage_confinement: "cannot be confined"
            case connectivity_stage_execute: "cannot be executed"
            case connectivity_stage_pipe: "cannot get pipes"
            default: "cannot be started"
            }
        return "\(action): \(Errno(number))"
    }

    /// What the system refused to this process; the limits of the program are its configuration.
    private static func shortage(_ stage: CInt, _ number: CInt) -> ProbeFailure.Resource? {
        switch connectivity_stage(UInt32(stage)) {
        case connectivity_stage_pipe: ProbeFailure.Resource(errno: number)
        case connectivity_stage_fork: number == EAGAIN ? .threads : ProbeFailure.Resource(errno: number)
        default: nil
        }
    }

    /// The system's message for an error number.
    static func words(_ number: CInt) -> String { "\(Errno(number))" }
}

extension ChildProcess.End {
    /// The end in words, such as `it ended with exit status 1`.
    var text: String {
        switch self {
        case .exited(let status): "it ended with exit status \(status)"
        case .killed(let signal): "signal \(signal) ended it"
        case .unknown: "it ended"
        }
    }
}
#endif
