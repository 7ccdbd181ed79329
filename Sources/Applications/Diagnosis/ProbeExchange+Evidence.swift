import ConnectivityConnection
import ConnectivityCore
import ConnectivityEcho
import ConnectivityNames
import ConnectivityNetlink
import ConnectivityTLS

// The evidence in exchanges.

/// A question for echoes and its answer.
struct Echo {
    var host: IPAddress
    var isWhole: Bool
    /// The number of requests that left enough time for an echo as slow as the slowest one.
    var sentCount = 0
    /// The share of these requests without an echo; `nil` without requests.
    var loss: Double?
    var times: [Duration] = []
    /// The report on requests without an echo.
    var error: EchoError.Kind?
    var reporter: IPAddress?
}

/// A question for a route and its answer.
struct Route {
    var destination: IPAddress
    /// The answer; `nil` if there is no route.
    var answer: RouteAnswer?
    var observation: Diagnosis.Observation

    /// The interface of the packets; `nil` if there is no route.
    var interface: String? { answer?.interface }
    var gateway: IPAddress? { answer?.gateway }
    var isOwn: Bool { answer?.isOwn ?? false }
    /// The next hop on the link.
    var hop: IPAddress { gateway ?? destination }
    var isNeighbourDead: Bool { answer?.neighbour == .failed }
    /// Whether the neighbour was confirmed in this time before the question.
    func isNeighbour(confirmedWithin time: Duration) -> Bool {
        answer?.neighbour == .reachable && answer?.confirmed.map { $0 < time } ?? false
    }
}

/// A request over HTTP through the network: of the round, or to an address, which needs no name server.
struct Visit {
    var exchange: ProbeExchange
    /// The owner of the endpoint, or the address.
    var owner: String
    var seen: Diagnosis.Observation
    /// Whether the answer is genuine; over plain HTTP, that of an address proves nothing.
    var isGenuine: Bool
    /// Whether the endpoint is the user's own.
    var isOwn = false
    /// Whether the request shows something about its port and its host if the answer is not genuine.
    var isConclusive = true
    var isOverTLS: Bool { exchange.request.url?.scheme == .https }
    /// Whether the address is from a name server.
    var isNamed: Bool { exchange.request.url?.address == nil }

    init(_ exchange: ProbeExchange) {
        (self.exchange, owner, seen) = (exchange, exchange.request.url?.host ?? "", exchange.observation)
        isGenuine = exchange.isAnswered && exchange.request.url?.scheme == .https
    }

    init(_ report: EndpointReport) {
        (exchange, owner, seen) = (report.exchange, report.owner, report.observation)
        (isGenuine, isOwn) = (report.isGenuine, report.isOwn)
        // An address of this device gives no information about a port.
        isConclusive = report.verdict.finding != .inconclusive && report.verdict.reason.code != "private-address"
    }
}

extension [Visit] {
    var owners: Set<String> { Set<String>(map(\.owner)) }
    var seen: [Diagnosis.Observation] { map(\.seen) }
}

extension ProbeExchange {
    /// Whether the limits of this process ended the probe, so that it is not evidence about the network.
    var isCutOff: Bool {
        switch failure?.kind {
        case .cutOff, .cancelled, .unsupported, .shortage, .notRecorded: true
        default: false
        }
    }
    /// Whether the round ended before the probe, so that its phase is unknown.
    var isGivenUp: Bool { failure?.kind == .timedOut(.response) && timings.connect == nil }
    /// Whether no answer arrived in time.
    var isLate: Bool {
        switch failure?.kind {
        case .timedOut: timings.response == nil
        case .nameLookup: failure?.nameFailure.cause ?? .noAnswer == .noAnswer
        default: false
        }
    }
    /// Whether no answer and no refusal arrived in time.
    var isSilent: Bool {
        if case .timedOut = failure?.kind { true } else { false }
    }
    /// Whether the connection was open and then silent.
    var hasStalled: Bool {
        !isGivenUp && [.timedOut(.tls), .timedOut(.response), .timedOut(.body)].contains(failure?.kind)
    }
    /// Whether an open connection was closed or reset before the answer.
    var isCut: Bool {
        switch failure?.kind {
        case .connectionReset, .emptyReply, .truncated, .tls(.protocol): timings.connect != nil
        default: false
        }
    }
    /// Whether no connection was established although the address was known.
    var hasNoConnection: Bool {
        !isCut && [.connectionRefused, .unreachable, .timedOut(.connect), .connectionReset].contains(failure?.kind)
    }
    /// Whether a connection was open at any time.
    var hasConnected: Bool {
        if case .tls = failure?.kind { return true }
        return isAnswered || hasStalled || timings.connect != nil
    }

    /// Whether an intermediary answered with a certificate that is not the peer's.
    var isRefusedTLS: Bool {
        [.tls(.unknownAuthority), .tls(.wrongHost), .tls(.certificate)].contains(failure?.kind)
    }
    /// Whether this device refused to send, so that no host received the question.
    var isRefusedHere: Bool {
        guard let report = failure?.report else { return false }
        return report.kind == .prohibited && report.source == nil
    }
    var isAnswered: Bool { if case .success = outcome { true } else { false } }

    /// The address to which the name of the exchange led; `nil` if unknown.
    var hostAddress: IPAddress? { remoteAddress ?? hostAddresses.first }

    /// The family of the exchange; `nil` if unknown.
    var family: IPAddress.Family? {
        remoteAddress?.family ?? request.path.family ?? request.url?.address?.family ?? peerOfConnection?.family
            ?? echo?.host.family
    }

    /// The question for echoes and its answer; `nil` for another kind.
    var echo: Echo? {
        guard let asked: EchoQuestion = request.question.decoded() else { return nil }
        var echo = Echo(host: asked.destination, isWhole: asked.isWhole)
        switch outcome {
        case .success(let answer):
            guard let answer: EchoAnswer = answer.decoded() else { break }
            echo.times = answer.times
            // The end of the wait is our own limit, and is not a loss.
            let time = timings.total - (answer.times.max() ?? .zero) * 1.5
            echo.sentCount = (0..<answer.sentCount).count { asked.interval * $0 <= time }
            echo.loss = echo.sentCount > 0 ? 1 - min(Double(echo.times.count) / Double(echo.sentCount), 1) : nil
        case .failure(let failure):
            (echo.error, echo.reporter) = (failure.report?.kind, failure.report?.source)
        }
        return echo
    }

    /// Whether echoes showed that no host on the link has an address.
    func isWithoutNeighbour(_ host: IPAddress) -> Bool {
        guard let echo, echo.host == host else { return false }
        return echo.error == .noNeighbour && echo.reporter == nil
    }

    /// The route of a question; `nil` for another kind, or without an answer.
    var route: Route? {
        guard let asked: RouteQuestion = request.question.decoded() else { return nil }
        switch outcome {
        case .success(let answer):
            guard let answer: RouteAnswer = answer.decoded() else { return nil }
            return Route(destination: asked.destination, answer: answer, observation: observation)
        case .failure(let failure) where failure.kind == .unreachable:
            return Route(destination: asked.destination, observation: observation)
        case .failure: return nil
        }
    }

    /// The question for a connection; `nil` for another kind.
    var connection: ConnectionQuestion? { request.question.decoded() }
    /// The answer of an open connection.
    var connectionAnswer: ConnectionAnswer? { answer?.decoded() }
    /// The destination of a question for a connection.
    var peerOfConnection: IPAddress? { connection.flatMap { try? IPAddress($0.host) } }

    /// The question to a name server; `nil` for another kind.
    var lookup: DNSQuestion? { request.question.decoded() }
    var lookupAnswer: DNSAnswer? { answer?.decoded() }
    /// The addresses in the answer of a name server.
    var addresses: [IPAddress] { lookupAnswer?.records.compactMap { try? IPAddress($0.data) } ?? [] }

    private var answer: Answer? { if case .success(let answer) = outcome { answer } else { nil } }

    var observation: Diagnosis.Observation {
        let subject = request.url.map { "\($0)" } ?? request.question.shortSubject
        if isRefusedHere { return .init(subject: subject, reason: Reason("forbidden-here")) }
        switch outcome {
        case .failure(let failure): return .init(subject: subject, reason: .noAnswer(failure))
        case .success(.other(RouteQuestion.kind, let facts)):
            return .init(subject: subject, reason: Reason("way", facts))
        case .success:
            guard let issuer = connectionAnswer?.tls?.chain.first?.issuer else {
                return .init(subject: subject, reason: Reason("answered"))
            }
            return .init(subject: subject, reason: Reason("certificate-issued", ["issuer": .text(issuer)]))
        }
    }
}

extension EndpointReport {
    var isOverTLS: Bool { exchange.request.url?.scheme == .https }
    var isGenuine: Bool { verdict.finding == .genuine }
    var observation: Diagnosis.Observation { .init(subject: name, reason: verdict.reason) }

    /// Whether the endpoint is the user's own, with answers that only the user knows.
    var isOwn: Bool { exchange.request.url.map { !Endpoint.builtInHosts.contains($0.host) } ?? true }
    /// Whether the name was not resolved.
    var hasNoName: Bool { failure?.kind.isOfName == true }
    /// Whether a name was resolved.
    var hasName: Bool { exchange.request.url?.address == nil && !hasNoName && !exchange.isGivenUp }
    var isRefusedTLS: Bool { exchange.isRefusedTLS }
}

extension Question {
    /// The question and its recipient.
    fileprivate var shortSubject: String {
        if let asked: EchoQuestion = decoded() { return "\(kind) \(asked.destination)" }
        if let asked: RouteQuestion = decoded() { return "\(kind) \(asked.destination)" }
        if let asked: ConnectionQuestion = decoded() { return "\(asked.transport.rawValue) \(asked.destination)" }
        if let asked: DoTQuestion = decoded() { return "\(kind) \(asked.destination)" }
        if let asked: DoHQuestion = decoded() { return "\(kind) \(asked.url)" }
        if let asked: DNSQuestion = decoded() { return "\(kind) \(asked.server?.description ?? "")" }
        return subject
    }
}

extension ProbeFailure {
    /// The report of a router or of this device.
    var report: EchoError? { EchoError(facts: facts) }
    /// The answer of a name server, or the reason for its absence.
    var nameFailure: NameFailure { NameFailure(facts: facts) }
}
