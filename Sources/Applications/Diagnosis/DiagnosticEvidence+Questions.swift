import ConnectivityConnection
package import ConnectivityCore
import ConnectivityEcho
import ConnectivityNames
import ConnectivityNetlink

// The questions, in at most three stages: each stage asks what the evidence so far leaves open.

extension DiagnosticEvidence {
    /// Addresses with authentic answers over https, by family: public resolvers of three owners, with certificates for the
    /// addresses.
    static let knownAddresses: [IPAddress.Family: [IPAddress]] = [
        .ipv4: ["1.1.1.1", "8.8.8.8", "9.9.9.9"],
        .ipv6: ["2606:4700:4700::1111", "2001:4860:4860::8888", "2620:fe::fe"],
    ]
    /// The owners whose servers support QUIC.
    private static let ownersOfQUIC: Set<String> = ["Cloudflare", "Google"]
    /// The number of their addresses per family in ``knownAddresses``.
    private static let quicCount = 2
    /// The number of data bytes of an echo that fills an Ethernet frame: 1,500 less the headers of IP and ICMP.
    static func fullSize(_ family: IPAddress.Family) -> Int { family == .ipv4 ? 1_472 : 1_452 }
    /// The segments of an MTU of 1,280, the minimum of IPv6 (RFC 8200, section 5), and of 576, the minimum
    /// of hosts of IPv4 (RFC 1122, section 3.3.3), less 60 bytes of headers; `nil` is the segment of the path.
    static let segmentSizes: [Int?] = [1_220, 516, nil]
    /// A name that always exists (RFC 6761, section 6.5).
    static let knownName: DNSName = "example.com"
    /// The time after which an answer of a name server is no longer expected.
    private static let lookupTimeMax = Duration.milliseconds(1_500)
    /// The time for an answer about the versions of QUIC, with a repeated question each 250 ms.
    private static let quicTimeMax = Duration.seconds(1)
    /// The time after which an answer on a good network is late.
    private static let lateness = Duration.seconds(1)

    /// Returns the next questions, each with a time limit; empty if no question helps.
    ///
    /// The requests are of the kinds `http`, `echo`, `connection`, `dns`, `dot`, `doh` and `route`.
    package func nextRequests(within limit: Duration) -> [ProbeRequest] {
        guard let interface, interface.kind != .loopback else { return [] }
        let asker = Asker(interface: boundInterface, limit: limit)
        let known = asksWitnesses ? families.flatMap { Self.knownAddresses[$0] ?? [] } : []
        let wanted =
            if let portal = assessment.access.portal {
                requests(about: portal, asker, known)
            } else if assessment.access == .online {
                requestsIfOnline(asker, known)
            } else if answers.isEmpty {
                firstRequests(asker, interface, known)
            } else {
                laterRequests(asker, known)
            }
        let translation = assessment.access.portal == nil ? translationRequests(asker) : []
        let encrypted = assessment.access.portal == nil ? encryptedNameQuestions() : []
        let names = encrypted.map { asker.request($0, atMost: Self.lookupTimeMax) }
        var seen = Set(answers.map { Asked(question: $0.request.question, path: $0.request.path) })
        return (wanted + translation + names).filter {
            seen.insert(Asked(question: $0.question, path: $0.path)).inserted
        }
    }

    private func translationRequests(_ asker: Asker) -> [ProbeRequest] {
        let (names, hosts) = translationQuestions()
        return names.map { name, server in
            asker.request(Question(DNSQuestion(name, .aaaa, of: NameServer(server))), atMost: Self.lookupTimeMax)
        } + hosts.map { asker.request(.tcp(to: $0, port: 443)) }
    }

    private struct Asked: Hashable {
        var question: Question
        var path: ProbeRequest.Path
    }

    /// The requests for this device's route to the page of a portal: its address can be in a network of this device.
    private func requests(about portal: CaptivePortal, _ asker: Asker, _ known: [IPAddress]) -> [ProbeRequest] {
        let names = Set(misled.compactMap { $0.exchange.request.url?.host }).sorted().prefix(2)
        // The page is requested once, over the path on which the portal was found; redirects are not followed.
        let page = portal.signInURL.map { url in
            var request = asker.request(.http(HTTPQuestion(url)))
            if let below = reportsBelow.first { request.path = below.exchange.request.path }
            return request
        }
        var requests = asker.lookups(of: Array(names), by: Array(nameServers.prefix(1)), atMost: Self.lookupTimeMax)
        requests += route(to: portal, asker) + [page].compactMap(\.self)
        // Hosts that need no name show whether only the names are led to the page.
        let encrypted = misled.isEmpty ? [] : known.prefix(2).map(HTTPURL.https)
        let plain = isCaptiveByNames ? known.prefix(1).map(HTTPURL.http) : []
        return requests + (encrypted + plain).map { asker.request(.http(HTTPQuestion($0))) }
    }

    private func route(to portal: CaptivePortal, _ asker: Asker) -> [ProbeRequest] {
        guard let host = portal.signInURL?.host else { return [] }
        if let address = try? IPAddress(host) { return [asker.request(.route(to: address))] }
        let found = lookups.flatMap(\.addresses)
        if !found.isEmpty { return found.prefix(2).map { asker.request(.route(to: $0)) } }
        return nameServers.prefix(1).flatMap { asker.lookups(of: [host], by: [$0], atMost: Self.lookupTimeMax) }
    }

    /// The requests of an online device: for QUIC, and for echoes if answers are late.
    ///
    /// An address without an answer over QUIC is probed over TCP, because it may be blocked as a whole.
    private func requestsIfOnline(_ asker: Asker, _ known: [IPAddress]) -> [ProbeRequest] {
        let isLate = reports.contains { $0.exchange.timings.total > Self.lateness }
        let hosts = isLate && echoes.isEmpty ? gateways.prefix(1) + known.prefix(1) : []
        let asked = speakersOfQUIC(known).map {
            asker.request(.quic(to: $0), atMost: isSilenceOwn ? nil : Self.quicTimeMax)
        }
        let silent = quic.filter { !$0.isAnswered }.compactMap(\.peerOfConnection)
        let unproved = quic.contains(where: \.isAnswered) ? [] : silent.filter { !provedAddresses.contains($0) }
        return (quic.isEmpty ? asked : unproved.map { asker.request(.http(HTTPQuestion(.https($0)))) })
            + hosts.map { asker.request(.echo(to: $0, count: 16)) }
            + cutOffServices.map {
                ProbeRequest($0.question, path: $0.path, limits: ProbeRequest.Limits(total: asker.limit))
            }
    }

    /// The addresses of owners that support QUIC: those that answered in this round, and well-known ones if these have fewer
    /// than two owners.
    private func speakersOfQUIC(_ known: [IPAddress]) -> [IPAddress] {
        let met = knownReports.filter { $0.isOverTLS && $0.isGenuine && Self.ownersOfQUIC.contains($0.owner) }
        var seen: Set<IPAddress> = []
        let addresses = met.compactMap(\.exchange.remoteAddress).filter { !$0.isPrivate && seen.insert($0).inserted }
        if Set(met.map(\.owner)).count > 1 { return Array(addresses.prefix(4)) }
        let wellKnown = IPAddress.Family.allCases.flatMap { family in
            known.filter { $0.family == family }.prefix(Self.quicCount)
        }
        return addresses + wellKnown
    }

    /// The addresses with authentic answers over TLS.
    var provedAddresses: Set<IPAddress> {
        Set(proved.compactMap { $0.exchange.request.url?.address ?? $0.exchange.remoteAddress })
    }

    private func firstRequests(_ asker: Asker, _ interface: NetworkInterface, _ known: [IPAddress]) -> [ProbeRequest] {
        let near = gateways + nameServers.filter { !gateways.contains($0) }
        let far = families.compactMap { family in known.first { $0.family == family } }
        // A link-local address needs its link.
        func local(_ host: IPAddress) -> String? { host.isLinkLocal ? interface.name : nil }
        var requests = near.map { asker.request(.echo(to: $0), through: local($0)) }
        // Routers limit the rate of their reports (RFC 1812, section 4.3.2.8), so these echoes are slower.
        requests += far.map { asker.request(.echo(to: $0, count: 8, interval: .milliseconds(450))) }
        requests += (gateways + far).map { asker.request(.route(to: $0), through: local($0)) }
        // The route is known at once; the absence of a neighbour is known only after three seconds, perhaps too late.
        requests += near.dropFirst(gateways.count).map {
            asker.request(.route(to: $0), through: local($0), atMost: Self.lookupTimeMax)
        }
        requests += gateways.map {
            asker.request(.tcp(to: $0, port: 53), through: local($0), atMost: Self.lookupTimeMax)
        }
        requests += known.map { asker.request(.http(HTTPQuestion(.https($0)))) }
        if let below {
            let addresses = asksWitnesses ? (Self.knownAddresses[.ipv4] ?? []).prefix(2) : []
            requests += addresses.map { asker.request(.http(HTTPQuestion(.https($0))), through: below.name) }
            let pages = reports.filter { !$0.isOverTLS && !$0.isOwn && $0.exchange.request.path.family == nil }
            requests += pages.prefix(reportsBelow.isEmpty ? 2 : 0).map {
                asker.request($0.exchange.request.question, through: below.name)
            }
            requests += addresses.map { asker.request(.http(HTTPQuestion(.http($0))), through: below.name) }
        }
        if let otherUplink {
            let addresses = known.filter { $0.family == otherUplink.defaultRoutes.first?.family }.prefix(2)
            requests += addresses.map { asker.request(.http(HTTPQuestion(.https($0))), through: otherUplink.name) }
        }
        requests += (asksWitnesses ? proxies : []).prefix(2).compactMap(Question.proxied).map { asker.request($0) }
        return requests
    }

    private func laterRequests(_ asker: Asker, _ known: [IPAddress]) -> [ProbeRequest] {
        var requests: [ProbeRequest] = []
        for family in families where hasStalledTLS(over: family) && !isSilenceOwn {
            let hosts = [
                gateways.first { $0.family == family && !$0.isLinkLocal }, known.first { $0.family == family },
            ]
            requests += hosts.compactMap(\.self).map { host in
                let size = Self.fullSize(family)
                return asker.request(.echo(to: host, count: 4, size: size, interval: .milliseconds(400), isWhole: true))
            }
        }
        let exchanges = reports.map(\.exchange) + byAddress
        // A router reported undeliverable packets, but not for the echoes: reports are rate-limited, so the echoes are repeated
        // in a quiet stage.
        let isReported = exchanges.contains { $0.failure?.kind == .unreachable && !$0.isRefusedHere }
        if isReported, echoes.allSatisfy({ $0.echo?.reporter == nil }) {
            requests += known.prefix(1).map { asker.request(.echo(to: $0, count: 3, interval: .milliseconds(1_100))) }
        }
        // This device refuses to send echoes: a question over UDP shows whether it refuses other packets.
        if answers.contains(where: \.isRefusedHere) || echoes.isEmpty, !isBeyondProved {
            requests += known.prefix(1).map { asker.request(.quic(to: $0), atMost: Self.quicTimeMax) }
        }
        // Plain HTTP reveals a portal, and a wrong clock by its dates.
        if !knownReports.contains(where: { !$0.isOverTLS && $0.exchange.isAnswered }) {
            requests += known.prefix(2).map { asker.request(.http(HTTPQuestion(.http($0)))) }
        }
        // One interceptor has one issuer.
        requests += byAddress.filter(\.isRefusedTLS).compactMap { $0.request.url?.address }
            .map { asker.request(.certificate(of: $0)) }
        // Echoes are filtered for other reasons; a smaller segment shows whether large packets are lost.
        if let stalled = byAddress.first(where: \.hasStalled)?.request.url?.address, !isSilenceOwn {
            requests += Self.segmentSizes.map { asker.request(.tls(to: stalled, inSegmentsOf: $0)) }
        }
        // The control of encrypted names, a lookup of a known name, may have been sent before the round ended.
        let isAsked = lookups.contains { $0.lookup?.name != Self.knownName }
        if let lost = reports.first(where: \.hasNoName) ?? misled.first, let name = lost.exchange.request.url?.host,
            !isAsked
        {
            let servers = nameServers.prefix(2) + otherNameServers.prefix(2)
            // A lookup of another name shows whether only the user's own name is at fault.
            let names = [name] + (lost.isOwn && asksWitnesses ? ["\(Self.knownName)"] : [])
            requests += asker.lookups(of: names, by: Array(servers), atMost: Self.lookupTimeMax)
        }
        return requests
    }
}

private struct Asker {
    var interface: String?
    var limit: Duration

    func request(_ question: Question, through name: String? = nil, atMost limit: Duration? = nil) -> ProbeRequest {
        let path = ProbeRequest.Path(interface: name ?? interface)
        return ProbeRequest(
            question,
            path: path,
            limits: ProbeRequest.Limits(total: min(limit ?? self.limit, self.limit))
        )
    }

    func lookups(of names: [String], by servers: [IPAddress], atMost limit: Duration) -> [ProbeRequest] {
        names.compactMap { DNSName($0) }.flatMap { name in
            servers.map { request(Question(DNSQuestion(name, of: NameServer($0))), atMost: limit) }
        }
    }
}

extension Question {
    fileprivate static func echo(
        to host: IPAddress,
        count: Int = 5,
        size: Int = 56,
        interval: Duration = .milliseconds(100),
        isWhole: Bool = false
    ) -> Question {
        Question(EchoQuestion(to: host, count: count, size: size, interval: interval, isWhole: isWhole))
    }

    fileprivate static func route(to host: IPAddress) -> Question { Question(RouteQuestion(to: host)) }

    fileprivate static func quic(to host: IPAddress) -> Question { Question(ConnectionQuestion(to: host, over: .quic)) }

    fileprivate static func tcp(to host: IPAddress, port: UInt16) -> Question {
        Question(ConnectionQuestion(to: host, port: port, over: .tcp))
    }

    fileprivate static func tls(to host: IPAddress, inSegmentsOf size: Int?) -> Question {
        Question(ConnectionQuestion(to: host, segmentSize: size))
    }

    fileprivate static func certificate(of host: IPAddress) -> Question {
        Question(ConnectionQuestion(to: host, isVerified: false))
    }

    /// A request to a proxy for a connection to a well-known host (RFC 9110, section 9.3.6); `nil` if `proxy` is not a host.
    fileprivate static func proxied(by proxy: String) -> Question? {
        let request = "CONNECT 1.1.1.1:443 HTTP/1.1\r\nHost: 1.1.1.1:443\r\n\r\n"
        let dialogue: [ConnectionQuestion.Step] = [.send(Array(request.utf8)), .receive(Array("\r\n".utf8))]
        return ConnectionQuestion(to: proxy, over: .tcp, dialogue: dialogue).map { Question($0) }
    }
}

extension HTTPURL {
    fileprivate static func https(_ address: IPAddress) -> HTTPURL {
        // A literal address is always valid in a URL.
        (try? HTTPURL("https://\(address.inURL)/")) ?? "https://1.1.1.1/"
    }

    fileprivate static func http(_ address: IPAddress) -> HTTPURL {
        (try? HTTPURL("http://\(address.inURL)/")) ?? "http://1.1.1.1/"
    }
}

extension IPAddress {
    fileprivate var inURL: String { family == .ipv6 ? "[\(self)]" : "\(self)" }
}
