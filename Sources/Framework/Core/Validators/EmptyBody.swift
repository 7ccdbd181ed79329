/// Expects a body without any bytes but white space.
///
/// An empty body alone proves little: redirects have empty bodies too, so signs of a portal take precedence. Combine it with a
/// status code. Any other body is certainly not the endpoint's: the verdict has the basis ``Verdict/Basis/wholeAnswer``, so a
/// page in its place is a portal's.
public struct EmptyBody: DeclaringValidator, Hashable {
    /// Creates an expectation.
    public init() {}

    public var stated: Verdict.StatedAnswer? { BodyEquals("").stated }

    public func validate(_ exchange: ProbeExchange) -> Verdict { BodyEquals("").validate(exchange) }
}
