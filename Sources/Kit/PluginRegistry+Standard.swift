import ConnectivityCompanions
import ConnectivityConnection
import ConnectivityCurl
import ConnectivityDBus
import ConnectivityEcho
import ConnectivityNames
import ConnectivityNetlink
import ConnectivityNetworkManager
import ConnectivityNotifiers
import ConnectivityOutages
import ConnectivityPCRE2
import ConnectivityProvisioning
public import ConnectivityRegistry
import ConnectivitySignIn
import ConnectivityTLS
public import ConnectivityText

#if canImport(Darwin)
import ConnectivityApple
import ConnectivityURLSession
#endif

extension PluginRegistry {
    /// Makes a registry with every component of this build of the package.
    /// - Throws: ``PluginError/alreadyRegistered(_:)``, which would be a fault of this package.
    public static func standard() throws(PluginError) -> PluginRegistry {
        var registry = PluginRegistry()
        try registry.add(StandardPlugin.self)
        try registry.add(PCRE2Plugin.self)
        try registry.add(CurlPlugin.self)
        try registry.add(NamesPlugin.self)
        try registry.add(EchoPlugin.self)
        try registry.add(ConnectionPlugin.self)
        try registry.add(TLSPlugin.self)
        try registry.add(NetlinkPlugin.self)
        try registry.add(ProvisioningPlugin.self)
        try registry.add(NetworkManagerPlugin.self)
        try registry.add(SourcesPlugin.self)
        try registry.add(NotifiersPlugin.self)
        try registry.add(WebhookPlugin.self)
        try registry.add(DBusPlugin.self)
        try registry.add(OutagesPlugin.self)
        try registry.add(CompanionsPlugin.self)
        try registry.add(SignInPlugin.self)
        #if canImport(Darwin)
        try registry.add(URLSessionPlugin.self)
        try registry.add(ApplePlugin.self)
        #endif
        return registry
    }

    /// Makes a registry with every component of this build of the package and of plugins, in order.
    /// - Throws: ``PluginError/alreadyRegistered(_:)`` if a plugin registers a name that is taken.
    public static func standard(adding plugins: [any ConnectivityPlugin.Type]) throws(PluginError) -> PluginRegistry {
        var registry = try standard()
        for plugin in plugins { try registry.add(plugin) }
        return registry
    }

    /// The sentences for the reasons of this package and of the plugins in the registry.
    public var sentences: Sentences { Sentences(adding: sentenceTemplates) }
}
