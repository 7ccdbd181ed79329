public import ConnectivityRegistry

/// Registers the prober based on libcurl; registers nothing in builds without the trait `Curl`.
public enum CurlPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CCurl)
        try registry.register(prober: CurlProber.self)
        #endif
    }
}

#if canImport(CCurl)
extension CurlProber: Configurable {
    public static var pluginID: PluginID { "prober.curl" }
    public static var summary: String { "asks over HTTP and HTTPS with libcurl" }
}
#endif

#if !canImport(CCurl)
/// Is not part of a build without the trait `Curl`.
@available(*, unavailable, message: "enable the trait Curl of the package swift-connectivity")
public struct CurlProber: Sendable {
    public init(caFile: String? = nil, proxy: String? = nil, userAgent: String = "", connectTo: String? = nil) {}
}
#endif
