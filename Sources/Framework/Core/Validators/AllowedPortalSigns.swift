/// Expects the same as another validator, and accepts signs that portals' pages also have.
///
/// The user's own page can have a log-in form, or a script that leads to another page of the same host. An answer over plain HTTP
/// that meets a part of the expectation and has such a sign is inconclusive, because a portal's page could meet it too. This
/// expectation states that the genuine answer has the signs. A sign that leads to another host stays a portal's.
package struct AllowedPortalSigns: DeclaringValidator {
    /// The signs that the genuine answer has; at least one.
    package let signs: Set<PageSign>
    /// The expectation of the answer.
    package let validator: any ResponseValidator

    /// Creates an expectation.
    package init(_ signs: Set<PageSign>, _ validator: some ResponseValidator) {
        precondition(!signs.isEmpty, "at least one sign must be stated")
        (self.signs, self.validator) = (signs, validator)
    }

    package var role: Verdict.Role { .expectation }
    package var parts: [any ResponseValidator] { [validator] }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        var verdict = validator.validate(exchange)
        guard verdict.finding == .genuine else { return verdict }
        let names = signs.map(\.rawValue).sorted()
        verdict.reason = Reason("bears", ["bears": .list(names.map(Fact.text))], parts: [verdict.reason])
        return verdict
    }
}
