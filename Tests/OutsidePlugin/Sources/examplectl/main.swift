import ConnectivityCommand
import ExamplePlugin

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// The whole command, with the plugin besides: `examplectl check --config example.json`.
let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()), plugins: [ExamplePlugin.self])
exit(status.rawValue)
