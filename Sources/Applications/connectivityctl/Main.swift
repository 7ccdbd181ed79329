import ConnectivityCommand
import ConnectivityToolkit

#if os(Linux)
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
        // Beyond a limit of file sizes, a write then returns an error, which is reported (setrlimit(2)). Child programs would
        // inherit an ignored signal, but not a handler.
        signal(SIGXFSZ) { _ in }
        // libcurl would write the keys of all connections to this file.
        unsafe unsetenv("SSLKEYLOGFILE")
        do throws(ProcessArguments.NotText) {
            let status = await CommandLineTool.run(try ProcessArguments.words)
            // Before the handlers of atexit(3), because other threads may be initializing the libraries of some of these.
            ExitBarrier.close()
            exit(status.rawValue)
        } catch {
            Console.process.printError("connectivityctl: \(error)")
            exit(ExitStatus.usage.rawValue)
        }
    }

    #if os(Linux)
    /// Unblocks all signals on this thread, even if the process was started with blocked signals.
    private static func permitSignals() {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }
    #endif
}
