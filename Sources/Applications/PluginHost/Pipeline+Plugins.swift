#if os(Linux)
public import ConnectivityCore
import ConnectivityKit
public import ConnectivityPipeline
public import ConnectivityRegistry
import ConnectivityWire
import Glibc

extension Pipeline {
    /// Starts the programs that a configuration names under `plugins`, and creates its pipeline.
    ///
    /// ```swift
    /// let text = try Data(contentsOf: URL(filePath: "kiosk.json"))
    /// let pipeline = try await Pipeline(json: text) { updates }
    /// try await pipeline.run()
    /// ```
    ///
    /// The programs end with the pipeline and its copies, or with this process. A `PluginHost` ends them at a time of your
    /// choice; its documentation of starts and failures also applies here.
    ///
    /// - Parameters:
    ///   - json: The JSON text of the configuration, in UTF-8.
    ///   - folder: The absolute path of the base folder of relative program paths such as `./pong`; `nil` for the current folder.
    ///   - plugins: Plugins of this process, whose names the configuration may also use.
    ///   - log: Receives the standard error of the programs, and their faults; see `PluginHost`.
    ///   - notifiers: Receive each event, in addition to the notifiers in the configuration.
    /// - Throws: A ``ConnectivityRegistry/PluginError`` with the place in the text, or the error of the closure.
    public init(
        json: some Collection<UInt8>,
        in folder: String? = nil,
        plugins: [any ConnectivityPlugin.Type] = [],
        log: @escaping @Sendable (String) -> Void = { _ in },
        @PipelineBuilder<any Notifier> notifiers: () throws -> [any Notifier] = { [] }
    ) async throws {
        var registry = try PluginRegistry.standard(adding: plugins)
        let text = try JSONText(parsing: json, of: Configuration.pluginID)
        let resolved = Configuration.resolved(text.json, in: folder ?? currentFolder())
        let written = try Configuration.Written(JSONText(resolved))
        _ = try await PluginHost(configuration: written, registry: &registry, log: log)
        try self.init(Configuration(written, registry: registry), notifiers: notifiers)
    }
}

private func currentFolder() -> String {
    guard let folder = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder)
}
#endif
