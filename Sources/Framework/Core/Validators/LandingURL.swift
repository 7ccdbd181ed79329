/// Expects the answer to come from one URL, after the followed redirects (``HTTPQuestion/redirectCountMax``).
///
/// Fragments are not compared. Over plain HTTP this proves nothing by itself, because anyone on the path can answer for any URL:
/// combine it with an expectation of the content.
package struct LandingURL: ResponseValidator, Hashable {
    /// The expected URL.
    package var url: HTTPURL

    /// Creates an expectation.
    package init(_ url: HTTPURL) { self.url = url }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http) = exchange.outcome, let answered = exchange.answeredURL else { return .inconclusive }
        let isMet =
            answered.scheme == url.scheme && answered.authority == url.authority
            && answered.requestTarget == url.requestTarget
        guard !isMet else { return Verdict(.genuine, because: .landed(at: answered)) }
        return Verdict(.substituted, because: .landedElsewhere(at: answered, refusal: exchange.redirectRefusal))
    }
}
