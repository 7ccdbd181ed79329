import ConnectivityConnection
public import ConnectivityCore
import ConnectivityNames

/// An assessment, and the answers to the questions that it left open.
public struct DiagnosticEvidence: Hashable, Sendable {
    /// The number of times that more is asked, at most.
    public static let phaseCountMax = 3

    /// The assessment.
    public var assessment: Assessment
    /// The answers to further questions, in the order of ``nextRequests(within:)``.
    public var answers: [ProbeExchange]
    /// The interface that questions are bound to; `nil` lets the system route.
    public let boundInterface: String?
    /// Whether well-known hosts are asked that the assessment did not ask.
    public var asksWitnesses = true
    /// The proxies that this device is set to use, as host and port, such as `proxy.example:3128`.
    public var proxies: [String] = []

    /// Creates evidence.
    /// - Parameters:
    ///   - assessment: The assessment.
    ///   - answers: The answers to further questions.
    ///   - boundInterface: The interface that questions are bound to; by default that of the assessment's probes.
    public init(_ assessment: Assessment, answers: [ProbeExchange] = [], boundTo boundInterface: String? = nil) {
        self.assessment = assessment
        self.answers = answers
        self.boundInterface =
            boundInterface ?? assessment.endpoints.lazy.compactMap(\.exchange.request.path.interface).first
    }
}

// What is known: parts of the evidence by what they are about.
extension DiagnosticEvidence {
    var interface: NetworkInterface? { assessment.interface }
    /// Whether the device is online, and not only through a proxy.
    var isDirectlyOnline: Bool {
        assessment.access == .online && (assessment.paths.first { !$0.path.isProxied }?.access ?? .online) == .online
    }
    var gateways: [IPAddress] {
        var seen: Set<IPAddress> = []
        return (interface?.defaultRoutes ?? []).compactMap(\.gateway).filter { seen.insert($0).inserted }
    }
    /// The name servers that can be asked through a network; a stub on the device cannot.
    var nameServers: [IPAddress] {
        let own = interface?.nameServers ?? []
        return Array((own.isEmpty ? assessment.snapshot.nameServers : own).filter { !$0.isLoopback }.prefix(3))
    }
    /// The name servers that the network has, or may have at its gateway, if this device asks others.
    var otherNameServers: [IPAddress] {
        let assigned = interface?.nameServers ?? []
        if boundInterface != nil, !assigned.isEmpty { return [] }
        var seen = Set(assessment.snapshot.nameServers)
        return (assigned + gateways).filter { seen.insert($0).inserted }
    }
    /// The families in which the interface has an address.
    var families: [AddressFamily] {
        AddressFamily.allCases.filter { family in
            interface?.addresses.contains { $0.isRoutable && $0.address.family == family } ?? false
        }
    }

    /// The reports on endpoints over HTTP; probes that this program's limits ended are no evidence.
    var reports: [EndpointReport] {
        assessment.endpoints.filter { report in
            report.exchange.request.url != nil && !report.exchange.isCutOff && !report.exchange.request.path.isProxied
        }
    }
    /// The reports on what was asked through the proxy in addition to the direct way; the network itself is judged without them.
    var proxiedReports: [EndpointReport] {
        assessment.endpoints.filter { $0.exchange.request.path.isProxied && $0.verdict.isConclusive }
    }
    /// The reports on well-known endpoints, whose answers are known.
    var knownReports: [EndpointReport] { reports.filter { !$0.isOwn } }
    /// The requests to the user's own endpoints that did not get their time in the round.
    var cutOffServices: [ProbeRequest] {
        assessment.endpoints
            .filter { $0.isOwn && $0.exchange.isCutOff && !$0.exchange.request.path.isProxied }
            .map(\.exchange.request).filter { $0.url != nil }
    }
    /// The reports on the user's own endpoints.
    var ownReports: [EndpointReport] { reports.filter(\.isOwn) }
    /// Whether a TLS handshake or what follows it was begun over a family and not finished.
    func hasStalledTLS(over family: AddressFamily? = nil) -> Bool {
        (reports.filter(\.isOverTLS).map(\.exchange) + byAddress).contains { exchange in
            exchange.hasStalled && (family == nil || exchange.family == family)
        }
    }
    /// The owners that answered genuinely, over plain HTTP or TLS.
    var genuineOwners: Set<String> { Set(reports.filter(\.isGenuine).map(\.owner)) }

    /// The questions to addresses over TLS, through the interface of the assessment.
    var byAddress: [ProbeExchange] {
        answers.filter { exchange in
            exchange.request.url?.address != nil && exchange.request.url?.scheme == .https
                && exchange.request.path.interface == boundInterface
        }
    }
    /// The same over plain HTTP, which anybody on the way can answer.
    var pagesByAddress: [ProbeExchange] {
        answers.filter { exchange in
            exchange.request.url?.address != nil && exchange.request.url?.scheme == .http
                && exchange.request.path.interface == boundInterface
        }
    }
    /// The questions to servers below a tunnel.
    var belowTunnel: [ProbeExchange] {
        answers.filter { $0.request.url != nil && $0.request.path.interface != boundInterface }
    }
    /// The questions for echoes that the system permitted.
    var echoes: [ProbeExchange] { answers.filter { $0.echo != nil && $0.failure?.kind != .unsupported } }
    /// The questions for versions of QUIC.
    var quic: [ProbeExchange] { answers.filter { $0.connection?.transport == .quic } }
    /// The certificates that hosts showed, whether they are accepted or not.
    var certificates: [ProbeExchange] { answers.filter { $0.connection?.isVerified == false } }
    /// The questions to name servers, apart from those for a translator.
    var lookups: [ProbeExchange] { answers.filter { $0.lookup.map { $0.name != Self.ipv4OnlyName } ?? false } }
    /// The routes that the kernel chooses, with what they lead to.
    var routes: [Route] { answers.compactMap(\.route) }
    /// The connections to the gateways themselves.
    var gatewayConnections: [ProbeExchange] {
        answers.filter { exchange in
            exchange.connection?.transport == .tcp
                && exchange.peerOfConnection.map(gateways.contains) ?? false
        }
    }
    /// The requests to proxies to connect to a well-known host.
    var proxied: [ProbeExchange] {
        answers.filter { $0.connection?.transport == .tcp && $0.connection?.dialogue.isEmpty == false }
    }

    /// Whether something beyond the gateway is proved to have answered: over TLS, which cannot be forged.
    var isBeyondProved: Bool { !proof.isEmpty }

    /// What proves that something beyond the gateway has answered.
    var proof: [Diagnosis.Observation] { proof(over: nil) }

    func proof(over family: AddressFamily?) -> [Diagnosis.Observation] {
        let addressed = byAddress.filter { $0.isAnswered && (family == nil || $0.family == family) }
        let verified = reports.filter { report in
            report.isOverTLS && report.isGenuine && (family == nil || report.exchange.family == family)
        }
        return addressed.map(\.observation) + verified.map(\.observation)
    }

    /// What a well-known host that is not the device's own endpoint has proved.
    var control: [Diagnosis.Observation] {
        let verified = knownReports.filter { $0.isOverTLS && $0.isGenuine }.map(\.observation)
        let plain = knownReports.filter { !$0.isOverTLS && $0.isGenuine }
        return byAddress.filter(\.isAnswered).map(\.observation) + verified
            + (Set(plain.map(\.owner)).count > 1 && assessment.access.portal == nil ? plain.map(\.observation) : [])
    }

    func isGateway(_ host: IPAddress?) -> Bool { host.map(gateways.contains) ?? false }

    /// The tunnel that is not usable, although the system sends packets to it.
    var deadTunnel: NetworkInterface? {
        guard boundInterface == nil else { return nil }
        let outward = Set(routes.filter { !isNear($0.destination) }.compactMap(\.interface))
        return assessment.snapshot.interfaces.first { other in
            other.kind == .vpn && !other.isTranslator && !other.isUsable
                && (!other.egress.isEmpty || outward.contains(other.name))
        }
    }

    private func isNear(_ address: IPAddress) -> Bool { gateways.contains(address) || nameServers.contains(address) }

    /// The tunnel through which the questions go; `nil` if they go through none.
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
