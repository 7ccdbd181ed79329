import ConnectivityCore
public import ConnectivityRegistry
public import ConnectivityWire

/// Registers the question kind `echo` with its validator and endpoints, and the prober on Linux.
package enum EchoPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(question: EchoQuestion.self)
        try registry.register(validator: EchoReplies.self)
        for endpoint in Endpoint.echoes { try registry.register(endpoint: endpoint) }
        #if os(Linux)
        try registry.register(prober: EchoProber.self)
        #endif
        try registry.register(sentences: PackageResources.Sentences_tsv)
    }
}

extension EchoReplies: Configurable, FieldCodable {
    public static var pluginID: PluginID { "validator.echo" }
    public static var summary: String { "expects enough ICMP echoes, fast enough" }

    package static let fields = FieldTable(
        Self(),
        [
            .filled("lossMax", \.lossMax, 0.5, Rule("must be from 0 through 1") { (0...1).contains($0) }),
            .optional("timeMax", \.timeMax, .time()),
        ],
        usual: { Self() }
    )
}

#if os(Linux)
extension EchoProber: OptionlessConfigurable {
    package static var pluginID: PluginID { "prober.echo" }
    package static var summary: String { "asks hosts for ICMP echoes, without privileges" }
}
#endif
