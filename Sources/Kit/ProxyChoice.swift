import ConnectivityCore

package enum ProxyChoice: Hashable, Sendable {
    case direct
    case proxy(HTTPURL, ProxyCredentials?)
    /// A proxy that is not supported, such as one for SOCKS.
    case unsupported(String)
    /// The proxy is unknown, for this reason.
    case unknown(String)

    /// The maximum size of a list of exceptions, in bytes.
    private static let exceptionByteCountMax = 4096

    /// Returns the choice of variables for a URL, as curl(1) reads them; `nil` if none of them names a proxy.
    ///
    /// For https these are `https_proxy` and `all_proxy`, for http `http_proxy` and `all_proxy`; each name except
    /// `http_proxy` also in capitals. `no_proxy` lists hosts and domains that are reached directly, or is `*`.
    package init?(of variables: [String: String], for url: HTTPURL) {
        let names = url.scheme == .https ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        let stated = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        guard let stated else { return nil }
        let exceptions = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        self = Self.excepts(exceptions, url.host) ? .direct : Self.proxy(stated)
    }

    private static func excepts(_ list: String, _ host: String) -> Bool {
        list.prefix(exceptionByteCountMax).split { $0 == "," || $0 == " " }.contains { entry in
            if entry == "*" { return true }
            if let address = try? IPAddress(host) { return (try? IPAddress(entry)) == address }
            let domain = entry.drop { $0 == "." }.lowercased()
            return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
        }
    }

    /// Returns the proxy of a text in the form of `http_proxy`, such as `http://user:password@proxy.example:3128`.
    private static func proxy(_ text: String) -> ProxyChoice {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        guard scheme == "http" || scheme == "https" else { return .unsupported("\(scheme) proxies are not asked") }
        let authority = (parts.last ?? "").prefix { $0 != "/" }
        let pieces = authority.split(separator: "@", omittingEmptySubsequences: false)
        let server = pieces.last ?? ""
        guard
            let url = try? HTTPURL(
                "\(scheme)://\(server)\(hasPort(server) ? "" : ":\(scheme == "http" ? 1080 : 443)")/"
            )
        else {
            return .unknown("the environment names a proxy that is no host and port")
        }
        let secret = pieces.dropLast().joined(separator: "@")
        return .proxy(url, secret.isEmpty ? nil : ProxyCredentials(Array(secret.utf8)[...].percentDecoded))
    }

    private static func hasPort(_ server: Substring) -> Bool {
        guard let colon = server.lastIndex(of: ":") else { return false }
        return server.last != "]" && server[server.index(after: colon)...].allSatisfy(\.isNumber)
    }
}
