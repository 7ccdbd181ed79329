public import ConnectivityCore
public import ConnectivityRegistry
import ConnectivitySignIn

/// Registers all components of this package under the names that configurations use.
public enum ExamplePlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(source: LinkFileSource.self)
        try registry.register(provisioning: LeaseReader.self)
        try registry.register(prober: STUNProber.self)
        try registry.register(prober: CannedProber.self)
        try registry.register(.prober, InsistentProber.pluginID, options: InsistentProber.Options.self) {
            (options, registry) throws(PluginError) in
            InsistentProber(try registry.prober(options.prober))
        }
        try registry.register(validator: MappedAddress.self)
        try registry.register(validator: JSONField.self)
        try registry.register(validator: AddressList.self)
        try registry.register(policy: SecondOpinion.self)
        try registry.register(notifier: StateFile.self)
        try registry.register(signInAgent: VoucherAgent.self)
        try PageCheck.register(in: &registry)
        try registry.register(endpoint: .exampleStatus)
        try registry.register(endpoints: [.exampleStatus], as: "example")
        try registry.register(sentences: JSONField.sentences)
        try registry.register(sentences: MappedAddress.sentences)
        try registry.register(sentences: SecondOpinion.sentences)
        try registry.register(sentences: VoucherAgent.sentences)
    }
}

extension Endpoint {
    /// The page on which the example service publishes its state.
    public static let exampleStatus = Endpoint(
        "http://status.example.com/",
        name: "example.status",
        owner: "example",
        expecting: JSONField(at: "/service/state", is: "up")
    )
}
