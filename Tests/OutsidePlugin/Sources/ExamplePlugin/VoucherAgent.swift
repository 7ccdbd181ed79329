import ConnectivityCore
public import ConnectivityRegistry
public import ConnectivitySignIn

/// Sends a voucher to the JSON interface of a portal, such as that of a campsite.
///
/// The secret `voucher` of the rule is named here and filled in by the visit.
public struct VoucherAgent: SignInAgent, Configurable, Hashable {
    public static var pluginID: PluginID { "sign-in.example.voucher" }
    public static var summary: String { "sends a voucher to the JSON interface of a portal" }

    /// The path of the interface at the host of the sign-in page, such as `/api/voucher`.
    public var path: String

    /// Creates an agent.
    /// - Parameter path: The path of the interface at the host of the sign-in page.
    public init(path: String) { self.path = path }

    public func signIn(_ occasion: SignInOccasion, at visit: PortalVisit) async throws(SignInStop) -> SignInOutcome {
        guard occasion.purpose == .signIn, let page = occasion.portal.signInURL, let url = try? page.resolving(path)
        else { throw SignInStop(Reason("com.example.voucher.no-page")) }
        guard visit.secretNames.contains("voucher") else {
            throw SignInStop(Reason("com.example.voucher.no-voucher"))
        }
        let body: [PortalRequest.Part] = [.text(#"{"voucher":""#), .json(.secret("voucher")), .text(#""}"#)]
        let request = PortalRequest(
            url,
            method: .post,
            content: .body(body, type: "application/json"),
            accept: "application/json"
        )
        let reply = try await visit.send(request).exchange.json?.record
        guard let isAccepted = reply?["ok"]?.flag else {
            return SignInOutcome(.unclear, Reason("com.example.voucher.unclear"))
        }
        guard isAccepted else { return SignInOutcome(.refused, Reason("com.example.voucher.refused")) }
        var outcome = SignInOutcome(.accepted, Reason("com.example.voucher.accepted"))
        // A portal can claim any time; more than a day is of no use.
        if let seconds = reply?["seconds"]?.integer, seconds > 0 {
            outcome.sessionLength = .seconds(min(seconds, 86_400))
        }
        return outcome
    }

    /// The sentences for the reasons of this agent.
    static let sentences = [
        "com.example.voucher.no-page": "the portal has no sign-in page, or there is nothing to sign in to",
        "com.example.voucher.no-voucher": "the rule has no secret with the name voucher",
        "com.example.voucher.unclear": "the portal says neither yes nor no to the voucher",
        "com.example.voucher.refused": "the portal refuses the voucher",
        "com.example.voucher.accepted": "the portal takes the voucher",
    ]
}
