import ConnectivityCore

/// The proxies in the environment, as curl(1) and other programs read them.
package enum EnvironmentProxies {
    private static let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "http_proxy"]

    /// Returns host and port of each HTTP proxy, without user and password; the https proxy comes first.
    package static func hosts(_ environment: [String: String]) -> [String] {
        var seen: Set<String> = []
        return names.compactMap { environment[$0] }.compactMap(host(of:)).filter { seen.insert($0).inserted }
    }

    private static func host(of proxy: String) -> String? {
        let parts = proxy.split(separator: "://", maxSplits: 1)
        // A proxy without a scheme uses HTTP; other schemes use other protocols.
        guard let rest = parts.last, parts.count == 1 || parts[0] == "http" else { return nil }
        let server = rest.split(separator: "@").last ?? ""
        guard let url = try? HTTPURL("http://\(server.prefix { $0 != "/" })/") else { return nil }
        let host = url.host.contains(":") ? "[\(url.host)]" : url.host
        return "\(host):\(url.port ?? 1080)"
    }
}
