import ConnectivityCommand
import ExamplePlugin

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// The whole command with the additional plugin: `examplectl check --config example.json`.
let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()), plugins: [ExamplePlugin.self])
exit(status.rawValue)
