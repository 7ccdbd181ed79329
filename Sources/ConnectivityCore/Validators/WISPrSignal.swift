/// Sees a portal in a WISPr message, which gateways hide in a comment of the page for programs to read.
///
/// Every type of message is a gateway's answer in the endpoint's place, so each means a portal, also one that says that a
/// login succeeded (response code 50): the endpoint itself has not been heard yet. The sign-in URL is the `LoginURL`, or
/// the `NextURL` where a proxy notification (message type 110) gives no other.
public struct WISPrSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let reader = exchange.wispr, let asked = exchange.request.url else { return .inconclusive }
        var portal = Portal(signInURL: nil, kind: .wispr)
        if let reference = reader[.loginURL] ?? reader[.nextURL] {
            portal = Portal(reference: reference, base: asked, source: .wispr, kind: .wispr)
        }
        portal.wispr = WISPrMessage(reader, base: asked)
        let type = portal.wispr?.messageType.map(String.init) ?? ""
        return .captive(portal, because: .wispr(messageType: type))
    }
}
