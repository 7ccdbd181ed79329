#if os(Linux)
import CSystem
import Glibc

/// A program that runs as a child process, with pipes to its standard streams; no shell is involved.
///
/// It leads its own process group, inherits no descriptor, has the default action for every signal, and none is blocked.
///
/// Between a program with a ``Confinement`` and this process are two keepers. When the program ends, they kill every process
/// that the program has started. When the thread that started the program ends (`PR_SET_PDEATHSIG`, prctl(2)), or one keeper is
/// killed, they kill the program too. The program therefore belongs to that thread, which starts it, uses it and ends it. The end of the last
/// reference ends the program by the end of its input, SIGTERM and SIGKILL, each after ``gracePeriod``, and waits for that.
///
/// A program without a confinement has the rights of this process, and its standard output is the null device. The other
/// processes in its process group end with it.
package final class ChildProcess {
    /// The rights and limits of a program.
    package struct Confinement: Sendable {
        /// The user whose rights the program has; `nil` for the rights of this process.
        package var user: String?
        /// The folders below which the program may change files, if the kernel can forbid that; `nil` permits all.
        package var writes: [String]?
        /// The limits of setrlimit(2), by their numbers.
        package var limits: [(resource: CInt, value: UInt64)]

        package init(user: String?, writes: [String]?, limits: [(resource: CInt, value: UInt64)]) {
            (self.user, self.writes, self.limits) = (user, writes, limits)
        }
    }

    /// The maximum time of a program for each step of its end.
    package static let gracePeriod = Duration.milliseconds(300)

    /// The other ends of the standard streams, which never block.
    package let input, output, error: Descriptor
    /// Readable when the process has ended, and if it is confined, all processes that it has started (pidfd_open(2)).
    package let descriptor: Descriptor
    private let started: connectivity_started
    private var isReaped = false

    package var number: CInt { started.program }

    /// Starts a program and returns when it executes, or when that has failed.
    ///
    /// The command is the absolute path of the program, then its arguments. The environment is complete; each element
    /// has the form `NAME=value`. Without a confinement, the program has the rights of this process.
    ///
    /// - Throws: The step that failed, with the reason of the system.
    package init(
        _ command: [String],
        environment: [String],
        confinement: Confinement? = nil
    ) throws(Refusal) {
        var started = connectivity_started()
        let ruleset = try confinement.flatMap { confinement throws(Refusal) in try Self.ruleset(confinement.writes) }
        let identity = try Self.identity(confinement?.user)
        let limits = (confinement?.limits ?? []).map { connectivity_limit(resource: $0.resource, value: $0.value) }
        let status = unsafe CStrings.with(command) { arguments in
            unsafe CStrings.with(environment) { environment in
                unsafe limits.withUnsafeBufferPointer { limits in
                    var description = unsafe connectivity_program(
                        path: arguments[0],
                        arguments: arguments,
                        environment: environment,
                        is_confined: confinement == nil ? 0 : 1,
                        limits: limits.baseAddress,
                        limit_count: CInt(limits.count),
                        user: identity?.user ?? -1,
                        group: identity?.group ?? -1,
                        ruleset: ruleset?.number ?? -1,
                        keeps_attributes: confinement?.writes != nil && ruleset != nil ? 1 : 0
                    )
                    return unsafe connectivity_program_start(&description, &started)
                }
            }
        }
        guard status == 0 else { throw Self.refusal(started.stage, Errno(status)) }
        (input, output) = (Descriptor(owning: started.input), Descriptor(owning: started.output))
        (error, descriptor) = (Descriptor(owning: started.error), Descriptor(owning: started.descriptor))
        self.started = started
    }

    deinit {
        input.close()
        for signal in [SIGTERM, SIGKILL] where !isReaped && !waitForEnd(Self.gracePeriod) { self.signal(signal) }
        reap()
    }

    /// Waits on this thread, without limit if that is `nil`; returns whether the process has ended.
    package func waitForEnd(_ limit: Duration?) -> Bool {
        var waits = [pollfd.toRead(descriptor.number)]
        return Poll.wait(for: &waits, atMost: limit) > 0
    }

    private func reap() {
        if !isReaped { unsafe withUnsafePointer(to: started) { unsafe connectivity_program_reap($0) } }
        isReaped = true
    }

    /// Sends SIGTERM or SIGKILL to the process group of the program; SIGKILL ends all processes that a confined program
    /// has started.
    ///
    /// No effect after the end was received, because the number may be reused.
    package func signal(_ number: CInt) {
        guard !isReaped else { return }
        unsafe withUnsafePointer(to: started) { unsafe connectivity_program_signal($0, number) }
    }

    /// Whether the process has ended, so that it writes no more.
    package var hasEnded: Bool {
        var end = connectivity_end()
        return unsafe isReaped || connectivity_program_ended(descriptor.number, &end) != 0
    }

    /// Returns the end of the process; `nil` if it, or a process that it has started, has not ended.
    package func takeEnd() -> End? {
        var end = connectivity_end()
        let status = isReaped ? -1 : unsafe connectivity_program_ended(descriptor.number, &end)
        guard status != 0 else { return nil }
        reap()
        guard status > 0 else { return .unknown }
        return end.code == CInt(CLD_EXITED) ? .exited(status: end.status) : .killed(signal: end.status)
    }

    /// The version of Landlock in this kernel; 0 if it has none.
    package static var landlockVersion: Int { Int(connectivity_landlock_version()) }

    private static func ruleset(_ writes: [String]?) throws(Refusal) -> Descriptor? {
        guard landlockVersion > 0 else { return nil }
        guard let writes else {
            // Without a ruleset, the program can do everything that its user may do.
            let ruleset = connectivity_landlock_ruleset(nil)
            return ruleset < 0 ? nil : Descriptor(owning: ruleset)
        }
        let ruleset = unsafe CStrings.with(writes) { strings in
            unsafe UnsafeRawPointer(strings).withMemoryRebound(
                to: UnsafePointer<CChar>?.self,
                capacity: writes.count + 1
            ) { unsafe connectivity_landlock_ruleset($0) }
        }
        guard ruleset >= 0 else {
            throw Refusal(description: "cannot limit what it writes: \(Errno.last)", error: nil, isOfThisProcess: false)
        }
        return Descriptor(owning: ruleset)
    }

    /// Finds a user in the system's list (getpwnam_r(3)).
    package static func identity(_ user: String?) throws(Refusal) -> (user: Int64, group: Int64)? {
        guard let user else { return nil }
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var space = [CChar](repeating: 0, count: 16 * 1024)
        let count = space.count
        unsafe space.withUnsafeMutableBufferPointer { space in
            guard let start = space.baseAddress else { return }
            _ = unsafe getpwnam_r(user, &entry, start, count, &found)
        }
        guard unsafe found != nil else {
            throw Refusal(description: "there is no user \(user)", error: nil, isOfThisProcess: false)
        }
        return unsafe (Int64(entry.pw_uid), Int64(entry.pw_gid))
    }

    private static func refusal(_ stage: CInt, _ error: Errno) -> Refusal {
        let stage = connectivity_stage(UInt32(stage))
        let action =
            switch stage {
            case connectivity_stage_user: "cannot change the user"
            case connectivity_stage_limits: "cannot set the limits"
            case connectivity_stage_confinement: "cannot be confined"
            case connectivity_stage_execute: "cannot be executed"
            case connectivity_stage_pipe: "cannot get pipes"
            default: "cannot be started"
            }
        // The limits of the program are part of its configuration.
        let isOfThisProcess = stage == connectivity_stage_pipe || stage == connectivity_stage_fork
        return Refusal(description: "\(action): \(error)", error: error, isOfThisProcess: isOfThisProcess)
    }
}
#endif

extension ChildProcess {
    /// The reason why a program could not be started.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
        package let error: Errno?
        /// Whether the system refused a resource to this process, whatever the program is.
        package let isOfThisProcess: Bool
    }

    package enum End: Equatable, Sendable {
        case exited(status: CInt)
        case killed(signal: CInt)
        /// The exit status is unknown, because other code reaped the process.
        case unknown
    }
}

extension ChildProcess.End {
    /// The end in words, such as `it ended with exit status 1`.
    package var text: String {
        switch self {
        case .exited(let status): "it ended with exit status \(status)"
        case .killed(let signal): "signal \(signal) ended it"
        case .unknown: "it ended"
        }
    }
}
