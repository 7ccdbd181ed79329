public import ConnectivityCore

/// The laws that every validator must keep.
///
/// ```swift
/// @Test func `My validator keeps the laws`() throws {
///     try ValidatorLaws.check(MyValidator())
/// }
/// ```
///
/// A validator that traps ends the process of the test. A validator must return a verdict for every exchange.
public enum ValidatorLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// The same exchange always has the same verdict, on any thread and after any earlier exchanges.
        case pure = "the same exchange has the same verdict"
        /// Every exchange has a verdict in a time bounded by its size.
        case bounded = "judging any exchange takes bounded time"
        /// Names of header fields are compared without regard to case (RFC 9110, section 5.1).
        case headerCase = "the letter case of header names does not change the verdict"
        /// An exchange without a complete response is never genuine.
        case genuineNeedsResponse = "a failure is never genuine"
        /// Captive verdicts name a portal, and other verdicts do not.
        case portalIsCaptive = "a verdict has a portal if and only if it is captive"
        /// A validator that is `Codable` decodes as a validator with the same verdicts.
        case roundTrip = "a decoded copy decides in the same way"
    }

    /// Checks a validator with small and large hostile exchanges.
    ///
    /// The call blocks its thread: for less than a second, or until the time limit if the validator does not end.
    ///
    /// - Parameters:
    ///   - validator: The validator to check.
    ///   - seed: Chooses the exchanges. The same seed chooses the same ones.
    ///   - exchanges: Further exchanges, such as those that the validator is written for.
    ///   - timeLimit: The time limit for the verdict on one exchange of 256 KiB. The default is generous, because a build
    ///     without optimization is slow; it still finds validators that take quadratic time or never end.
    /// - Throws: The first ``LawViolation`` that is found.
    public static func check(
        _ validator: some ResponseValidator,
        seed: UInt64 = 1,
        exchanges: [ProbeExchange] = [],
        timeLimit: Duration = .seconds(20)
    ) throws {
        let small = exchanges + HostileExchanges.small(seed: seed)
        for exchange in exchanges + HostileExchanges.large {
            guard ThreadedRun({ validator.validate(exchange) }).wait(for: timeLimit) != nil else {
                throw violation(.bounded, exchange, "no verdict within \(timeLimit)")
            }
        }
        guard let verdicts = ThreadedRun({ small.map(validator.validate) }).wait(for: timeLimit * 10) else {
            throw LawViolation(Law.bounded.rawValue, shownBy: "\(small.count) small exchanges of seed \(seed)")
        }
        for (exchange, verdict) in zip(small, verdicts) { try check(validator, exchange, verdict) }
        try checkThreads(validator, small, verdicts, timeLimit)
        guard let twin = try RoundTrip.value(after: validator, law: Law.roundTrip.rawValue) else { return }
        for (exchange, verdict) in zip(small, verdicts) where twin.validate(exchange) != verdict {
            throw violation(.roundTrip, exchange, "\(verdict.finding), read back \(twin.validate(exchange).finding)")
        }
    }

    private static func check(
        _ validator: some ResponseValidator,
        _ exchange: ProbeExchange,
        _ verdict: Verdict
    ) throws {
        let again = validator.validate(exchange)
        if again != verdict { throw violation(.pure, exchange, "\(verdict.finding), then \(again.finding)") }
        if case .failure = exchange.outcome, verdict.finding == .genuine {
            throw violation(.genuineNeedsResponse, exchange, "\(verdict.reason)")
        }
        if (verdict.portal != nil) != (verdict.finding == .captive) {
            throw violation(.portalIsCaptive, exchange, "\(verdict.finding)")
        }
        for change in [{ $0.lowercased() }, { $0.uppercased() }] as [(String) -> String] {
            let other = validator.validate(exchange.renamingFields(change))
            if other != verdict { throw violation(.headerCase, exchange, "\(verdict.finding) or \(other.finding)") }
        }
    }

    /// Judges all exchanges on two threads at once, on one of them in reverse order.
    private static func checkThreads(
        _ validator: some ResponseValidator,
        _ exchanges: [ProbeExchange],
        _ verdicts: [Verdict],
        _ timeLimit: Duration
    ) throws {
        let runs = [
            ThreadedRun { exchanges.map(validator.validate) },
            ThreadedRun { Array(exchanges.reversed().map(validator.validate).reversed()) },
        ]
        for run in runs {
            guard let list = run.wait(for: timeLimit * 10) else {
                throw LawViolation(Law.bounded.rawValue, shownBy: "two threads that judge simultaneously")
            }
            for (index, verdict) in list.enumerated() where verdict != verdicts[index] {
                let detail = "\(verdicts[index].finding), and \(verdict.finding) while another thread judges"
                throw violation(.pure, exchanges[index], detail)
            }
        }
    }

    private static func violation(_ law: Law, _ exchange: ProbeExchange, _ detail: String) -> LawViolation {
        LawViolation(law.rawValue, shownBy: "\(detail), on \(exchange) \(exchange.excerpt)")
    }
}

extension ProbeExchange {
    /// Returns the exchange with changed names of its header fields.
    fileprivate func renamingFields(_ change: (String) -> String) -> ProbeExchange {
        func changed(_ response: ProbeResponse) -> ProbeResponse {
            var response = response
            response.headers.fields = response.headers.fields.map { .init(name: change($0.name), value: $0.value) }
            return response
        }
        var exchange = self
        exchange.outcome = outcome.map { $0.response.map { .http(changed($0)) } ?? $0 }.mapError { failure in
            ProbeFailure(failure.kind, detail: failure.detail, partialResponse: failure.partialResponse.map(changed))
        }
        return exchange
    }

    /// The first header fields and the beginning of the body.
    fileprivate var excerpt: String {
        let fields = response?.headers.fields.prefix(4).map { "\($0.name): \($0.value.prefix(30))" } ?? []
        return "\(fields) \(String(decoding: response?.body.prefix(40) ?? [], as: UTF8.self))"
    }
}
