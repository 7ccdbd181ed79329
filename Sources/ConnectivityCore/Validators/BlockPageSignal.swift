/// Detects a filter or a provider that blocks the requested URL and reports it in a machine-readable way.
///
/// The signs are the status code 451, a link with the relation `blocked-by` (RFC 7725), and a page that leads, by
/// redirect, refresh, script or frame, to a URL whose host or path is named for blocking. Such a page looks like a
/// portal's, but no sign-in helps.
public struct BlockPageSignal: ResponseValidator, Codable, Hashable {
    /// Names in hosts and paths of block pages, as whole words in lower case.
    private static let names: Set<Substring> = [
        "block", "blocked", "blocking", "blockpage", "blockedpage", "blocksite", "blockscreen", "blockedsite",
        "access-denied", "accessdenied", "denied", "forbidden", "prohibited", "restricted", "censor", "censored",
        "censorship", "urlfilter", "webfilter", "contentfilter", "lawfilter", "parentalcontrol", "parentalcontrols",
        "zapret", "zablokirovan", "internetpositif", "trustpositif", "gesperrt", "bloqueado", "bloccato", "bloque",
    ]

    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, let asked = exchange.request.url else { return .inconclusive }
        let page = exchange.page
        if response.status == 451 { return Verdict(.substituted, because: .blockPage(evidence: "status 451")) }
        if let link = exchange.links.first(where: { $0.has("blocked-by") }) {
            return Verdict(.substituted, because: .blockPage(evidence: link.target))
        }
        let targets = [
            (300...399).contains(response.status) ? response.headers["Location"] : nil,
            response.headers["Refresh"].flatMap(refreshTarget), page?.refresh, page?.scriptRedirect?.target,
            page?.frame,
        ]
        for case let target? in targets {
            guard let url = try? asked.resolving(target), url.host != asked.host, Self.isNamedForBlocking(url) else {
                continue
            }
            return Verdict(.substituted, because: .blockPage(evidence: target))
        }
        return .inconclusive
    }

    /// Returns whether the host or the path has one of the names; `warning` counts only in hosts.
    private static func isNamedForBlocking(_ url: HTTPURL) -> Bool {
        let host = words(of: url.host)
        return host.contains("warning") || !names.isDisjoint(with: host) || !names.isDisjoint(with: words(of: url.path))
    }

    private static func words(of text: String) -> [Substring] {
        text.prefix(500).lowercased().split { !$0.isLetter && !$0.isNumber }.map { Substring($0) }
    }
}
