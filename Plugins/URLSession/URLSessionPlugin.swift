import ConnectivityCore
public import ConnectivityRegistry
import ConnectivityToolkit
public import ConnectivityWire

/// Registers the prober based on Foundation's `URLSession`.
public enum URLSessionPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(prober: URLSessionProber.self)
    }
}

extension URLSessionProber: Configurable, FieldCodable {
    public static var pluginID: PluginID { "prober.url-session" }
    public static var summary: String { "asks over HTTP and HTTPS with URLSession" }

    package static let fields = FieldTable(
        Self(),
        [
            .filled(
                "userAgent",
                \.userAgent,
                defaultUserAgent,
                Rule("the option userAgent contains a control character") { !$0.hasControlCharacter }
            ),
            .filled("allowsCellular", \.allowsCellular, true),
        ],
        usual: { Self() }
    )
}
