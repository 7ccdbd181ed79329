#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import Glibc

extension ChildProcess {
    /// Starts a program that contains components, or that is a check.
    convenience init(_ program: PluginProgram) throws(Refusal) {
        try self.init(
            program.command,
            environment: program.wholeEnvironment.map { "\($0.key)=\($0.value)" },
            confinement: Confinement(user: program.user, writes: program.writes, limits: program.limits.resourceLimits)
        )
    }
}

extension ChildProcess.Refusal {
    /// The resource that the system refused to this process.
    var shortage: ProbeFailure.Resource? {
        guard isOfThisProcess, let error else { return nil }
        return error.number == EAGAIN ? .threads : ProbeFailure.Resource(errno: error.number)
    }
}

extension PluginProgram.Limits {
    /// The limits for setrlimit(2); a core file is never written.
    fileprivate var resourceLimits: [(resource: CInt, value: UInt64)] {
        [
            (RLIMIT_AS, memory), (RLIMIT_CPU, cpu), (RLIMIT_NOFILE, Self.files), (__RLIMIT_NPROC, processes),
            (RLIMIT_FSIZE, Self.fileSize), (RLIMIT_CORE, 0),
        ].map { (CInt($0.0.rawValue), UInt64($0.1)) }
    }
}
#endif
