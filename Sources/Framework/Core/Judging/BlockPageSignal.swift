/// Detects a filter or a provider that blocks the requested URL and reports it in a machine-readable form.
///
/// The signs are the status code 451, a link with the relation `blocked-by` (RFC 7725), an answer from the well-known address of
/// a filter, and a page that leads, by redirect, refresh, script or frame, to a URL whose host or path is named for blocking.
/// Such a page resembles a portal's, but no sign-in helps.
package struct BlockPageSignal: StandardSign, Hashable {
    /// Whether only targets on hosts other than the asked one count.
    private var isOnlyElsewhere = false

    package init() {}

    init(isOnlyElsewhere: Bool) { self.isOnlyElsewhere = isOnlyElsewhere }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, let asked = exchange.answeredURL else { return .inconclusive }
        if response.status == 451 { return Verdict(.substituted, because: .blockPage(evidence: "status 451")) }
        if let link = exchange.links.first(where: { $0.has("blocked-by") }) {
            return Verdict(.substituted, because: .blockPage(evidence: link.target))
        }
        if let address = exchange.remoteAddress, asked.address == nil, RefusalName.isKnown(address) {
            return Verdict(.substituted, because: .blockPage(evidence: address.description))
        }
        for target in exchange.targets
        where RefusalName.isIn(target.url, asked: asked) && !(isOnlyElsewhere && target.url.host == asked.host) {
            return Verdict(.substituted, because: .blockPage(evidence: target.reference))
        }
        return .inconclusive
    }
}

extension ProbeExchange {
    /// The targets to which the answer leads a browser away from the requested page, as written and resolved.
    ///
    /// The target of a script that concatenates it is its literal beginning.
    var targets: [(reference: String, url: HTTPURL)] {
        guard let response, let asked = answeredURL else { return [] }
        var references = [(300...399).contains(response.status) ? response.headers["Location"] : nil]
        // Over TLS an error page is the endpoint's own.
        if asked.scheme == .http || (200...299).contains(response.status) {
            references += [
                response.headers["Refresh"].flatMap(refreshTarget), page?.refresh,
                page?.scriptRedirect?.target ?? page?.scriptRedirect?.beginning, page?.frame,
            ]
        }
        return references.compactMap { reference in
            guard let reference, let url = try? asked.resolving(reference), !url.isSamePage(as: asked)
            else { return nil }
            return (reference, url)
        }
    }
}
