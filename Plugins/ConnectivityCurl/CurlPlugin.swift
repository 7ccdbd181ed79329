public import ConnectivityRegistry

/// Registers the prober based on libcurl; registers nothing in builds without the trait `Curl`.
public enum CurlPlugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if Curl
        try registry.register(prober: CurlProber.self)
        #endif
    }
}

#if Curl
extension CurlProber: Configurable {
    public static var pluginID: PluginID { "prober.curl" }
    public static var summary: String { "asks over HTTP and HTTPS with libcurl" }
}
#endif
