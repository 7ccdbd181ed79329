import Foundation
import PackagePlugin

/// `swift package record-fixture`: `connectivityctl fixture record` with the same words.
@main
struct RecordFixture: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let tool = Process()
        tool.executableURL = try context.tool(named: "connectivityctl").url
        tool.arguments = ["fixture", "record"] + arguments
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        // The exit status of the tool is the plugin's: SwiftPM tells any but zero as a failure.
        if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
    }
}
