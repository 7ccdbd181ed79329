import ConnectivityBlocking
import ConnectivityCommand
import ConnectivityExecutor

#if os(Linux)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@main
struct Main {
    #if os(Linux)
    static func main() {
        permitSignals()
        MainProgram.run { await run() }
        fail("cannot create a pipe", .software)
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

    private static func run() async -> Never {
        // Beyond a limit of file sizes, a write then returns an error, which is reported (setrlimit(2)). A signal that were ignored
        // would be ignored by the programs that this one starts, too.
        signal(SIGXFSZ) { _ in }
        do throws(ProcessArguments.NotText) {
            let status = await CommandLineTool.run(try ProcessArguments.words)
            // Before the handlers of atexit(3), of which some are of libraries that other threads may be setting up.
            ExitBarrier.close()
            exit(status.rawValue)
        } catch {
            fail("\(error)", .usage)
        }
    }

    private static func fail(_ reason: String, _ status: ExitStatus) -> Never {
        Console.process.printError("connectivityctl: \(reason)")
        exit(status.rawValue)
    }
}
