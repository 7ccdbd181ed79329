import Foundation
import PackagePlugin

/// `swift package build-docs`: builds this package and makes the site of its guides and public symbols in `.build/docs/site`.
@main
struct BuildDocs: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let build = try packageManager.build(.all(includingTests: false), parameters: .init(echoLogs: true))
        guard build.succeeded else { exit(1) }
        let script = Process()
        script.executableURL = context.package.directoryURL.appending(path: ".ci/docs")
        script.arguments = arguments
        try script.run()
        script.waitUntilExit()
        if script.terminationStatus != 0 { exit(script.terminationStatus) }
    }
}
