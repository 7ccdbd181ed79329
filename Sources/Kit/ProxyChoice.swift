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
    /// `http_proxy` also in capitals. `no_proxy` lists hosts, domains, addresses and ranges of addresses such as `10.0.0.0/8` that
    /// are reached directly, or is `*`; a dot at the end of a name does not count.
    package init?(of variables: [String: String], for url: HTTPURL) {
        let names = url.scheme == .https ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        let stated = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        guard let stated else { return nil }
        let exceptions = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        self = Self.excepts(exceptions, url.host) ? .direct : Self.proxy(stated)
    }

    private static func excepts(_ list: String, _ host: String) -> Bool {
        if list == "*" { return true }
        let address = try? IPAddress(host)
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        return list.prefix(exceptionByteCountMax).split { $0 == "," || $0 == " " || $0 == "\t" }.contains { entry in
            if let address { return address.isIn(range: entry) }
            let domain = (entry.last == "." ? entry.dropLast() : entry).drop { $0 == "." }.lowercased()
            return !domain.isEmpty && (name == domain || name.hasSuffix("." + domain))
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

extension IPAddress {
    /// Returns whether the address is the one of a text, or in its range, such as `10.0.0.0/8` or `2001:db8::/32`.
    fileprivate func isIn(range text: Substring) -> Bool {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = try? IPAddress(parts[0]), first.family == family else { return false }
        guard parts.count == 2 else { return first == self }
        guard let length = Int(parts[1]), (0...bytes.count * 8).contains(length) else { return false }
        return zip(bytes, first.bytes).enumerated().allSatisfy { index, pair in
            let mask = UInt8.max << max(0, min(8, (index + 1) * 8 - length))
            return (pair.0 ^ pair.1) & mask == 0
        }
    }
}
