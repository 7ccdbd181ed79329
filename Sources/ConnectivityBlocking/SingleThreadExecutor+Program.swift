#if os(Linux)
@_spi(ExperimentalCustomExecutors) internal import _Concurrency

extension SingleThreadExecutor {
    /// Runs a program on the calling thread: from now on, every task of this process runs on it.
    ///
    /// It must be called first of all on the main thread, once. It returns only if the system cannot create a pipe, with the
    /// reason in `errno`.
    ///
    /// - Parameter program: The program, which ends the process.
    package static func run(_ program: @escaping @Sendable () async -> Never) {
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
}
#endif
