public import ConnectivityCore

/// An assessment, and the answers to the questions that it left open.
public struct DiagnosticEvidence: Hashable, Sendable {
    /// The number of times that more is asked, at most.
    public static let stageCountMax = 2

    /// The assessment.
    public var assessment: Assessment
    /// The answers to further questions, in the order of ``nextRequests(within:)``.
    public var answers: [ProbeExchange]
    /// The interface that questions are bound to; `nil` lets the system route.
    public let boundInterface: String?

    /// Creates evidence.
    /// - Parameters:
    ///   - assessment: The assessment.
    ///   - answers: The answers to further questions.
    ///   - boundInterface: The interface that questions are bound to; by default that of the assessment's probes.
    public init(_ assessment: Assessment, answers: [ProbeExchange] = [], boundTo boundInterface: String? = nil) {
        self.assessment = assessment
        self.answers = answers
        let reports = assessment.endpoints + assessment.paths.flatMap(\.endpoints)
        self.boundInterface = boundInterface ?? reports.lazy.compactMap(\.exchange.request.path.interface).first
    }

    // MARK: Questions

    /// Addresses that answer https in their own name, by family: those of Cloudflare's and Google's resolvers, whose
    /// certificates are for the addresses, too.
    static let knownAddresses: [AddressFamily: [IPAddress]] = [
        .ipv4: ["1.1.1.1", "8.8.8.8"], .ipv6: ["2606:4700:4700::1111", "2001:4860:4860::8888"],
    ]
    /// The number of data bytes with which an echo fills an Ethernet frame: 1,500 less IPv4's 20 and ICMP's 8.
    private static let fullSize: Int64 = 1_472

    /// The time in which a large echo comes back if a small one did.
    private static let echoTimeMax = Duration.milliseconds(900)

    /// The time in which a host answers a question for its versions of QUIC, asked again each 250 ms.
    private static let quicTimeMax = Duration.seconds(1)
    /// The time after which an answer of a good network is late.
    private static let lateness = Duration.seconds(1)

    /// Returns the questions to ask next; empty if nothing more helps.
    ///
    /// - Parameter limit: The time limit of each.
    /// - Returns: The requests, of the kinds `http`, `echo`, `connection` and `dns`.
    public func nextRequests(within limit: Duration) -> [ProbeRequest] {
        guard let interface, interface.kind != .loopback, assessment.access.portal == nil else { return [] }
        let families = AddressFamily.allCases.filter { family in
            interface.addresses.contains { $0.isRoutable && $0.address.family == family }
        }
        let known = families.flatMap { Self.knownAddresses[$0] ?? [] }
        let asker = Asker(boundTo: boundInterface, limit: limit)
        if assessment.access == .online { return requestsIfOnline(asker, known) }
        return answers.isEmpty ? firstRequests(asker, interface, known) : secondRequests(asker, known)
    }

    /// What an online network can lack: QUIC, and if answers are late, packets.
    private func requestsIfOnline(_ asker: Asker, _ known: [IPAddress]) -> [ProbeRequest] {
        let isLate = reports.contains { $0.exchange.timings.total > Self.lateness }
        let hosts = isLate && echoes.isEmpty ? gateways.prefix(1) + known.prefix(1) : []
        return (quic.isEmpty ? known.map { asker.request(.quic(to: $0), atMost: Self.quicTimeMax) } : [])
            + hosts.map { asker.request(.echo(to: $0, count: 10)) }
    }

    private func firstRequests(_ asker: Asker, _ interface: NetworkInterface, _ known: [IPAddress]) -> [ProbeRequest] {
        let near = gateways + nameServers.filter { !gateways.contains($0) }
        var requests = near.map { asker.request(.echo(to: $0), through: $0.isLinkLocal ? interface.name : nil) }
        // Routers limit how many reports they send (RFC 1812, section 4.3.2.8), so these take longer.
        requests += known.prefix(1).map { asker.request(.echo(to: $0, count: 8, interval: 0.45)) }
        requests += known.map { asker.request(.http(HTTPQuestion(.https($0)))) }
        if interface.kind == .vpn, let below = assessment.snapshot.underlay, below.name != interface.name {
            requests += (Self.knownAddresses[.ipv4] ?? []).map {
                asker.request(.http(HTTPQuestion(.https($0))), through: below.name)
            }
        }
        return requests
    }

    private func secondRequests(_ asker: Asker, _ known: [IPAddress]) -> [ProbeRequest] {
        var requests: [ProbeRequest] = []
        if hasStalledTLS, !isSlow, !answers.contains(where: { $0.echo?.isWhole == true }) {
            let near = [gateways.first(where: \.isIPv4) ?? known.first].compactMap(\.self)
            requests += (near + known.prefix(1)).map {
                asker.request(.echo(to: $0, size: Self.fullSize, isWhole: true), atMost: Self.echoTimeMax)
            }
        }
        // Somebody reported that packets cannot be delivered, but not to the echoes: reports are rationed, so ask again
        // once nothing else asks.
        let isReported = (reports.map(\.exchange) + byAddress).contains { $0.failure?.kind == .unreachable }
        if isReported, echoes.allSatisfy({ $0.echo?.reporter == nil }) {
            requests += known.prefix(1).map {
                asker.request(.echo(to: $0, count: 1), atMost: Self.echoTimeMax)
            }
        }
        if certificates.isEmpty, let refused = byAddress.first(where: \.isRefusedTLS)?.request.url?.address {
            requests.append(asker.request(.certificate(of: refused)))
        }
        if let name = reports.first(where: \.hasNoName)?.exchange.request.url?.host, lookups.isEmpty {
            requests += ownNameServers.prefix(2).map {
                asker.request(.address(of: name, from: $0), atMost: Self.echoTimeMax)
            }
        }
        return requests
    }

    // MARK: What is known

    var interface: NetworkInterface? { assessment.interface }
    var gateways: [IPAddress] {
        var seen: Set<IPAddress> = []
        return (interface?.defaultRoutes ?? []).compactMap(\.gateway).filter { seen.insert($0).inserted }
    }
    /// The name servers that can be asked through a network; a stub on the machine cannot.
    var nameServers: [IPAddress] {
        let own = interface?.nameServers ?? []
        return Array((own.isEmpty ? assessment.snapshot.nameServers : own).filter { !$0.isLoopback }.prefix(3))
    }
    /// The name servers that the network has, or may have at its gateway, if this machine asks others.
    private var ownNameServers: [IPAddress] {
        let assigned = interface?.nameServers ?? []
        if boundInterface != nil, !assigned.isEmpty { return [] }
        var seen = Set(assessment.snapshot.nameServers)
        return (assigned + gateways).filter { seen.insert($0).inserted }
    }
    /// The reports on endpoints over HTTP.
    var reports: [EndpointReport] {
        (assessment.endpoints + assessment.paths.flatMap(\.endpoints)).filter { $0.exchange.request.url != nil }
    }
    /// Whether a TLS handshake or what follows it was begun and not finished.
    var hasStalledTLS: Bool { (reports.filter(\.isOverTLS).map(\.exchange) + byAddress).contains(where: \.hasStalled) }
    /// The owners that answered genuinely, over plain HTTP or TLS.
    var genuineOwners: Set<String> { Set(reports.filter(\.isGenuine).map(\.owner)) }

    /// The questions to addresses over TLS, through the interface of the assessment.
    var byAddress: [ProbeExchange] {
        answers.filter { $0.request.url?.address != nil && $0.request.path.interface == boundInterface }
    }
    /// The same below a tunnel.
    var belowTunnel: [ProbeExchange] {
        answers.filter { $0.request.url?.address != nil && $0.request.path.interface != boundInterface }
    }
    /// The questions for echoes that the system permitted.
    var echoes: [ProbeExchange] { answers.filter { $0.echo != nil && $0.failure?.kind != .unsupported } }
    /// The questions for versions of QUIC.
    var quic: [ProbeExchange] { answers.filter { $0.request.question.connectionFacts?["transport"] == "quic" } }
    /// The certificates that hosts showed, whether they are accepted or not.
    var certificates: [ProbeExchange] { answers.filter { $0.request.question.connectionFacts?["verify"] == false } }
    /// The questions to the network's own name servers.
    var lookups: [ProbeExchange] { answers.filter { $0.request.question.kind == "dns" } }

    /// Whether something beyond the gateway is proved to have answered: over TLS, which nobody can forge.
    var isBeyondProved: Bool {
        byAddress.contains(where: \.isAnswered) || reports.contains { $0.isOverTLS && $0.isGenuine }
    }
}

extension EndpointReport {
    var isOverTLS: Bool { exchange.request.url?.scheme == .https }
    var isGenuine: Bool { verdict.finding == .genuine }
    var failure: ProbeFailure? { exchange.failure }
    var observation: Diagnosis.Observation { .init(subject: name, reason: verdict.reason) }

    /// Whether no address was found for the name.
    var hasNoName: Bool { failure.map { $0.kind == .nameLookup || $0.kind == .timedOut(.nameLookup) } ?? false }
    var isRefusedTLS: Bool { exchange.isRefusedTLS }
}

/// What a question for echoes and its answer say, read from facts: the kind belongs to a plugin.
struct Echo {
    var host: String
    var isWhole: Bool
    /// The share of requests without an echo; `nil` if none came back.
    var loss: Double?
    /// The times of the echoes, in seconds.
    var times: [Double] = []
    /// The report on requests without an echo, by its stable name.
    var trouble: String?
    /// Who reported it.
    var reporter: String?
}

extension ProbeExchange {
    var failure: ProbeFailure? { if case .failure(let failure) = outcome { failure } else { nil } }

    /// Whether the round ended before the probe, so that its phase is not known.
    var isGivenUp: Bool { failure?.kind == .timedOut(.response) && timings.connect == nil }
    /// Whether the connection was open and then silent.
    var hasStalled: Bool {
        !isGivenUp && [.timedOut(.tls), .timedOut(.response), .timedOut(.body)].contains(failure?.kind)
    }
    /// Whether no connection came about although the address was known.
    var hasNoConnection: Bool {
        [.connectionRefused, .unreachable, .timedOut(.connect), .connectionReset].contains(failure?.kind)
    }

    /// Whether somebody answered under a certificate that is not the peer's.
    var isRefusedTLS: Bool {
        [.tls(.unknownAuthority), .tls(.wrongHost), .tls(.certificate)].contains(failure?.kind)
    }

    /// The question for echoes and what came back; `nil` for another kind.
    var echo: Echo? {
        guard case .other("echo", let asked) = request.question, let host = asked["to"]?.text else { return nil }
        var echo = Echo(host: host, isWhole: asked["whole"]?.flag ?? false)
        switch outcome {
        case .success(.other("echo", let facts)):
            let sent = facts["sent"]?.integer ?? 0
            echo.times = facts["times"]?.list?.compactMap(\.number) ?? []
            echo.loss = sent > 0 ? 1 - Double(echo.times.count) / Double(sent) : nil
        case .success: break
        case .failure(let failure):
            echo.trouble = failure.facts["cause"]?.text
            echo.reporter = failure.facts["reportedBy"]?.text
        }
        return echo
    }

    /// Whether there is an answer, whatever it is.
    var isAnswered: Bool { if case .success = outcome { true } else { false } }

    /// What was seen, as evidence.
    var observation: Diagnosis.Observation {
        let subject = request.url.map { "\($0)" } ?? echo.map { "echo \($0.host)" } ?? request.question.shortSubject
        switch outcome {
        case .failure(let failure): return .init(subject: subject, reason: .noAnswer(failure))
        case .success(.other("connection", let facts)):
            guard let certificate = facts["tls"]?.record?["chain"]?.list?.first?.record,
                let issuer = certificate["issuer"]
            else { return .init(subject: subject, reason: Reason("answered")) }
            return .init(subject: subject, reason: Reason("certificate-issued", ["issuer": issuer]))
        case .success: return .init(subject: subject, reason: Reason("answered"))
        }
    }
}

/// Makes requests.
private struct Asker {
    var interface: String?
    var limit: Duration

    init(boundTo interface: String?, limit: Duration) {
        self.interface = interface
        self.limit = limit
    }

    func request(_ question: Question, through name: String? = nil, atMost limit: Duration? = nil) -> ProbeRequest {
        let path = ProbePath(interface: name ?? interface)
        return ProbeRequest(question, path: path, limits: ProbeLimits(total: min(limit ?? self.limit, self.limit)))
    }
}

extension Question {
    fileprivate static func echo(
        to host: IPAddress,
        count: Int64 = 5,
        size: Int64 = 56,
        interval: Double = 0.1,
        isWhole: Bool = false
    ) -> Question {
        var facts: Facts = [
            "to": .text("\(host)"), "count": .integer(count), "interval": .number(interval), "size": .integer(size),
        ]
        if isWhole { facts["whole"] = true }
        return .other("echo", facts)
    }

    fileprivate static func quic(to host: IPAddress) -> Question {
        .other("connection", ["to": .text(host.withPort443), "transport": "quic"])
    }

    fileprivate static func certificate(of host: IPAddress) -> Question {
        .other("connection", ["to": .text(host.withPort443), "verify": false])
    }

    fileprivate static func address(of name: String, from server: IPAddress) -> Question {
        .other("dns", ["name": .text(name), "type": "A", "server": .text("\(server)")])
    }

    /// What is asked, and of whom.
    fileprivate var shortSubject: String {
        guard case .other(let kind, let facts) = self else { return subject }
        let transport = facts["transport"]?.text ?? kind.rawValue
        return "\(transport) \(facts["server"]?.text ?? facts["to"]?.text ?? "")"
    }

    /// The facts of a question for a connection; `nil` for another kind.
    var connectionFacts: Facts? { if case .other("connection", let facts) = self { facts } else { nil } }
}

extension HTTPURL {
    fileprivate static func https(_ address: IPAddress) -> HTTPURL {
        // A literal address always makes a URL.
        (try? HTTPURL("https://\(address.inURL)/")) ?? "https://1.1.1.1/"
    }
}

extension IPAddress {
    fileprivate var isIPv4: Bool { family == .ipv4 }
    fileprivate var inURL: String { family == .ipv6 ? "[\(self)]" : "\(self)" }
    fileprivate var withPort443: String { "\(inURL):443" }
}
