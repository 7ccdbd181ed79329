import ConnectivityConnection
import ConnectivityCore

// Intermediaries that answer: portals, filters and proxies.

extension DiagnosticEvidence {
    var intermediaryKinds: Kinds {
        // A portal below a tunnel is another cause.
        let isBelow = tunnel != nil && !reportsBelow.isEmpty
        let shown = (reports + reportsBelow).filter { $0.verdict.finding == .captive }.map(\.observation)
        let captive = assessment.access.portal == nil || isBelow ? [] : shown.isEmpty ? plainly : shown
        let substituted = reports.filter(\.isOfFilter)
        let owners = Set(substituted.filter { !$0.isOwn }.map(\.owner))
        let extent = owners.count > 1 ? "" : assessment.access == .blocked ? "-alone" : "-once"
        let answered = knownReports.filter { !$0.isOverTLS && $0.exchange.isAnswered }
        let isHonest =
            Set(answered.map(\.owner)).count > 1 && answered.allSatisfy(\.isGenuine)
            && captive.isEmpty && substituted.isEmpty && !assessment.endpoints.contains(where: \.isOfProxy)
        // A gateway that does not reach two hosts answers for them: with the status of a proxy, or with a page that says so.
        let all = answered.map { ($0.exchange, $0.observation) } + pagesByAddress.map { ($0, $0.observation) }
        let errors = all.filter { Self.gatewayErrors.contains($0.0.response?.status ?? 0) }
        let said = answered.filter { $0.verdict.reason.code == "gateway-error" }
        let isFailing = !knownReports.contains { $0.isGenuine && !$0.isOverTLS }
        // A portal can use the name servers of its network to lead names to itself.
        let isPortalOfNames = !namesConfirmed.isEmpty && captivePlaces?.allSatisfy(\.isPrivate) == true
        return [
            "captive": captive, "names-unproved": isCaptiveByNames && !isPortalOfNames ? captive : [],
            "captive-by-address\(isBeyondProved ? "-partly" : "")": assessment.access.portal == nil
                ? portalByAddress : [],
            "further-step-announced": announcement { $0.requiresFurtherStep },
            "substituted\(extent)": substituted.map(\.observation),
            "pages-honest": isHonest ? genuine : [],
            "gateway-error": isFailing && errors.count > 1 ? errors.map(\.1) : [],
            "line-said-down":
                isFailing && errors.isEmpty && Set(said.map(\.owner)).count > 1 ? said.map(\.observation) : [],
        ].merging(pageKinds) { old, _ in old }
    }

    /// The statuses of a gateway that does not get an answer (RFC 9110, section 15.6).
    private static let gatewayErrors = 502...504

    /// The addresses of the captive answers; `nil` if one of them needed no name server.
    private var captivePlaces: Set<IPAddress>? {
        let captive = (reports + reportsBelow).filter { $0.verdict.finding == .captive }.map(\.exchange)
        let isByAddress = !portalByAddress.isEmpty || captive.contains { $0.request.url?.address != nil }
        return isByAddress ? nil : Set(captive.compactMap(\.hostAddress))
    }

    /// Whether all captive answers have one address, to which the name servers can have led the names.
    var isCaptiveByNames: Bool { captivePlaces?.isOnePlace == true }

    /// The failure of the request for the sign-in page.
    private var pageKinds: Kinds {
        guard let url = assessment.access.portal?.signInURL else { return [:] }
        let lost = answers.filter { $0.request.url == url && !$0.isAnswered && !$0.isCutOff }
        let seen = lost.map { exchange in
            var seen = exchange.observation
            seen.reason.facts["page"] = Fact(url.host)
            return seen
        }
        return [lost.allSatisfy({ $0.isSilent || $0.isLate }) ? "page-silent" : "page-unopened": seen]
    }

    /// Pages of well-known addresses that lead to a sign-in.
    private var portalByAddress: Seen {
        let judge = ExchangeJudge(.standard)
        return pagesByAddress.compactMap { exchange in
            let verdict = judge.verdict(on: exchange, expecting: nil)
            // A server may itself redirect to https.
            let isOwn = exchange.response?.headers["Location"].map { $0.hasPrefix("https://") } ?? false
            guard verdict.finding == .captive, !isOwn, let url = exchange.request.url else { return nil }
            return .init(subject: "\(url)", reason: verdict.reason)
        }
    }

    /// The configured proxies of this device: the requests through them that failed because of the proxy, and those that did not.
    var proxyKinds: Kinds {
        let works = proxiedReports.filter(\.isGenuine)
        var kinds: Kinds = ["proxy-works": works.map(\.observation), "proxy-leads-out": proxyLeadsOut(works)]
        kinds["proxy-asks"] = evidence(\.isOfProxy)
        guard works.isEmpty else { return kinds }
        let shown = proxiedReports.filter { $0.exchange.proxyTrouble != nil }
        for (trouble, seen) in Dictionary(grouping: shown, by: \.exchange.proxyTrouble) {
            let name = trouble == "credentials" ? "asks" : trouble == "refuses" ? "refuses" : "silent"
            // A status is the proxy's own; silence can also be that of the network, unless the network is known to work.
            let isAll = seen.count == proxiedReports.count && (isBeyondProved || trouble != "silent")
            kinds["proxy-\(name)\(isAll ? "" : "-partly")", default: []] += seen.map(\.observation)
        }
        return kinds
    }

    /// A proxy connects to hosts that do not answer directly.
    private func proxyLeadsOut(_ works: [EndpointReport]) -> Seen {
        guard !isBeyondProved, works.isEmpty else { return isBeyondProved ? [] : works.map(\.observation) }
        let through = proxied.filter { exchange in
            // The status line of HTTP/1.1 (RFC 9112, section 4).
            String(decoding: exchange.connectionAnswer?.received.prefix(12) ?? [], as: UTF8.self).hasSuffix(" 200")
        }
        let direct = byAddress.filter { !$0.isAnswered }
        return through.isEmpty || direct.count < 2 ? [] : through.map(\.observation) + direct.map(\.observation)
    }

    /// The announcement of the access point, if it meets a condition; a hint without proof.
    func announcement(_ isSo: (NetworkInterface.WiFi.Interworking) -> Bool) -> Seen {
        guard let wifi = interface?.wifi, let announced = wifi.interworking, isSo(announced) else { return [] }
        let facts: Facts = [
            "hasInternet": .flag(announced.hasInternet), "requiresFurtherStep": .flag(announced.requiresFurtherStep),
        ]
        return [.init(subject: wifi.name, reason: Reason("access-point-announces", facts))]
    }
}

extension EndpointReport {
    fileprivate var isOfProxy: Bool { verdict.reason.code == "proxy-authentication-required" }

    /// Whether an intermediary answered; a validator's objection to a verified host concerns the host itself.
    fileprivate var isOfFilter: Bool {
        verdict.finding == .substituted && !isOfProxy
            && (exchange.authentication != .verified || verdict.reason.contains(code: "block-page"))
    }
}

extension Set<IPAddress> {
    /// Whether there is one address, or one of each family.
    var isOnePlace: Bool { !isEmpty && Dictionary(grouping: self, by: \.family).values.allSatisfy { $0.count == 1 } }
}
