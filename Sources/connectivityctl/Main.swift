import ConnectivityCommand

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@main
struct Main {
    static func main() async {
        do throws(ProcessArguments.NotText) {
            exit(await CommandLineTool.run(try ProcessArguments.words).rawValue)
        } catch {
            Console.process.printError("connectivityctl: \(error)")
            exit(ExitStatus.usage.rawValue)
        }
    }
}
