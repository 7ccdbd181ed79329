import ConnectivityCore
import ConnectivityNames

extension Detector {
    /// The rule of Portmaster's online status.
    ///
    /// With a global IPv4 address the device is online at once; with neither a private nor a global address it is offline.
    /// Otherwise Portmaster requests an address without a server (192.0.2.1, RFC 5737), and does not follow redirects: an
    /// answer with a `Location`, or with status 200, is a portal. After any other answer or none, a name is looked up: an
    /// answer of any content, even a missing or refused name, is online; none is offline. It sends no request over HTTP to a
    /// server, so a network that only blocks HTTP counts as online.
    ///
    /// For a portal without `Location` it opens a name of Portmaster, which leads to the requested address. Portmaster's
    /// resolvers, by default over TLS, are not modelled: the name servers of the network are used. Source: safing/portmaster,
    /// service/netenv/online-status.go and service/resolver/resolve.go (b5153a3a).
    package static let portmaster = Detector(
        name: "portmaster",
        system: "Portmaster: online status",
        questions: [Portmaster.question, Portmaster.lookup],
        expects: "no answer from 192.0.2.1, and any answer to a name lookup",
        source: "safing/portmaster: service/netenv/online-status.go, service/resolver/resolve.go (b5153a3a)",
        rule: Portmaster.conclude
    )
}

private enum Portmaster {
    static let question = Detector.Question(
        request: ProbeRequest("http://192.0.2.1/"),
        genuine: .failure(ProbeFailure(.timedOut(.connect)))
    )
    static let lookup = Detector.Question.lookup("online-check.safing.io", genuine: "0.65.67.75")

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        if let addresses = answers.link.addresses {
            let scopes = addresses.map { ($0.family, Scope($0)) }
            if scopes.contains(where: { $0 == (.ipv4, .global) }) {
                return DetectorConclusion(.online, "Online", because: "the machine has a global IPv4 address")
            }
            guard scopes.contains(where: { $0.1 != .other }) else {
                return DetectorConclusion(.offline, "Offline", because: "the machine has no local or global address")
            }
        }
        let exchange = try answers.to(question)
        if case .success(.http(let response)) = exchange.outcome, let asked = exchange.request.url {
            let location = response.headers["Location"] ?? ""
            if !location.isEmpty || response.status == 200 {
                let page = location.isEmpty ? asked : try? asked.resolving(location)
                return DetectorConclusion(
                    .captive,
                    "Portal",
                    because: "192.0.2.1 has \(exchange.outline)",
                    signInURL: page
                )
            }
        }
        let codes: [DNSResponseCode] = [.noError, .noSuchName, .refused]
        guard let names = try answers.to(lookup).names, codes.contains(names.code) else {
            return DetectorConclusion(.offline, "Offline", because: "the name lookup failed")
        }
        return DetectorConclusion(.online, "Online", because: "no portal, and a name server answers")
    }

    /// The scope of an address in Portmaster's terms.
    private enum Scope: Equatable {
        case site, global, other

        init(_ address: IPAddress) {
            let start = Array(address.bytes.prefix(3))
            let isDocumentation = [[192, 0, 2], [198, 51, 100], [203, 0, 113]].contains(start)
            if address.isPrivate {
                self = .site
            } else if address.isLoopback || address.isLinkLocal || address.isUnspecified {
                self = .other
            } else if address.family == .ipv4 {
                self = start[0] == 0 || start[0] >= 224 || isDocumentation ? .other : .global
            } else {
                self = start[0] == 0xFF ? .other : .global
            }
        }
    }
}
