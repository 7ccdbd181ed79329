import ConnectivityCommand
import ConnectivityToolkit

#if os(Linux)
import ConnectivityToolkit
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@main
struct Main {
    static func main() async {
        #if os(Linux)
        permitSignals()
        LargeMemory.returnAtOnce()
        #endif
        // Beyond a limit of file sizes, a write then returns an error, which is reported (setrlimit(2)). A signal that were ignored
        // would be ignored by the programs that this one starts, too.
        signal(SIGXFSZ) { _ in }
        do throws(ProcessArguments.NotText) {
            let status = await CommandLineTool.run(try ProcessArguments.words)
            // Before the handlers of atexit(3), of which some are of libraries that other threads may be setting up.
            ExitBarrier.close()
            exit(status.rawValue)
        } catch {
            Console.process.printError("connectivityctl: \(error)")
            exit(ExitStatus.usage.rawValue)
        }
    }

    #if os(Linux)
    /// Lets signals reach this thread, even if the process was started with signals blocked.
    private static func permitSignals() {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }
    #endif
}
