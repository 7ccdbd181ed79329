import ConnectivityCore

extension PathScope {
    fileprivate static let named: [(name: String, scope: PathScope)] = [
        ("default-route", .defaultRoute), ("underlay", .underlay), ("each-interface", .eachInterface),
    ]

    /// The scope with a name in configuration; `nil` if the text is no such name.
    package init?(named name: String) {
        guard let named = Self.named.first(where: { $0.name == name }) else { return nil }
        self = named.scope
    }

    /// The name in configuration; `nil` for a single interface, which is written under `interface` instead.
    var name: String? { Self.named.first { $0.scope == self }?.name }
}

extension PipelineConfiguration.Document {
    /// Returns the paths to judge; `nil` if the document does not say.
    func pathScope() throws(PluginError) -> PathScope? {
        guard let scope else { return interface.map { .interface($0) } }
        func fault(_ detail: String) -> PluginError {
            .invalidOption(PipelineConfiguration.pluginID, path: ["scope"], detail: detail)
        }
        guard interface == nil else { throw fault("cannot be combined with interface") }
        guard let named = PathScope(named: scope) else {
            let known = PathScope.named.map(\.name)
            throw fault("must be one of \(known.joined(separator: ", "))\(known.suggestion(for: scope))")
        }
        return named
    }
}
