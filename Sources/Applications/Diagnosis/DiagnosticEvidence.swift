import ConnectivityConnection
public import ConnectivityCore
import ConnectivityNames

/// An assessment, and the answers to the questions that it leaves open.
public struct DiagnosticEvidence: Hashable, Sendable {
    /// The maximum number of stages of questions.
    package static let phaseCountMax = 3

    /// The assessment.
    public var assessment: Assessment
    /// The answers to further questions, in the order of `nextRequests(within:)`.
    public var answers: [ProbeExchange]
    /// The interface of the questions; `nil` if the system chooses the route.
    package let boundInterface: String?
    /// Whether questions may go to well-known hosts that the assessment did not probe.
    package var asksWitnesses = true
    /// The configured proxies of this device, as host and port, such as `proxy.example:3128`.
    public var proxies: [String] = []

    /// Creates evidence; by default its questions are bound to the interface of the assessment's probes.
    public init(_ assessment: Assessment, answers: [ProbeExchange] = [], boundTo boundInterface: String? = nil) {
        self.assessment = assessment
        self.answers = answers
        self.boundInterface =
            boundInterface ?? assessment.endpointsAbove.lazy.compactMap(\.exchange.request.path.interface).first
    }
}

// The parts of the evidence, by subject.
extension DiagnosticEvidence {
    var interface: NetworkInterface? {
        assessment.paths.contains(where: \.path.isBelow) ? assessment.snapshot.preferred : assessment.interface
    }
    /// Whether the device is online without a proxy.
    var isDirectlyOnline: Bool {
        assessment.access == .online && (assessment.paths.first { !$0.path.isProxied }?.access ?? .online) == .online
    }
    var gateways: [IPAddress] {
        var seen: Set<IPAddress> = []
        return (interface?.defaultRoutes ?? []).compactMap(\.gateway).filter { seen.insert($0).inserted }
    }
    /// The name servers that can be reached through a network; a stub on the device is left out.
    var nameServers: [IPAddress] {
        let own = interface?.nameServers ?? []
        return Array((own.isEmpty ? assessment.snapshot.nameServers : own).filter { !$0.isLoopback }.prefix(3))
    }
    /// The name servers of the network, assigned or perhaps at its gateway, that this device does not use.
    var otherNameServers: [IPAddress] {
        let assigned = interface?.nameServers ?? []
        if boundInterface != nil, !assigned.isEmpty { return [] }
        var seen = Set(assessment.snapshot.nameServers)
        return (assigned + gateways).filter { seen.insert($0).inserted }
    }
    /// The families of the interface's routable addresses.
    var families: [IPAddress.Family] {
        IPAddress.Family.allCases.filter { family in
            interface?.addresses.contains { $0.isRoutable && $0.address.family == family } ?? false
        }
    }

    /// The reports on endpoints over HTTP, without the probes that the limits of this process ended, and without those that the
    /// file of names of this device led elsewhere.
    var reports: [EndpointReport] {
        assessment.endpointsAbove.filter { report in
            !report.exchange.caveats.contains(.hostsFile) && report.exchange.request.url != nil
                && !report.exchange.isCutOff && !report.exchange.request.path.isProxied
        }
    }
    /// The reports on requests through a proxy, which do not count for the network itself.
    var proxiedReports: [EndpointReport] {
        assessment.endpoints.filter { $0.exchange.request.path.isProxied && $0.verdict.isConclusive }
    }
    /// The reports on well-known endpoints.
    var knownReports: [EndpointReport] { reports.filter { !$0.isOwn } }
    /// The requests to the user's own endpoints that the round cut off.
    var cutOffServices: [ProbeRequest] {
        assessment.endpoints
            .filter { $0.isOwn && $0.exchange.isCutOff && !$0.exchange.request.path.isProxied }
            .map(\.exchange.request).filter { $0.url != nil }
    }
    var ownReports: [EndpointReport] { reports.filter(\.isOwn) }
    /// The requests over HTTP through the network: those to addresses first, then those of the round.
    var visits: [Visit] { (byAddress + pagesByAddress).map(Visit.init) + reports.map(Visit.init) }

    /// Whether a TLS handshake or the exchange after it began over a family and did not finish.
    func hasStalledTLS(over family: IPAddress.Family? = nil) -> Bool {
        visits.contains { $0.isOverTLS && $0.exchange.hasStalled && (family == nil || $0.exchange.family == family) }
    }
    /// The owners with genuine answers, over plain HTTP or TLS.
    var genuineOwners: Set<String> { Set(reports.filter(\.isGenuine).map(\.owner)) }

    /// The questions to addresses over TLS, through the interface of the assessment.
    var byAddress: [ProbeExchange] { requestsByAddress(.https) }
    /// The questions to addresses over plain HTTP, which any intermediary can answer, without the sign-in page.
    var pagesByAddress: [ProbeExchange] { requestsByAddress(.http) }

    private func requestsByAddress(_ scheme: HTTPURL.Scheme) -> [ProbeExchange] {
        answers.filter { exchange in
            guard let url = exchange.request.url, url.address != nil, url.scheme == scheme else { return false }
            return exchange.request.path.interface == boundInterface && url != assessment.access.portal?.signInURL
        }
    }
    /// The questions to servers below a tunnel, those of the assessment first.
    var belowTunnel: [ProbeExchange] {
        reportsBelow.map(\.exchange) + (otherUplink == nil ? answersElsewhere : [])
    }
    /// The questions to servers through another interface than that of the assessment.
    var answersElsewhere: [ProbeExchange] {
        answers.filter { $0.request.url != nil && $0.request.path.interface != boundInterface }
    }
    /// Another interface of the device that leads to the Internet, in addition to the preferred one; `nil` below a tunnel.
    var otherUplink: NetworkInterface? {
        guard boundInterface == nil, tunnel == nil, let interface else { return nil }
        return assessment.snapshot.interfaces.first { other in
            other.name != interface.name && other.kind != .vpn && other.isUsable && !other.defaultRoutes.isEmpty
        }
    }
    /// The reports on the network below, after nothing came back above.
    var reportsBelow: [EndpointReport] { assessment.paths.filter(\.path.isBelow).flatMap(\.endpoints) }
    /// The permitted questions for echoes.
    var echoes: [ProbeExchange] { answers.filter { $0.echo != nil && $0.failure?.kind != .unsupported } }
    var quic: [ProbeExchange] { answers.filter { $0.connection?.transport == .quic } }
    /// The questions for certificates, accepted or not.
    var certificates: [ProbeExchange] { answers.filter { $0.connection?.isVerified == false } }
    /// The questions to name servers, apart from those for a translator.
    var lookups: [ProbeExchange] { answers.filter { $0.lookup.map { $0.name != Self.ipv4OnlyName } ?? false } }
    var routes: [Route] { answers.compactMap(\.route) }
    var gatewayConnections: [ProbeExchange] {
        answers.filter { exchange in
            exchange.connection?.transport == .tcp
                && exchange.peerOfConnection.map(gateways.contains) ?? false
        }
    }
    /// The requests for a connection from a proxy to a well-known host.
    var proxied: [ProbeExchange] {
        answers.filter { $0.connection?.transport == .tcp && $0.connection?.dialogue.isEmpty == false }
    }

    /// Whether a host beyond the gateway has answered over TLS, which cannot be forged.
    var isBeyondProved: Bool { !proof.isEmpty }

    /// The requests that hosts beyond the gateway answered with a valid certificate.
    var proved: [Visit] { visits.filter { $0.isOverTLS && $0.isGenuine } }
    /// The proof of an answer from beyond the gateway.
    var proof: Seen { proved.seen }

    func proof(over family: IPAddress.Family) -> Seen { proved.filter { $0.exchange.family == family }.seen }

    /// The authentic answers of well-known hosts, without the user's own endpoints.
    var control: Seen {
        let plain = visits.filter { !$0.isOwn && !$0.isOverTLS && $0.isGenuine }
        let isProof = plain.owners.count > 1 && assessment.access.portal == nil
        return proved.filter { !$0.isOwn }.seen + (isProof ? plain.seen : [])
    }

    /// What the texts about every cause can name.
    var facts: Facts {
        let used = assessment.snapshot.nameServers.isEmpty ? nameServers : assessment.snapshot.nameServers
        let other = ["9.9.9.9", "1.1.1.1", "8.8.8.8"].first { server in !used.contains { "\($0)" == server } }
        return [
            "interface": Fact(interface?.name), "gateway": Fact(gateways.first.map { "\($0)" }),
            "servers": .list(used.map { .text("\($0)") }), "unused": Fact(other),
            // What is set already is no advice.
            "unset": Fact(proxiedReports.isEmpty ? "\"proxy\": \"environment\"" : nil),
        ]
    }

    func isGateway(_ host: IPAddress?) -> Bool { host.map(gateways.contains) ?? false }

    /// An unusable tunnel to which the system still sends packets.
    var deadTunnel: NetworkInterface? {
        guard boundInterface == nil else { return nil }
        let outward = Set(routes.filter { !isNear($0.destination) }.compactMap(\.interface))
        return assessment.snapshot.interfaces.first { other in
            other.kind == .vpn && !other.isTranslator && !other.isUsable
                && (!other.egress.isEmpty || outward.contains(other.name))
        }
    }

    private func isNear(_ address: IPAddress) -> Bool { gateways.contains(address) || nameServers.contains(address) }

    /// The tunnel of the questions; `nil` without one.
    var tunnel: NetworkInterface? {
        if let interface, interface.kind == .vpn, !interface.isTranslator { return interface }
        return deadTunnel
    }
    /// The interface that carries the tunnel.
    var below: NetworkInterface? {
        guard let tunnel else { return nil }
        let below = tunnel.name == interface?.name ? assessment.snapshot.underlay : interface
        return below?.name == tunnel.name ? nil : below
    }
}
