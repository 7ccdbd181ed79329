import ConnectivityCommand

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@main
struct Main {
    static func main() async {
        let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }
}
