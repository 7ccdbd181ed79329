import ConnectivityCore

/// One rule on the state of a service: the first that applies decides.
///
/// The guide Services lists the rules by their names.
struct ServiceRule: Sendable {
    let name: String
    let state: ServiceState
    let reason: @Sendable (ServiceEvidence) -> Reason
    let applies: @Sendable (ServiceEvidence) -> Bool

    private init(
        _ name: String,
        _ state: ServiceState,
        _ reason: @escaping @Sendable (ServiceEvidence) -> Reason = { $0.verdict.reason },
        if applies: @escaping @Sendable (ServiceEvidence) -> Bool
    ) {
        (self.name, self.state, self.reason, self.applies) = (name, state, reason, applies)
    }

    private static func failing(
        _ name: String,
        _ code: String,
        if applies: @escaping @Sendable (ServiceEvidence) -> Bool
    ) -> Self {
        let reason = { @Sendable (evidence: ServiceEvidence) in
            Reason(code, evidence.isOnline ? ["network": "fine"] : [:], parts: [evidence.verdict.reason])
        }
        return Self(name, .failing, reason, if: applies)
    }

    static let all = [
        Self("another network", .undecided, { _ in Reason("service-elsewhere") }) { $0.control?.isElsewhere == true },
        Self("as expected", .working) { $0.verdict.finding == .genuine },
        Self("not asked", .undecided) { $0.isOwnFailure },
        Self("led away", .cutOff, { Reason("service-filtered", parts: [$0.verdict.reason]) }, if: \.isLedAway),
        // A statement of the service itself, or of its host on the local network, needs no control.
        failing("verified otherwise", "service-answer") {
            $0.exchange.authentication == .verified && $0.failure == nil && $0.verdict.isConclusive
        },
        failing("local otherwise", "service-answer") { $0.isLocal && !$0.isWeak && $0.failure == nil },
        failing("local refusal", "service-refused") {
            $0.isLocal && !$0.isWeak && ($0.failure == .connectionRefused || $0.isFailureOfTLS)
        },
        Self("local silence", .undecided) { $0.isLocal && !$0.isWeak },
        Self("local and weak", .working, { Reason("service-local", parts: [$0.verdict.reason]) }) {
            $0.isLocal && !$0.isBehindGateway && $0.failure == nil
        },
        Self("no control", .undecided, { _ in Reason("service-control-missing") }) { $0.age == nil },
        Self(
            "old control",
            .undecided,
            { Reason("service-control-stale", ["seconds": Fact(Int($0.age?.seconds ?? 0))]) },
            if: { evidence in evidence.age.map { $0 > evidence.ageMax } ?? false }
        ),
        Self("control in doubt", .undecided, { _ in Reason("service-control-missing") }) {
            $0.control?.access == "determining"
        },
        // Such answers pass a portal as well, and do not show that the service is cut off.
        Self("unproven kind", .undecided) { !$0.isNetworkUp && $0.verdict.reason.code == Reason.unprovenKindCode },
        Self("no network", .cutOff, { Reason("service-network", ["access": .text($0.control?.access ?? "")]) }) {
            !$0.isNetworkUp
        },
        Self("filter", .cutOff, { Reason("service-filtered", parts: [$0.verdict.reason]) }) {
            $0.isBlockPage
        },
        Self(
            "closed family",
            .cutOff,
            { Reason("service-family", ["family": .text($0.closedFamily?.rawValue ?? "")]) },
            if: { $0.closedFamily != nil }
        ),
        Self("proved", .working, { Reason("service-proved", parts: [$0.verdict.reason]) }) {
            $0.failure == nil && $0.isWeak && $0.isPlainProved
        },
        Self("unproved answer", .undecided) {
            $0.failure == nil
                && ($0.isWeak || !$0.verdict.isConclusive || $0.verdict.finding == .captive || !$0.isPlainProved)
        },
        failing("otherwise", "service-answer") { $0.failure == nil },
        failing("no name", "service-name") { $0.hasNoAddress },
        Self("name servers in doubt", .undecided) { $0.isFailureOfName },
        // A handshake shows that the port is open.
        failing("certificate", "service-certificate") {
            $0.isFailureOfTLS && ($0.isPortProved || $0.hasAnswer(at: 443))
        },
        Self("unproved certificate", .undecided, { Reason("service-unproven", parts: [$0.verdict.reason]) }) {
            $0.isFailureOfTLS
        },
        Self(
            "closed port",
            .cutOff,
            { Reason("service-port", $0.port.map { ["port": Fact($0)] } ?? [:]) },
            if: { $0.isUnconnected && $0.isPortClosed }
        ),
        failing("refusal", "service-refused") { $0.failure == .connectionRefused },
        failing("silence", "service-silent") { $0.isUnconnected ? $0.isPortProved : $0.isOnline },
        Self(
            "unproved silence",
            .undecided,
            { Reason("service-unproven", $0.port.map { ["port": Fact($0)] } ?? [:], parts: [$0.verdict.reason]) },
            if: { _ in true }
        ),
    ]
}

/// The expectation of a service that states none: an answer that neither refuses nor fails.
///
/// Redirects, log-in pages and demands for credentials are normal answers of services.
struct ServiceAnswer: ResponseValidator {
    var traceName: String { "any answer of the service" }
    var role: Verdict.Role { .expectation }

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
