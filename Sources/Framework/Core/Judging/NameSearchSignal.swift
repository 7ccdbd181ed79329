/// Detects a name server that sends unknown names to a search page.
///
/// Such a server answers for an unknown name with the address of its web server, which leads the browser to a search page and
/// passes the name as the search text (draft-livingood-dns-redirect, "DNS Redirect Use by Service Providers"). The endpoint was
/// thus not reached, and no sign-in helps. A portal also quotes the requested page, but as a URL with its scheme; here the query
/// contains the bare name, and the page or the parameter is named for searching.
package struct NameSearchSignal: StandardSign, Hashable {
    /// Stems in names of search pages.
    private static let pages = TextSet([
        "search", "navigation", "dnserror", "dnsassist", "dnshelp", "nxdomain", "lookup", "notfound", "assist", "guide",
        "finder", "suche", "busca", "buscador", "recherche", "ricerca", "zoeken", "szukaj", "hledat", "arama", "poisk",
    ])
    /// Names of parameters with a search text.
    private static let parameters: Set<String> = [
        "q", "qry", "query", "search", "searchfor", "searchterm", "searchtext", "searchquery", "searchstring", "term",
        "terms", "keyword", "keywords", "kw", "text",
    ]

    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let asked = exchange.answeredURL, asked.address == nil else { return .inconclusive }
        for target in exchange.targets where target.url.host != asked.host {
            if Self.isSearch(target.url, for: asked.host) {
                return Verdict(.substituted, because: .nameSearch(location: target.reference))
            }
        }
        return .inconclusive
    }

    private static func isSearch(_ url: HTTPURL, for name: String) -> Bool {
        let quoting = (url.query ?? "").lowercased().split(separator: "&", maxSplits: 64).compactMap { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && quotes(parts[1], name) ? String(parts[0]) : nil
        }
        guard !quoting.isEmpty else { return false }
        return quoting.contains(where: parameters.contains)
            || pages.first(in: Array("\(url.host)\(url.path)".lowercased().utf8)) != nil
    }

    /// Returns whether a value is the bare name, or begins with it and a path.
    private static func quotes(_ value: Substring, _ name: String) -> Bool {
        [name, "www.\(name)"].contains { name in
            guard value.hasPrefix(name) else { return false }
            let rest = value.dropFirst(name.count)
            return rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("%2f")
        }
    }
}
