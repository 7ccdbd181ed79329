/// A sign of portals that pages of other services can have as well.
package enum PageSign: String, Hashable, Sendable, Codable, CaseIterable {
    /// A form that asks for credentials or consent.
    case form
    /// A script that redirects a browser.
    case script
    /// A refresh, by the `Refresh` field or a `meta` element.
    case refresh
    /// A frame that fills the page.
    case frame
    /// A redirect.
    case redirect

    /// Creates the sign of an objection, if it stays on the asked host; otherwise `nil`.
    ///
    /// A sign that leads to another host never belongs to the endpoint's own page. An unknown target counts as staying.
    package init?(of verdict: Verdict, on exchange: ProbeExchange) {
        let signs: [String: (sign: PageSign, target: String)] = [
            "sign-in-form": (.form, "action"), "script-redirect": (.script, "location"),
            "refresh": (.refresh, "location"),
            "frame": (.frame, "location"), "redirect": (.redirect, "location"),
        ]
        guard verdict.finding == .captive, let found = signs[verdict.reason.code], let asked = exchange.answeredURL
        else { return nil }
        if let target = verdict.reason.facts[found.target]?.text {
            guard let url = try? asked.resolving(target), url.isOnSameSite(as: asked) else { return nil }
        }
        self = found.sign
    }
}

extension HTTPURL {
    /// Whether both hosts are the same, except for a leading `www.`.
    fileprivate func isOnSameSite(as other: HTTPURL) -> Bool {
        func bare(_ host: String) -> Substring { host.hasPrefix("www.") ? host.dropFirst(4) : host[...] }
        return bare(host) == bare(other.host)
    }
}

extension Reason {
    /// The signs of the genuine answer that the expectation states.
    package var bornSigns: Set<PageSign> {
        var signs = Set((facts["bears"]?.list ?? []).compactMap { $0.text.flatMap(PageSign.init) })
        // A stated target of a redirect implies the redirect.
        if code == Self.headerMatchesCode, facts["name"]?.text?.lowercased() == "location", facts["stated"] != nil {
            signs.insert(.redirect)
        }
        return parts.reduce(into: signs) { $0.formUnion($1.bornSigns) }
    }
}
