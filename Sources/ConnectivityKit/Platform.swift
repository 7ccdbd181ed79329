public import ConnectivityCore
import ConnectivityLinux
public import ConnectivityRegistry

// The parts that a platform brings where nobody names others. No other file names them.

extension PluginRegistry {
    private static let platformSources: [PluginID] = ["source.netlink", "source.path"]
    private static let platformProbers: [PluginID] = ["prober.curl", "prober.url-session"]

    /// Whether this build has a prober for HTTP of its own.
    public var hasPlatformProber: Bool { Self.platformProbers.contains(where: probers.ids.contains) }

    /// Makes this platform's source of interfaces, without what the system keeps about the networks.
    /// - Returns: The source.
    /// - Throws: ``PluginError/unknown(_:known:at:)`` if this build has none.
    public func platformSource() throws(PluginError) -> any InterfaceSource {
        try source(ComponentReference(first(of: Self.platformSources, in: sources.ids)))
    }

    /// Makes this platform's prober for HTTP.
    /// - Parameter options: Its options by name, as in a configuration, such as `caFile` of `prober.curl`.
    /// - Returns: The prober, without operators around it.
    /// - Throws: ``PluginError/unknown(_:known:at:)`` if this build has none, and what is wrong with an option.
    public func platformProber(options: [String: String] = [:]) throws(PluginError) -> any Prober {
        try prober(ComponentReference(first(of: Self.platformProbers, in: probers.ids), options: options))
    }

    /// The first candidate that this build has; the very first, to be named in the error, if it has none.
    private func first(of candidates: [PluginID], in known: [PluginID]) -> PluginID {
        candidates.first(where: known.contains) ?? candidates[0]
    }
}

/// What the system keeps about networks, as this platform's readers find it.
enum PlatformProvisioning {
    static var readers: [any ProvisioningReader] {
        #if os(Linux)
        LinuxPlugin.provisioningReaders()
        #else
        []
        #endif
    }

    /// A source with what readers find about its interfaces.
    static func source(_ base: any InterfaceSource, by readers: [any ProvisioningReader]) -> any InterfaceSource {
        #if os(Linux)
        readers.isEmpty ? base : base.provisioned(by: readers)
        #else
        base
        #endif
    }
}
