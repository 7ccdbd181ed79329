package import ConnectivityRegistry

/// Registers the prober based on libcurl; reports it as missing in builds without the trait `Curl`.
package enum CurlPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CCurl)
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(prober: CurlProber.self)
        #else
        registry.record(missing: "prober.curl", trait: "Curl")
        #endif
    }
}

#if !canImport(CCurl)
public import ConnectivityCore

/// Is not part of a build without the trait `Curl`.
@available(
    *,
    unavailable,
    message: "enable the trait Curl of swift-connectivity, or use URLSessionProber of ConnectivityURLSession"
)
public struct CurlProber: Prober {
    public static let defaultUserAgent = ""
    package static let proxyOfEnvironment = ""
    public var kinds: Set<Question.Kind> { [.http] }
    public init(caFile: String? = nil, proxy: String? = nil, userAgent: String = "", connectTo: String? = nil) {}
    public func probe(_ request: ProbeRequest) async -> ProbeExchange { .unsupported(request) }
}
#endif
