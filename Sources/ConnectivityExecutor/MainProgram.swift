#if os(Linux)
internal import ConnectivitySystem

#if compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalCustomExecutors) internal import _Concurrency
#else
internal import Dispatch
#endif

/// The main program of a command.
package enum MainProgram {
    #if compiler(>=6.3) && compiler(<6.4)
    /// Runs a program on the calling thread: from now on, every task of this process runs on it.
    ///
    /// It must be called first of all on the main thread, once. It returns only if the system cannot create a pipe, with the
    /// reason in `errno`.
    ///
    /// - Parameter program: The program, which ends the process.
    package static func run(_ program: @escaping @Sendable () async -> Never) {
        LargeMemory.returnAtOnce()
        guard let executor = Executors.only else { return }
        _createExecutors(factory: Executors.self)
        Task(executorPreference: executor) { await program() }
        executor.run()
    }

    /// The executor of the main actor, and of everything else.
    private enum Executors: ExecutorFactory {
        static let only = SingleThreadExecutor()

        static var mainExecutor: any MainExecutor { known }
        static var defaultExecutor: any TaskExecutor { known }

        private static var known: SingleThreadExecutor {
            guard let only else { preconditionFailure("it runs only if there is one") }
            return only
        }
    }
    #else
    /// Runs a program on the executors of the toolchain, because this one may have another interface for those of programs.
    ///
    /// - Parameter program: The program, which ends the process.
    package static func run(_ program: @escaping @Sendable () async -> Never) {
        LargeMemory.returnAtOnce()
        Task { await program() }
        dispatchMain()
    }
    #endif
}
#endif
