import ConnectivityCore

/// Whether a service or this side is at fault for an unexpected answer.
///
/// The control shows which other questions were answered at the same time. Without evidence the state is undecided.
struct ServiceRules {
    typealias Conclusion = (ServiceState, Reason)

    let answer: EndpointReport
    let control: ServiceControl?
    /// The age of the control; `nil` without one.
    let age: Duration?
    let ageMax: Duration
    let others: [EndpointReport]

    private var exchange: ProbeExchange { answer.exchange }
    private var verdict: Verdict { answer.verdict }
    private var port: Int? { exchange.request.question.port }
    private var isOnline: Bool { control?.access == "online" }
    private var failure: ProbeFailure.Kind? {
        if case .failure(let failure) = exchange.outcome { failure.kind } else { nil }
    }

    /// Whether the answer is as expected, but an intermediary could have sent it as well.
    private var isWeak: Bool {
        isOfAnybody
            || !verdict.isConclusive
                && ["expected-but-signed", "expectation-missing", "private-address"].contains(verdict.reason.code)
    }

    /// Whether the answer is as expected, but every gateway lets such answers through or gives them.
    private var isOfAnybody: Bool {
        [Reason.expectedOfAnyPage.code, Reason.expectedOfAnyAnswer.code, Reason.unprovenKindCode]
            .contains(verdict.reason.code)
    }

    var conclusion: Conclusion {
        if control?.isElsewhere == true { return (.undecided, Reason("service-elsewhere")) }
        if verdict.finding == .genuine { return (.working, verdict.reason) }
        if let failure, failure.isOwn || [.cancelled, .cutOff, .interfaceUnavailable].contains(failure) {
            return (.undecided, verdict.reason)
        }
        // A statement of the service itself, or of its host on the local network, needs no control.
        if exchange.authentication == .verified, failure == nil, verdict.isConclusive {
            return theirs("service-answer")
        }
        if isLocal, !isWeak { return ofLocalHost }
        if isLocal, isOfAnybody, !isBehindGateway {
            return (.working, Reason("service-local", parts: [verdict.reason]))
        }
        guard let control, let age else { return (.undecided, Reason("service-control-missing")) }
        guard age <= ageMax else {
            return (.undecided, Reason("service-control-stale", ["seconds": Fact(Int(age.seconds))]))
        }
        switch control.access {
        case "online", "partial": return onWorkingNetwork(control)
        case "determining": return (.undecided, Reason("service-control-missing"))
        // Such answers pass a portal as well, and do not show that the service is cut off.
        case _ where verdict.reason.code == Reason.unprovenKindCode: return (.undecided, verdict.reason)
        default: return (.cutOff, Reason("service-network", ["access": .text(control.access)]))
        }
    }

    /// Judges the answer on a network on which other hosts answer, at least in part.
    private func onWorkingNetwork(_ control: ServiceControl) -> Conclusion {
        if verdict.reason.contains(code: "block-page") { return ours("service-filtered") }
        let family = exchange.remoteAddress?.family ?? exchange.request.path.family
        if let family, !control.families.isEmpty, !control.families.contains(family) {
            return (.cutOff, Reason("service-family", ["family": .text(family.rawValue)]))
        }
        switch failure {
        case nil: return ofAnswer(control)
        case .nameLookup, .timedOut(.nameLookup): return ofName
        case .tls:
            // A handshake shows that the port is open.
            let isProved = isProved(control) || control.ports.contains(443)
            return isProved
                ? theirs("service-certificate") : (.undecided, Reason("service-unproven", parts: [verdict.reason]))
        case .connectionRefused, .unreachable, .connectionReset, .timedOut(.connect):
            if let port, isClosedForAll(port) { return (.cutOff, Reason("service-port", ["port": Fact(port)])) }
            if failure == .connectionRefused { return theirs("service-refused") }
            return isProved(control) ? theirs("service-silent") : unproven
        default:
            return isOnline ? theirs("service-silent") : unproven
        }
    }

    /// Judges an answer whose author is unknown.
    private func ofAnswer(_ control: ServiceControl) -> Conclusion {
        // Genuine answers over plain HTTP show that nothing answers in the name of every host.
        let isPlainProved = isOnline && (control.ports.contains(80) || isProved(control))
        if isWeak {
            return isPlainProved
                ? (.working, Reason("service-proved", parts: [verdict.reason])) : (.undecided, verdict.reason)
        }
        guard verdict.isConclusive, verdict.finding != .captive, isPlainProved else {
            return (.undecided, verdict.reason)
        }
        return theirs("service-answer")
    }

    private var ofName: Conclusion {
        guard case .failure(let failure) = exchange.outcome, let cause = failure.facts["cause"]?.text,
            ["no-such-name", "no-address", "server-failure"].contains(cause)
        else { return (.undecided, verdict.reason) }
        return theirs("service-name")
    }

    private var ofLocalHost: Conclusion {
        switch failure {
        case nil, .connectionRefused, .tls: theirs(failure == nil ? "service-answer" : "service-refused")
        default: (.undecided, verdict.reason)
        }
    }

    /// Whether the service is on the local network, which needs no Internet.
    private var isLocal: Bool {
        guard let address = exchange.remoteAddress ?? exchange.request.question.host.flatMap({ try? IPAddress($0) })
        else { return false }
        return address.isPrivate || address.isLinkLocal || address.isLoopback
    }

    /// Whether an intermediary on the network answers in place of other hosts.
    private var isBehindGateway: Bool { control?.access == "captive" || control?.access == "blocked" }

    /// Whether other hosts answered at the port of the service, which shows that this side lets it through.
    private func isProved(_ control: ServiceControl) -> Bool { port.map(control.ports.contains) ?? false }

    /// Whether no service at the port accepts connections, on two or more hosts.
    private func isClosedForAll(_ port: Int) -> Bool {
        guard control?.ports.contains(port) == false else { return false }
        let same = others.filter { $0.exchange.request.question.port == port }
        let hosts = Set((same + [answer]).compactMap { $0.exchange.request.question.host })
        return hosts.count > 1
            && same.allSatisfy { report in
                guard case .failure(let failure) = report.exchange.outcome else { return false }
                return [.connectionRefused, .unreachable, .connectionReset, .timedOut(.connect)].contains(failure.kind)
            }
    }

    private var unproven: Conclusion {
        (.undecided, Reason("service-unproven", port.map { ["port": Fact($0)] } ?? [:], parts: [verdict.reason]))
    }

    private func theirs(_ code: String) -> Conclusion {
        (.failing, Reason(code, isOnline ? ["network": "fine"] : [:], parts: [verdict.reason]))
    }

    private func ours(_ code: String) -> Conclusion { (.cutOff, Reason(code, parts: [verdict.reason])) }
}

/// The expectation of a service that states none: an answer that neither refuses nor fails.
///
/// Redirects, log-in pages and demands for credentials are normal answers of services.
struct AnswersAsService: ResponseValidator {
    var traceName: String { "any answer of the service" }
    var role: ValidatorRole { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        switch exchange.outcome {
        case .failure: .inconclusive
        case .success(.other): Verdict(.genuine, because: Reason("answered"))
        case .success(.http(let response)):
            response.status < 400 || response.status == 401
                ? Verdict(.genuine, because: .statusMatches(response.status))
                : Verdict(.substituted, because: .statusDiffers(expected: [200, 399], actual: response.status))
        }
    }
}
