import Foundation
import PackagePlugin

/// `swift package verify-fixtures`: runs `connectivityctl fixture verify`, by default on every recording in the folder
/// Fixtures and in the folders of the package's test targets.
@main
struct VerifyFixtures: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let operands = arguments.isEmpty ? recordings(of: context.package) : arguments
        guard !operands.isEmpty else {
            Diagnostics.error("no file in Fixtures or in a test target has a name that ends in .http or .session.json")
            return
        }
        let tool = Process()
        tool.executableURL = try context.tool(named: "connectivityctl").url
        tool.arguments = ["fixture", "verify"] + operands
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        // The plugin ends with the tool's exit status; SwiftPM reports any status except zero as a failure.
        if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
    }

    private func recordings(of package: Package) -> [String] {
        let tests = package.targets.compactMap { $0 as? any SourceModuleTarget }.filter { $0.kind == .test }
        let folders = [package.directoryURL.appending(path: "Fixtures")] + tests.map(\.directoryURL)
        let files = folders.flatMap { folder in
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
                .compactMap { ($0 as? URL)?.path(percentEncoded: false) } ?? []
        }
        return Set(files.filter { $0.hasSuffix(".http") || $0.hasSuffix(".session.json") }).sorted()
    }
}
