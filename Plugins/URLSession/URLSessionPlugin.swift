public import ConnectivityRegistry

/// Registers the prober based on Foundation's `URLSession`.
public enum URLSessionPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(prober: URLSessionProber.self)
    }
}

extension URLSessionProber: Configurable {
    public static var pluginID: PluginID { "prober.url-session" }
    public static var summary: String { "asks over HTTP and HTTPS with URLSession" }
}
