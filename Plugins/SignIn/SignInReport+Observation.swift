public import ConnectivityCore

extension SignInReport: TypedObservation {
    public static var kind: String { "sign-in" }

    /// A failed sign-in or renewal is a warning until the next attempt, or until the network is online or left.
    private var severity: CompanionObservation.Severity {
        switch result {
        case .accepted: .notice
        case .refused, .unclear, .stopped: purpose == .logOff ? .notice : .warning
        }
    }

    package var observation: CompanionObservation {
        let why = Reason(
            "sign-in-attempt",
            ["network": .text(network), "agent": .text(agent), "purpose": .text(purpose.rawValue)],
            parts: [reason]
        )
        let end = Timestamp(sinceEpoch: startedAt.sinceEpoch + duration)
        var observation = CompanionObservation(
            Self.kind,
            of: interface,
            result.rawValue,
            severity,
            because: why,
            at: end
        )
        observation.facts = [
            "steps": .list(steps.map { .record($0.facts) }), "sessionLength": Fact(sessionLength?.seconds),
            "logOffURL": logOffURL.map { .secret("\($0)") } ?? .null, "accepted": Fact(accepted),
            "termsDigest": Fact(termsDigest), "duration": Fact(duration.seconds), "mayRepeat": Fact(mayRepeat),
            "attempts": Fact(attemptCount),
        ]
        return observation
    }

    public init?(_ observation: CompanionObservation) {
        let (facts, why) = (observation.facts, observation.reason)
        guard let network = why.facts["network"]?.text, let agent = why.facts["agent"]?.text,
            let purpose = why.facts["purpose"]?.text.flatMap(SignInOccasion.Purpose.init(rawValue:)),
            let result = Result(rawValue: observation.state), let reason = why.parts.first
        else { return nil }
        let duration = facts["duration"]?.number.flatMap(Duration.init(writtenSeconds:)) ?? .zero
        self.init(
            network: network,
            interface: observation.subject,
            agent: agent,
            purpose: purpose,
            steps: (facts["steps"]?.list ?? []).compactMap { $0.record.flatMap(Step.init(facts:)) },
            startedAt: Timestamp(sinceEpoch: observation.at.sinceEpoch - duration),
            duration: duration
        )
        (self.result, self.reason) = (result, reason)
        sessionLength = facts["sessionLength"]?.number.flatMap(Duration.init(writtenSeconds:))
        // A record has REDACTED instead.
        if case .secret(let url)? = facts["logOffURL"] { logOffURL = try? HTTPURL(url) }
        (accepted, termsDigest) = (facts["accepted"]?.text, facts["termsDigest"]?.text)
        mayRepeat = facts["mayRepeat"]?.flag ?? false
        attemptCount = facts["attempts"]?.integer.flatMap { Int(exactly: $0) }.map { max(1, $0) } ?? 1
    }
}

extension SignInReport.Step {
    fileprivate var facts: Facts {
        [
            "method": .text(method.rawValue), "url": .text("\(url)"), "status": Fact(status),
            "fields": .list(fieldNames.map(Fact.text)), "secrets": .list(secrets.map(Fact.text)),
            "reason": reason.map { .record(["code": .text($0.code), "facts": .record($0.facts)]) } ?? .null,
        ]
    }

    fileprivate init?(facts: Facts) {
        guard let method = facts["method"]?.text.flatMap(HTTPQuestion.Method.init(rawValue:)),
            let url = facts["url"]?.text.flatMap({ try? HTTPURL($0) })
        else { return nil }
        func names(_ name: String) -> [String] { (facts[name]?.list ?? []).compactMap(\.text) }
        self.init(method: method, url: url, fieldNames: names("fields"), secrets: names("secrets"))
        status = facts["status"]?.integer.flatMap { Int(exactly: $0) }
        reason = facts["reason"]?.record.flatMap { known in
            known["code"]?.text.map { Reason($0, known["facts"]?.record ?? [:]) }
        }
    }
}
