import ConnectivityCore
import ConnectivityProvisioning
package import ConnectivityRegistry

// The default parts of each platform, used if a configuration names none. No other file names them.

extension PluginRegistry {
    private static let platformSources: [PluginID] = ["source.netlink", "source.path"]
    private static let platformProbers: [PluginID] = ["prober.curl", "prober.url-session"]
    private static let otherProbers: Set<PluginID> = [
        "prober.dns", "prober.echo", "prober.route", "prober.connection", "prober.dot",
    ]
    private static let platformReaders: [PluginID] = [
        "provisioning.resolv-conf", "provisioning.resolved", "provisioning.networkd", "provisioning.dhcpcd",
        "provisioning.dhclient", "provisioning.udhcpc",
    ]

    /// Makes this platform's source of interfaces, without readers of network data that the system stores; throws if
    /// this build has none.
    package func platformSource() throws(PluginError) -> any InterfaceSource {
        try source(ComponentReference(first(of: Self.platformSources, in: self[.source].ids)))
    }

    /// Makes this platform's prober for HTTP, without operators around it; throws if this build has none.
    ///
    /// The options are those of a configuration by name, such as `caFile` of `prober.curl`.
    package func platformProber(options: [String: String] = [:]) throws(PluginError) -> any Prober {
        try prober(ComponentReference(first(of: Self.platformProbers, in: self[.prober].ids), options: options))
    }

    /// Adds this platform's probers for other kinds of questions than HTTP, except for kinds that a prober already supports.
    ///
    /// They trust the same authorities as the prober for HTTP, if they have the option `caFile`.
    func addPlatformProbers(to all: inout [any Prober]) throws(PluginError) {
        let caFile = all.first { $0.kinds.contains(.http) }?.caFile
        for component in self[.prober].descriptions where Self.otherProbers.contains(component.id) {
            let file = component.options.contains { $0.name == "caFile" } ? caFile : nil
            let prober = try prober(ComponentReference(component.id, options: file.map { ["caFile": $0] } ?? [:]))
            if all.allSatisfy({ $0.kinds.isDisjoint(with: prober.kinds) }) { all.append(prober) }
        }
    }

    /// Makes this platform's readers of network data that the system stores, best first.
    func platformReaders() throws(PluginError) -> [any ProvisioningReader] {
        var readers: [any ProvisioningReader] = []
        for id in Self.platformReaders where self[.provisioning].ids.contains(id) {
            readers.append(try provisioning(ComponentReference(id)))
        }
        return readers
    }

    /// Returns the first candidate that this build has; if it has none, the first one, for the error.
    private func first(of candidates: [PluginID], in known: [PluginID]) -> PluginID {
        candidates.first(where: known.contains) ?? candidates[0]
    }
}

extension InterfaceSource {
    /// Returns a source whose interfaces have the data of the readers.
    func read(by readers: [any ProvisioningReader]) -> any InterfaceSource {
        #if os(Linux)
        readers.isEmpty ? self : provisioned(by: readers)
        #else
        self
        #endif
    }
}
