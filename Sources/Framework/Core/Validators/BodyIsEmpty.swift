/// Expects a body without any bytes but white space.
///
/// An empty body alone proves little: redirects have empty bodies too, so signs of a portal count before it. Combine
/// it with a status code. Any other body is known not to be the endpoint's: the verdict rests on
/// ``Verdict/Basis/wholeAnswer``, so that a page in its place is a portal's.
public struct BodyIsEmpty: DeclaringValidator, Codable, Hashable {
    /// Creates an expectation.
    public init() {}

    public var stated: StatedAnswer? { BodyEquals("").stated }

    public func validate(_ exchange: ProbeExchange) -> Verdict { BodyEquals("").validate(exchange) }
}
