import Foundation
import PackagePlugin

/// `swift package verify-fixtures`: runs `connectivityctl fixture verify`, by default on the folder Fixtures.
@main
struct VerifyFixtures: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let tool = Process()
        tool.executableURL = try context.tool(named: "connectivityctl").url
        tool.arguments = ["fixture", "verify"] + (arguments.isEmpty ? ["Fixtures"] : arguments)
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        // The plugin ends with the tool's exit status; SwiftPM reports any status except zero as a failure.
        if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
    }
}
