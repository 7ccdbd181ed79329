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
    private static let echoTimeMax = Duration.milliseconds(1_500)

    /// Returns the questions to ask next; empty if nothing more helps.
    ///
    /// - Parameter limit: The time limit of each.
    /// - Returns: The requests, of the kinds `http` and `echo`.
    public func nextRequests(within limit: Duration) -> [ProbeRequest] {
        let isKnown = assessment.access == .online || assessment.access.portal != nil
        guard let interface, interface.kind != .loopback, !isKnown else { return [] }
        let bound = boundInterface
        func request(_ question: Question, through name: String?) -> ProbeRequest {
            ProbeRequest(question, path: ProbePath(interface: name), limits: ProbeLimits(total: limit))
        }
        let families = AddressFamily.allCases.filter { family in
            interface.addresses.contains { $0.isRoutable && $0.address.family == family }
        }
        let known = families.flatMap { Self.knownAddresses[$0] ?? [] }
        guard !answers.isEmpty else {
            let near = gateways + nameServers.filter { !gateways.contains($0) }
            var requests = near.map { request(.echo(to: $0), through: $0.isLinkLocal ? interface.name : bound) }
            // Routers limit how many reports they send (RFC 1812, section 4.3.2.8), so these take longer.
            requests += known.prefix(1).map { request(.echo(to: $0, interval: 0.5), through: bound) }
            requests += known.map { request(.http(HTTPQuestion(.https($0))), through: bound) }
            if interface.kind == .vpn, let below = assessment.snapshot.underlay, below.name != interface.name {
                requests += (Self.knownAddresses[.ipv4] ?? []).map {
                    request(.http(HTTPQuestion(.https($0))), through: below.name)
                }
            }
            return requests
        }
        let isAsked = answers.contains { $0.echo?.isWhole == true }
        guard !isAsked, hasStalledTLS, let host = gateways.first(where: \.isIPv4) ?? known.first else { return [] }
        let targets = [host] + known.prefix(1)
        return targets.map { target in
            var request = request(.echo(to: target, size: Self.fullSize, isWhole: true), through: bound)
            request.limits.total = min(limit, Self.echoTimeMax)
            return request
        }
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
    var echoes: [ProbeExchange] { answers.filter { $0.echo != nil } }

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
            echo.loss = sent > 0 ? 1 - Double(facts["times"]?.list?.count ?? 0) / Double(sent) : nil
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
        let subject = request.url.map { "\($0)" } ?? echo.map { "echo \($0.host)" } ?? request.question.subject
        switch outcome {
        case .failure(let failure): return .init(subject: subject, reason: .noAnswer(failure))
        case .success: return .init(subject: subject, reason: Reason("answered"))
        }
    }
}

extension Question {
    fileprivate static func echo(
        to host: IPAddress,
        size: Int64 = 56,
        interval: Double = 0.1,
        isWhole: Bool = false
    ) -> Question {
        var facts: Facts = ["to": .text("\(host)"), "count": 5, "interval": .number(interval), "size": .integer(size)]
        if isWhole { facts["whole"] = true }
        return .other("echo", facts)
    }
}

extension HTTPURL {
    fileprivate static func https(_ address: IPAddress) -> HTTPURL {
        // A literal address always makes a URL.
        (try? HTTPURL("https://\(address.family == .ipv6 ? "[\(address)]" : "\(address)")/")) ?? "https://1.1.1.1/"
    }
}

extension IPAddress {
    fileprivate var isIPv4: Bool { family == .ipv4 }
}
