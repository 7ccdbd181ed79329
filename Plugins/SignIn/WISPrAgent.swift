import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Signs in at a gateway that speaks WISPr 1.0 or 2.0, with a user's name and a password.
///
/// The rule's secrets `user` and `password` are sent in one request to the gateway's login URL, whose host must be the one that
/// the rule names for them. EAP (2.0) is not supported. The messages are those of "Best Current Practices for Wireless Internet
/// Service Provider Roaming" (Wi-Fi Alliance, 2003), appendix D, and of 2.0 as CoovaChilli writes them.
package struct WISPrAgent: SignInAgent {
    /// The realm of the user's name (RFC 7542): added to a name without one; a name with another realm is not sent.
    package var realm: String?
    /// Waits for a time; throws if the task is cancelled.
    var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    package func signIn(
        _ occasion: SignInOccasion,
        at visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        switch occasion.purpose {
        case .signIn:
            var login = WISPrLogin(occasion, at: visit, realm: realm, wait: wait)
            return try await login.run()
        case .renewal:
            // No message extends a session. After its end, the gateway redirects again.
            throw SignInStop(.signIn("wispr-no-renewal"))
        case .logOff: return try await logOff(occasion, at: visit)
        }
    }

    private func logOff(
        _ occasion: SignInOccasion,
        at visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        guard let url = occasion.last?.logOffURL else { throw SignInStop(.signIn("wispr-no-log-off-url")) }
        let answer = try await visit.send(.wispr(url))
        guard let reply = WISPrReply(answer) else {
            return SignInOutcome(
                .unclear,
                .signIn("wispr-no-message", ["status": .integer(Int64(answer.response.status))])
            )
        }
        switch reply.message.responseCode {
        case 150: return SignInOutcome(.accepted, .signIn("wispr-logged-off", reply.facts))
        default: return SignInOutcome(.unclear, .signIn("wispr-unexpected", reply.facts))
        }
    }
}

extension WISPrAgent: Configurable, FieldCodable {
    package static var pluginID: PluginID { "sign-in.wispr" }
    package static var summary: String {
        "signs in by WISPr with the secrets user and password, without EAP"
    }

    package static let fields = FieldTable(
        WISPrAgent(),
        [
            .optional(
                "realm",
                \.realm,
                Rule("must be the name of a realm, such as example.net") { realm in
                    (1...253).contains(realm.utf8.count)
                        && realm.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x2E }
                }
            )
        ]
    )
}

extension PortalRequest {
    /// Returns a request of a WISPr client: gateways send their messages to programs with this word in their name.
    static func wispr(_ url: HTTPURL, method: HTTPQuestion.Method = .get, content: Content = .none) -> PortalRequest {
        var request = PortalRequest(url, method: method, content: content, accept: "*/*")
        request.userAgent = "swift-connectivity wispr"
        return request
    }
}
