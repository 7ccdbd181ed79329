package import ConnectivityCore
import ConnectivityKit

/// The hosts that a browser must reach to show the sign-in page of a portal.
package struct PortalNames: Sendable {
    private static let hopCountMax = 6

    /// The page of the portal, or otherwise the request that the portal answered.
    package let url: HTTPURL
    /// The names and addresses, in the order of their requests.
    package private(set) var hosts: [String] = []
    /// The page, or a redirect of it, that cannot be opened; `nil` if the page was fetched, or not at all.
    package private(set) var failure: Failure?

    /// A page that cannot be opened.
    package struct Failure: Encodable, Sendable {
        package let url: HTTPURL
        package let reason: Reason
    }

    /// Collects the hosts in the assessment; `nil` without a portal.
    package init?(_ assessment: Assessment) {
        guard let portal = assessment.access.portal else { return nil }
        let seen = assessment.endpoints.filter { $0.verdict.finding == .captive }
        guard let url = portal.signInURL ?? seen.lazy.compactMap(\.exchange.request.url).first else { return nil }
        self.url = url
        for url in [portal.apiURL, url].compactMap(\.self) { add(url) }
        for report in seen { addLocation(of: report.exchange) }
    }

    /// Fetches the sign-in page and its redirects, and adds the hosts that the page refers to.
    ///
    /// At most six requests are sent, each within the limits. A page that cannot be fetched adds nothing but ``failure``.
    package mutating func read(by prober: any Prober, _ path: ProbeRequest.Path, _ limits: ProbeRequest.Limits) async {
        var next: HTTPURL? = url
        for _ in 0..<Self.hopCountMax {
            guard let url = next else { return }
            let exchange = await prober.probe(ProbeRequest(.http(HTTPQuestion(url)), path: path, limits: limits))
            if case .failure(let found) = exchange.outcome, !found.kind.isOwn, found.kind != .cancelled {
                failure = Failure(url: url, reason: .noAnswer(found))
            }
            guard let response = exchange.response else { return }
            next = addLocation(of: exchange)
            guard next == nil else { continue }
            for target in PageReferences(response.body).targets {
                if let target = try? url.resolving(target) { add(target) }
            }
        }
    }

    @discardableResult
    private mutating func addLocation(of exchange: ProbeExchange) -> HTTPURL? {
        guard let response = exchange.response, (300..<400).contains(response.status), let url = exchange.request.url,
            let location = response.headers["Location"], let target = try? url.resolving(location)
        else { return nil }
        add(target)
        return target
    }

    private mutating func add(_ url: HTTPURL) {
        if !hosts.contains(url.host) { hosts.append(url.host) }
    }
}

extension Assessment {
    /// The path of the assessment: its interface, with the name servers of the network.
    package var probePath: ProbeRequest.Path {
        let own = interface?.nameServers ?? []
        return ProbeRequest.Path(interface: interface?.name, nameServers: own.isEmpty ? snapshot.nameServers : own)
    }
}
