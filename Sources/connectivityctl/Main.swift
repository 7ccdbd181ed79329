import ConnectivityCommand

#if os(Linux)
@_spi(ExperimentalCustomExecutors) import _Concurrency
import ConnectivityBlocking
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@main
struct Main {
    #if os(Linux)
    static func main() {
        guard let executor = Executors.only else { fail("cannot create a pipe", .software) }
        permitSignals()
        // From here on, every task runs on this thread.
        _createExecutors(factory: Executors.self)
        Task { await run() }
        executor.run()
    }

    /// Lets signals reach this thread, even if the process was started with signals blocked.
    private static func permitSignals() {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }
    #else
    static func main() async { await run() }
    #endif

    private static func run() async {
        do throws(ProcessArguments.NotText) {
            exit(await CommandLineTool.run(try ProcessArguments.words).rawValue)
        } catch {
            fail("\(error)", .usage)
        }
    }

    private static func fail(_ reason: String, _ status: ExitStatus) -> Never {
        Console.process.printError("connectivityctl: \(reason)")
        exit(status.rawValue)
    }
}

#if os(Linux)
/// The executor of the main actor, and of everything else.
private enum Executors: ExecutorFactory {
    static let only = SingleThreadExecutor()

    static var mainExecutor: any MainExecutor { known }
    static var defaultExecutor: any TaskExecutor { known }

    private static var known: SingleThreadExecutor {
        guard let only else { preconditionFailure("the program ends without it") }
        return only
    }
}
#endif
