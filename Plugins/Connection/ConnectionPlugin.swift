import ConnectivityCore
import ConnectivityNames
public import ConnectivityRegistry
public import ConnectivityWire

/// Registers the question kinds `connection` and `dot` with their validator and endpoints, and the probers on Linux.
package enum ConnectionPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(question: ConnectionQuestion.self)
        try registry.register(question: DoTQuestion.self)
        try registry.register(validator: ConnectionRequirement.self)
        for endpoint in Endpoint.connections + Endpoint.namesOverTLS { try registry.register(endpoint: endpoint) }
        #if os(Linux)
        try registry.register(prober: ConnectionProber.self)
        try registry.register(prober: DoTProber.self)
        #endif
        try registry.register(sentences: PackageResources.Sentences_tsv)
    }
}

extension ConnectionRequirement: Configurable, FieldCodable {
    public static var pluginID: PluginID { "validator.connection" }
    public static var summary: String { "expects a connection, and of TLS a version, a protocol and days left" }

    package static let fields = FieldTable(
        Self(),
        [
            .optional(
                "versionMin",
                \.versionMin,
                Rule("must be one of \(versions.joined(separator: ", "))") { versions.contains($0) }
            )
            .with { .choice(versions).orNull },
            .optional("alpn", \.protocolName),
            .optional("daysLeftMin", \.daysLeftMin, .notNegative),
        ]
    )
}

#if os(Linux)
extension ConnectionProber: Configurable, FieldCodable {
    package static var pluginID: PluginID { "prober.connection" }
    package static var summary: String { "opens connections over TCP, TLS and QUIC" }
    package static let fields = FieldTable(Self(), [.optional("caFile", \.caFile)])
}
extension DoTProber: Configurable, FieldCodable {
    package static var pluginID: PluginID { "prober.dot" }
    package static var summary: String { "asks name servers over TLS" }
    package static let fields = FieldTable(Self(), [.optional("caFile", \.caFile)])
}
#endif
