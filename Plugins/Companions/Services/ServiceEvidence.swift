import ConnectivityCore

/// The evidence on whether a service or this side is at fault for an unexpected answer.
///
/// The control shows which other questions were answered at the same time.
struct ServiceEvidence {
    let answer: EndpointReport
    let control: ServiceControl?
    /// The age of the control; `nil` without one.
    let age: Duration?
    let ageMax: Duration
    let others: [EndpointReport]

    var exchange: ProbeExchange { answer.exchange }
    var verdict: Verdict { answer.verdict }
    var port: Int? { exchange.request.question.port }
    var failure: ProbeFailure.Kind? { exchange.failure?.kind }

    // MARK: The answer

    /// Whether the answer is as expected, but an intermediary could have sent it as well.
    var isWeak: Bool {
        isOfAnybody
            || !verdict.isConclusive
                && ["expected-but-signed", "expectation-missing", "private-address"].contains(verdict.reason.code)
    }

    /// Whether the answer is as expected, but every gateway lets such answers through or gives them.
    var isOfAnybody: Bool {
        [Reason.expectedOfAnyPage.code, Reason.expectedOfAnyAnswer.code, Reason.unprovenKindCode]
            .contains(verdict.reason.code)
    }

    /// Whether this device is the reason that there is no answer.
    var isOwnFailure: Bool {
        failure.map { $0.isOwn || [.cancelled, .cutOff, .interfaceUnavailable].contains($0) } ?? false
    }

    var isFailureOfTLS: Bool { if case .tls? = failure { true } else { false } }
    var isFailureOfName: Bool { failure?.isOfName == true }
    var isUnconnected: Bool { answer.isUnconnected }

    /// Whether a name server reported that the name has no address, or fails.
    var hasNoAddress: Bool {
        isFailureOfName
            && ["no-such-name", "no-address", "server-failure"].contains(exchange.failure?.facts["cause"]?.text)
    }

    private var address: IPAddress? { exchange.remoteAddress ?? exchange.hostAddresses.first ?? literal }
    private var literal: IPAddress? { exchange.request.question.host.flatMap { try? IPAddress($0) } }

    /// Whether the service is on the local network, which needs no Internet.
    var isLocal: Bool {
        guard let address, !isLedAway else { return false }
        return address.isPrivate || address.isLinkLocal || address.isLoopback
    }

    /// Whether a filter of names leads the service's name to no host or this device, or to its own page at the router.
    var isLedAway: Bool {
        guard let address, literal == nil, !isOfThisDevice else { return false }
        if address.isUnspecified || address.isLoopback { return true }
        let isOwnPage = isFailureOfTLS || isBlockPage || verdict.finding == .captive
        return control?.gateways.contains(address) == true && isOwnPage
    }

    private var isOfThisDevice: Bool {
        exchange.request.question.host.map { $0 == "localhost" || $0.hasSuffix(".localhost") } ?? false
    }

    var isBlockPage: Bool { verdict.reason.contains(code: "block-page") }

    // MARK: The network

    var isOnline: Bool { control?.access == "online" }
    /// Whether other hosts answer, at least in part.
    var isNetworkUp: Bool { isOnline || control?.access == "partial" }
    /// Whether an intermediary on the network answers in place of other hosts.
    var isBehindGateway: Bool { control?.access == "captive" || control?.access == "blocked" }

    /// The address family of the answer if nothing genuine came over it.
    var closedFamily: IPAddress.Family? {
        guard let control, !control.families.isEmpty,
            let family = exchange.remoteAddress?.family ?? exchange.request.path.family
        else { return nil }
        return control.families.contains(family) ? nil : family
    }

    /// Whether other hosts answered at the port of the service, which shows that this side lets it through.
    var isPortProved: Bool { hasAnswer(at: port) }
    /// Whether genuine answers over plain HTTP show that nothing answers in the name of every host.
    var isPlainProved: Bool { isNetworkUp && (hasAnswer(at: 80) || isPortProved) }

    func hasAnswer(at port: Int?) -> Bool { port.map { control?.ports.contains($0) == true } ?? false }

    /// Whether no service at the port accepts connections, on two or more hosts.
    var isPortClosed: Bool {
        guard let port, control?.ports.contains(port) == false else { return false }
        if control?.closedPorts.contains(port) == true { return true }
        let same = others.filter { $0.exchange.request.question.port == port }
        return (same + [answer]).areUnconnected
    }
}

extension EndpointReport {
    /// Whether no connection was opened.
    fileprivate var isUnconnected: Bool {
        [.connectionRefused, .unreachable, .connectionReset, .timedOut(.connect)].contains(failure?.kind)
    }
}

extension [EndpointReport] {
    /// Whether none of two or more hosts accepted a connection.
    var areUnconnected: Bool {
        Set(compactMap { $0.exchange.request.question.host }).count > 1 && allSatisfy(\.isUnconnected)
    }
}
