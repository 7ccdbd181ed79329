#if os(Linux)
internal import CProgram
internal import ConnectivityRegistry
internal import Glibc

extension PluginProgram.Limits {
    /// The limits as setrlimit(2) takes them; a core file is never written.
    var ofTheSystem: [connectivity_limit] {
        [
            (RLIMIT_AS, memory), (RLIMIT_CPU, cpu), (RLIMIT_NOFILE, files), (__RLIMIT_NPROC, processes),
            (RLIMIT_FSIZE, fileSize), (RLIMIT_CORE, 0),
        ].map { connectivity_limit(resource: CInt($0.0.rawValue), value: UInt64($0.1)) }
    }
}
#endif
