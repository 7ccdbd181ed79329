import ConnectivityCore

// What exchanges show. The kinds other than HTTP belong to plugins, so their questions and answers are read from facts.

/// What a question for echoes and its answer say.
struct Echo {
    var host: String
    var isWhole: Bool
    /// The requests that were sent long enough before the end for an echo as slow as the slowest one.
    var sentCount = 0
    /// The share of these requests without an echo; `nil` if there is none.
    var loss: Double?
    /// The times of the echoes, in seconds.
    var times: [Double] = []
    /// The report on requests without an echo, by its stable name.
    var trouble: String?
    /// Who reported it.
    var reporter: String?
}

/// What a question for a route and its answer say.
struct Route {
    var destination: IPAddress
    /// The interface through which packets leave; `nil` if there is no route.
    var interface: String?
    var gateway: IPAddress?
    /// Whether the address is the machine's own.
    var isOwn = false
    /// What is known of the neighbour that takes the packets.
    var neighbour: String?
    /// The seconds since the neighbour last proved that it is there.
    var confirmed: Double?
    /// Why there is no route.
    var trouble: String?
    var observation: Diagnosis.Observation

    /// The neighbour that takes the packets.
    var hop: IPAddress { gateway ?? destination }
    var isNeighbourDead: Bool { neighbour == "failed" }
    /// Whether the neighbour has proved in the last seconds that it is there.
    var isNeighbourAlive: Bool { neighbour == "reachable" && confirmed.map { $0 < 4 } ?? false }
}

extension ProbeExchange {
    var failure: ProbeFailure? { if case .failure(let failure) = outcome { failure } else { nil } }

    /// Whether this program's own limits ended the probe, which shows nothing of the network.
    var isCutOff: Bool {
        switch failure?.kind {
        case .cutOff, .cancelled, .unsupported, .shortage, .notRecorded: true
        default: false
        }
    }
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
    /// Whether a connection was open at any time.
    var hasConnected: Bool {
        if case .tls = failure?.kind { return true }
        return isAnswered || hasStalled || timings.connect != nil
    }

    /// Whether somebody answered under a certificate that is not the peer's.
    var isRefusedTLS: Bool {
        [.tls(.unknownAuthority), .tls(.wrongHost), .tls(.certificate)].contains(failure?.kind)
    }
    /// Whether this machine itself refused to send, so that nobody on the network was asked.
    var isRefusedHere: Bool {
        guard let facts = failure?.facts else { return false }
        return facts["cause"] == "prohibited" && facts["reportedBy"] == nil
    }
    /// Whether there is an answer, whatever it is.
    var isAnswered: Bool { if case .success = outcome { true } else { false } }

    /// The family over which the exchange went; `nil` if it is not known.
    var family: AddressFamily? {
        remoteAddress?.family ?? request.path.family ?? request.url?.address?.family ?? peerOfConnection?.family
            ?? echo.flatMap { IPAddress($0.host)?.family }
    }

    /// The question for echoes and what came back; `nil` for another kind.
    var echo: Echo? {
        guard case .other("echo", let asked) = request.question, let host = asked["to"]?.text else { return nil }
        var echo = Echo(host: host, isWhole: asked["whole"]?.flag ?? false)
        switch outcome {
        case .success(.other("echo", let facts)):
            echo.times = facts["times"]?.list?.compactMap(\.number) ?? []
            // The end of the wait is our own limit, and no loss.
            let interval = asked["interval"]?.number ?? 0.2
            let time = timings.total / .seconds(1) - 1.5 * (echo.times.max() ?? 0)
            let sentCount = Int(clamping: facts["sent"]?.integer ?? 0)
            echo.sentCount = (0..<min(sentCount, 1_000)).count { Double($0) * interval <= time }
            echo.loss = echo.sentCount > 0 ? 1 - min(Double(echo.times.count) / Double(echo.sentCount), 1) : nil
        case .success: break
        case .failure(let failure):
            echo.trouble = failure.facts["cause"]?.text
            echo.reporter = failure.facts["reportedBy"]?.text
        }
        return echo
    }

    /// The route that was asked for; `nil` for another kind, and if the answer could not be had.
    var route: Route? {
        guard case .other("route", let asked) = request.question,
            let destination = asked["to"]?.text.flatMap({ IPAddress($0) })
        else { return nil }
        var route = Route(destination: destination, observation: observation)
        switch outcome {
        case .success(.other("route", let facts)):
            route.interface = facts["interface"]?.text
            route.gateway = facts["gateway"]?.text.flatMap { IPAddress($0) }
            route.isOwn = facts["isOwn"]?.flag ?? false
            route.neighbour = facts["neighbour"]?.text
            route.confirmed = facts["confirmed"]?.number
        case .failure(let failure) where failure.kind == .unreachable:
            route.trouble = failure.facts["cause"]?.text
        default: return nil
        }
        return route
    }

    /// The address that a question for a connection is for.
    var peerOfConnection: IPAddress? {
        guard let peer = request.question.connectionFacts?["to"]?.text else { return nil }
        return (try? HTTPURL("https://\(peer)/"))?.address
    }

    /// The addresses in the answer of a name server.
    var addresses: [IPAddress] {
        guard case .success(.other("dns", let facts)) = outcome else { return [] }
        return facts["records"]?.list?.compactMap { $0.record?["data"]?.text.flatMap { IPAddress($0) } } ?? []
    }
    /// The name that a name server was asked for.
    var askedName: String? {
        guard case .other("dns", let facts) = request.question else { return nil }
        return facts["name"]?.text
    }
    /// The name server that was asked.
    var server: String? {
        guard case .other("dns", let facts) = request.question else { return nil }
        return facts["server"]?.text
    }

    /// What was seen, as evidence.
    var observation: Diagnosis.Observation {
        let subject = request.url.map { "\($0)" } ?? echo.map { "echo \($0.host)" } ?? request.question.shortSubject
        if isRefusedHere { return .init(subject: subject, reason: Reason("forbidden-here")) }
        switch outcome {
        case .failure(let failure): return .init(subject: subject, reason: .noAnswer(failure))
        case .success(.other("route", let facts)): return .init(subject: subject, reason: Reason("way", facts))
        case .success(.other("connection", let facts)):
            guard let certificate = facts["tls"]?.record?["chain"]?.list?.first?.record,
                let issuer = certificate["issuer"]
            else { return .init(subject: subject, reason: Reason("answered")) }
            return .init(subject: subject, reason: Reason("certificate-issued", ["issuer": issuer]))
        case .success: return .init(subject: subject, reason: Reason("answered"))
        }
    }
}

extension EndpointReport {
    var isOverTLS: Bool { exchange.request.url?.scheme == .https }
    var isGenuine: Bool { verdict.finding == .genuine }
    var failure: ProbeFailure? { exchange.failure }
    var observation: Diagnosis.Observation { .init(subject: name, reason: verdict.reason) }

    /// Whether the endpoint is the user's own, whose answers nobody else knows.
    var isOwn: Bool { exchange.request.url.map { !Endpoint.builtInHosts.contains($0.host) } ?? true }
    /// Whether no address was found for the name.
    var hasNoName: Bool { failure.map { $0.kind == .nameLookup || $0.kind == .timedOut(.nameLookup) } ?? false }
    /// Whether an address was found for a name.
    var hasName: Bool { exchange.request.url?.address == nil && !hasNoName && !exchange.isGivenUp }
    var isRefusedTLS: Bool { exchange.isRefusedTLS }
}

extension Question {
    /// What is asked, and of whom.
    fileprivate var shortSubject: String {
        guard case .other(let kind, let facts) = self else { return subject }
        let transport = facts["transport"]?.text ?? kind.rawValue
        return "\(transport) \(facts["server"]?.text ?? facts["to"]?.text ?? "")"
    }

    /// The facts of a question for a connection; `nil` for another kind.
    var connectionFacts: Facts? { if case .other("connection", let facts) = self { facts } else { nil } }
}
