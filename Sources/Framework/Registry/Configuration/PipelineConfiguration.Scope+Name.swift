package import ConnectivityCore

extension PipelineConfiguration.Scope {
    private static let named: [(name: String, scope: PipelineConfiguration.Scope)] = [
        ("default-route", .defaultRoute), ("underlay", .underlay), ("each-interface", .eachInterface),
    ]

    /// The name in configuration, or the name of the interface.
    package var written: String { boundInterface ?? Self.named.first { $0.scope == self }?.name ?? "" }

    /// Creates the scope with a name; every other text is the name of an interface.
    package init(written text: String) {
        self = Self.named.first { $0.name == text }?.scope ?? .interface(text)
    }

    /// Returns `; did you mean ...?` for an interface's name that looks like a misspelt scope, otherwise nothing.
    package static func suggestion(for text: String) -> String {
        Self.named.map(\.name).suggestion(for: text)
    }
}

extension PipelineConfiguration.Document {
    /// Returns the paths to judge; `nil` if the document does not state them.
    func pathScope() throws(PluginError) -> PipelineConfiguration.Scope? {
        guard let text = scope else { return nil }
        let scope = PipelineConfiguration.Scope(written: text)
        let suggestion = scope.boundInterface.map(PipelineConfiguration.Scope.suggestion) ?? ""
        guard !text.isEmpty, suggestion.isEmpty else {
            let form = "must be default-route, underlay, each-interface or the name of an interface"
            throw fault(["scope"], form + suggestion)
        }
        return scope
    }
}
