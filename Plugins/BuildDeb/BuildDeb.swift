import Foundation
import PackagePlugin

/// `swift package build-deb`: makes the Debian package of `connectivityctl` in `.build/deb` by a script with its arguments.
@main
struct BuildDeb: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let script = Process()
        script.executableURL = context.package.directoryURL.appending(path: "Plugins/BuildDeb/build")
        script.arguments = arguments
        try script.run()
        script.waitUntilExit()
        if script.terminationStatus != 0 { exit(script.terminationStatus) }
    }
}
