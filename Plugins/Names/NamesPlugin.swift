import ConnectivityCore
public import ConnectivityRegistry
public import ConnectivityWire

/// Registers the question kinds `dns` and `doh`, their validators and endpoints, and with the trait `Cares` the prober
/// of `dns`.
package enum NamesPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(question: DNSQuestion.self)
        try registry.register(question: DoHQuestion.self)
        try registry.register(validator: DNSRecords.self)
        try registry.register(validator: DNSCode.self)
        try registry.register(validator: NoSuchName.self)
        for endpoint in Endpoint.nameServers + Endpoint.namesOverHTTPS { try registry.register(endpoint: endpoint) }
        #if canImport(CCares)
        try registry.register(prober: DNSProber.self)
        #else
        registry.record(missing: "prober.dns", trait: "Cares")
        #endif
        try registry.register(sentences: PackageResources.Sentences_tsv)
    }
}

extension DNSRecords: Configurable, FieldCodable {
    public static var pluginID: PluginID { "validator.dns-records" }
    public static var summary: String { "expects records in the answer of a name server" }
    package static let fields = FieldTable(Self(), [.filled("expected", \.expected, [])])
}
extension NoSuchName: OptionlessConfigurable {
    public static var pluginID: PluginID { "validator.no-such-name" }
    public static var summary: String { "expects that a name does not exist; an address in the answer is a forgery" }
}

#if canImport(CCares)
extension DNSProber: OptionlessConfigurable {
    package static var pluginID: PluginID { "prober.dns" }
    package static var summary: String { "asks name servers, through the interface" }
}
#endif

#if !canImport(CCares)
/// Is not part of a build without the trait `Cares`.
@available(*, unavailable, message: "enable the trait Cares of the package swift-connectivity")
package struct DNSProber: Sendable {
    package init() {}
}
#endif
