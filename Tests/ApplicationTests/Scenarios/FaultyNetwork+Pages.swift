import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTestKit

// The pages of a drawn network: those of hosts, of a portal, and of others that answer in place of hosts.

extension FaultyNetwork {
    /// The page of somebody who answers in place of a host.
    func intercepted(_ url: HTTPURL, at address: IPAddress) -> ProbeResponse {
        if has("portal") || has("portal-below-tunnel") {
            return ProbeResponse(status: 302, headers: ["Location": "\(portalPage)?from=\(url.host)"])
        }
        if Self.formers.values.contains(address) {
            let host = address.family == .ipv6 ? "[\(address)]" : "\(address)"
            if url.address == address { return Self.signInPage }
            return ProbeResponse(status: 302, headers: ["Location": "http://\(host)/sign-in"])
        }
        if has("proxy-required") {
            return ProbeResponse(status: 407, headers: ["Proxy-Authenticate": "Basic realm=\"office\""])
        }
        if has("intermediary-fails") {
            let errors = [(502, "Bad Gateway"), (503, "Service Unavailable"), (504, "Gateway Time-out")]
            let (status, words) = errors[manner / 2 % 3]
            return Self.page(status, "\(status) \(words)", "<h1>\(status) \(words)</h1>")
        }
        if has("names-forged"), Self.foreigners.values.contains(address) {
            return Self.page(200, "parked.example", "<h1>parked.example</h1><p>This name is for sale.</p>")
        }
        return Self.page(403, "Access denied", "Blocked by the content filter: category news")
    }

    /// The page of a host.
    func served(_ url: HTTPURL, at address: IPAddress) -> ProbeResponse {
        if Self.gateways.values.contains(address) {
            return Self.signInPage
        }
        if url.host == Self.serviceHost {
            if has("service-failing") { return ProbeResponse(status: 503) }
            return ProbeResponse(status: 200, headers: date, body: Array("healthy".utf8))
        }
        guard let endpoint = Endpoint.builtIn(at: url) else { return ProbeResponse(status: 200, headers: date) }
        return RandomNetwork.genuinePage(of: endpoint.owner, on: "Wed, 18 Nov 2026 11:06:40 GMT")
    }

    /// The sign-in page to which a portal leads: at the gateway, or where it cannot be opened.
    var portalPage: String {
        let family = families.first ?? .ipv4
        func host(_ addresses: [IPAddress.Family: IPAddress]) -> String {
            let text = addresses[family].map { "\($0)" } ?? ""
            return family == .ipv6 ? "[\(text)]" : text
        }
        let gateway = host(Self.gateways)
        if has("portal-page-dead") {
            return [
                "http://\(Self.missingHost)/sign-in", "http://\(host(Self.nobodies))/sign-in",
                "http://\(gateway):8080/sign-in", "https://\(gateway)/sign-in", "http://\(gateway)/sign-in",
            ][manner % 5]
        }
        return "http://\(manner % 2 == 0 && areNamesHonest ? Self.portalHost : gateway)/sign-in"
    }

    private static var signInPage: ProbeResponse {
        page(200, "Welcome", "<form method=post action=/login><input type=password name=code></form>")
    }

    private static func page(_ status: Int, _ title: String, _ body: String) -> ProbeResponse {
        let page = "<html><head><title>\(title)</title></head><body>\(body)</body></html>"
        return ProbeResponse(status: status, headers: ["Content-Type": "text/html"], body: Array(page.utf8))
    }

    private var date: HeaderFields { ["Date": "Wed, 18 Nov 2026 11:06:40 GMT"] }
}
