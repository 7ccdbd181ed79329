/// Expects the endpoint to repeat a random text of the request, which no recorded or prepared answer holds.
///
/// A gateway can prepare the answers of known check hosts over plain HTTP, an empty 204 above all; a cache can hold them. It
/// cannot prepare this one. Use it for your own host, together with an expectation of the rest of the answer: a gateway that
/// knows the rule could follow it, so only TLS proves who answers. The default fields are those of Tailscale's servers (`derper`,
/// and `net/captivedetection` of `tailscale/tailscale`), which repeat up to 63 letters, digits, dots, hyphens and underscores;
/// any web server can be configured to do the same.
///
/// The verdict is that of ``HeaderValue``; inconclusive if the request had no such field.
public struct ChallengeAnswer: DeclaringValidator, Hashable {
    /// The name of the request field that holds the random text.
    package var field: String
    /// The name of the response field that repeats it.
    package var answer: String
    /// The text before the random one in the response field.
    package var prefix: String

    /// Creates an expectation.
    public init(
        field: String = "X-Tailscale-Challenge",
        answer: String = "X-Tailscale-Response",
        prefix: String = "response "
    ) {
        self.field = field
        self.answer = answer
        self.prefix = prefix
    }

    public var role: Verdict.Role { .expectation }
    public var challenges: [String] { [field] }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let sent = exchange.request.http?.headers[field] else { return .inconclusive }
        return HeaderValue(of: answer, is: prefix + sent).validate(exchange)
    }
}
