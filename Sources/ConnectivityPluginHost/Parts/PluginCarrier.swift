#if os(Linux)
internal import ConnectivityCore
internal import ConnectivityRegistry

/// What carries validators: a program or a library.
protocol PluginCarrier: AnyObject, Sendable {
    /// What the plugin says of itself.
    var manifest: PluginManifest { get }
    /// The SHA-256 of its files, for the record.
    var digest: String { get }

    /// What the plugin itself says of an exchange, before anything bounds it.
    func opinion(
        of witness: PluginWitness<Self>,
        on exchange: ProbeExchange,
        within limit: Duration
    ) async throws(PluginFault) -> PluginVerdict

    /// Registers every component.
    func register(in registry: inout PluginRegistry) throws(PluginError)

    /// Ends the plugin, as far as that is possible.
    /// - Returns: Whether force was needed.
    @discardableResult
    func end() async -> Bool
}

extension PluginCarrier {
    /// Registers a validator.
    func register(
        _ component: PluginManifest.Component,
        in registry: inout PluginRegistry
    ) throws(PluginError) {
        let id = PluginID(component.id)
        let schema = component.options
        try registry.register(validator: id, described: schema.described, summary: component.summary) {
            json throws(PluginError) in
            try schema.check(json, of: id)
            return PluginWitness(plugin: self, component: component, options: json)
        }
    }
}
#endif
