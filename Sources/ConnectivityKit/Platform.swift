public import ConnectivityCore
import ConnectivityLinux
public import ConnectivityRegistry

// The default parts of each platform, used if a configuration names no others. No other file names them.

extension PluginRegistry {
    private static let platformSources: [PluginID] = ["source.netlink", "source.path"]
    private static let platformProbers: [PluginID] = ["prober.curl", "prober.url-session"]

    /// Whether this build has a platform prober for HTTP.
    public var hasPlatformProber: Bool { Self.platformProbers.contains(where: probers.ids.contains) }

    /// Makes this platform's source of interfaces, without readers of what the system stores about networks.
    /// - Returns: The source.
    /// - Throws: ``PluginError/unknown(_:known:at:)`` if this build has none.
    public func platformSource() throws(PluginError) -> any InterfaceSource {
        try source(ComponentReference(first(of: Self.platformSources, in: sources.ids)))
    }

    /// Makes this platform's prober for HTTP.
    /// - Parameter options: The options by name, as in a configuration, such as `caFile` of `prober.curl`.
    /// - Returns: The prober, without operators around it.
    /// - Throws: ``PluginError/unknown(_:known:at:)`` if this build has none, or an error about an option that is
    ///   wrong.
    public func platformProber(options: [String: String] = [:]) throws(PluginError) -> any Prober {
        try prober(ComponentReference(first(of: Self.platformProbers, in: probers.ids), options: options))
    }

    /// Returns the first candidate that this build has; if it has none, the first one, which the error then names.
    private func first(of candidates: [PluginID], in known: [PluginID]) -> PluginID {
        candidates.first(where: known.contains) ?? candidates[0]
    }
}

/// This platform's readers of what the system stores about networks.
enum PlatformProvisioning {
    static var readers: [any ProvisioningReader] {
        #if os(Linux)
        LinuxPlugin.provisioningReaders()
        #else
        []
        #endif
    }

    /// Returns a source whose interfaces have what the readers find about them.
    static func source(_ base: any InterfaceSource, by readers: [any ProvisioningReader]) -> any InterfaceSource {
        #if os(Linux)
        readers.isEmpty ? base : base.provisioned(by: readers)
        #else
        base
        #endif
    }
}
