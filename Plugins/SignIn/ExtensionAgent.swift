package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Extends a session before it ends, if the network's API offers that (RFC 8908, section 5), and signs in at its page.
///
/// At the page it runs a recipe or, without one, acts like `sign-in.click-through`.
package struct ExtensionAgent: SignInAgent, Configurable, FieldCodable {
    package static let pluginID: PluginID = "sign-in.extend"
    package static let summary = "extends a session where the network's API offers that (RFC 8908)"
    package static let fields = FieldTable(Self(), [.optional("recipe", \.recipe, .absolutePath)])

    /// The absolute path of the recipe; `nil` to click through.
    package private(set) var recipe: String?

    package init(recipe: String? = nil) { self.recipe = recipe }

    package var requirements: [Requirement] { recipe.map { [.readFile($0)] } ?? [] }

    package func signIn(
        _ occasion: SignInOccasion,
        at visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        guard occasion.purpose == .renewal else {
            var outcome = try await act(occasion, at: occasion.portal.page, through: visit)
            // Only a sign-in shows an API that no DHCP option names, and the end of the session.
            guard occasion.purpose == .signIn, outcome.claim == .accepted, occasion.portal.apiURL != nil,
                outcome.sessionLength == nil
            else { return outcome }
            do throws(SignInStop) {
                let after = try await state(occasion, through: visit)
                if after?.canExtendSession == true, let seconds = after?.secondsRemaining, seconds > 0 {
                    outcome.sessionLength = .seconds(seconds)
                }
            } catch {}
            return outcome
        }
        let before = try await state(occasion, through: visit)
        guard let page = before?.userPortalURL, before?.canExtendSession == true else {
            throw SignInStop(.signIn("extension-not-offered"))
        }
        var outcome = try await act(occasion, at: page, through: visit)
        guard outcome.claim != .refused, occasion.portal.apiURL != nil else { return outcome }
        let after = try await state(occasion, through: visit)
        if let seconds = after?.secondsRemaining, seconds > 0 { outcome.sessionLength = .seconds(seconds) }
        let isLonger = after?.isCaptive == false && (after?.secondsRemaining ?? 0) > (before?.secondsRemaining ?? 0)
        outcome.claim = isLonger ? .accepted : .unclear
        outcome.reason = .signIn(isLonger ? "extended" : "not-extended")
        return outcome
    }

    private func act(
        _ occasion: SignInOccasion,
        at page: HTTPURL?,
        through visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        if let recipe {
            return try await SignInRecipe(usableFile: recipe).perform(occasion, at: page, through: visit)
        }
        guard occasion.purpose != .logOff else { return try await ClickThroughAgent().signIn(occasion, at: visit) }
        return try await ClickThroughAgent.clickThrough(occasion, at: page, through: visit)
    }

    /// Returns the current answer of the API, or the last known one if its URL is unknown.
    private func state(
        _ occasion: SignInOccasion,
        through visit: PortalVisit
    ) async throws(SignInStop) -> CaptivePortalAPI? {
        guard let url = occasion.portal.apiURL else { return occasion.portal.api }
        let answer = try await visit.send(PortalRequest(url, accept: "application/captive+json"))
        guard answer.response.status == 200, let state = CaptivePortalAPI(answer.response) else {
            let facts: Facts = ["status": .integer(Int64(answer.response.status))]
            throw SignInStop(.signIn("api-unreadable", facts), mayRepeat: true)
        }
        return state
    }
}
