/// Every sign of a portal that this package knows, in the order of their checks.
///
/// Search pages and block pages are recognized early, because they redirect as portals do. A refresh, a form, a script and a
/// frame are not signs of a portal in a page that refuses and asks for no action that helps.
public struct PortalSignals: DeclaringValidator, Hashable {
    /// The signs, strongest first.
    package static let chain = ValidatorChain([
        NetworkAuthenticationSignal(), NameSearchSignal(), BlockPageSignal(), RedirectSignal(), CaptiveAPISignal(),
        WISPrSignal(),
        RefreshSignal(), SignInFormSignal(), ScriptRedirectSignal(), FrameSignal(),
    ])

    /// Creates a validator.
    public init() {}

    public var parts: [any ResponseValidator] { Self.chain.parts }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        exchange.place.signs ?? Self.chain.validate(exchange.read)
    }
}

/// Detects a portal by the status code 511 (RFC 6585, section 6).
///
/// The sign-in URL is the target of the body's refresh; without one, it is the requested URL, which shows the page.
package struct NetworkAuthenticationSignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard exchange.response?.status == 511, let asked = exchange.answeredURL else { return .inconclusive }
        var portal = CaptivePortal(signInURL: asked, source: .page, kind: .networkAuthenticationRequired)
        if let refresh = exchange.page?.refresh {
            portal = CaptivePortal(
                reference: refresh,
                base: asked,
                source: .metaRefresh,
                kind: .networkAuthenticationRequired
            )
        }
        return .captive(portal, because: .networkAuthenticationRequired)
    }
}

/// Detects a portal by a redirect away from the requested URL.
///
/// A redirect to the same host and path under `https` is the endpoint's own and is not evidence. A redirect without `Location` is
/// not judged. If the `Location` cannot be opened safely, the portal is reported without a sign-in URL.
package struct RedirectSignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers["Location"], let asked = exchange.answeredURL
        else { return .inconclusive }
        let portal = CaptivePortal(reference: location, base: asked, source: .location, kind: .redirect)
        guard portal.signInURL?.isSamePage(as: asked) != true else { return .inconclusive }
        return .captive(portal, because: .redirect(status: response.status, location: location))
    }
}

/// Detects a portal by the answer of a captive portal API that reports a captive client (RFC 8908).
///
/// An answer that reports a client that is not captive is not the endpoint's either, but it is not a sign of a portal: the
/// expectation of the endpoint decides.
package struct CaptiveAPISignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status),
            let api = exchange.captivePortalAPI, api.isCaptive
        else { return .inconclusive }
        var portal = CaptivePortal(signInURL: api.userPortalURL, kind: .api)
        portal.signInURLFault = api.userPortalURLFault
        if api.userPortalURL != nil || api.userPortalURLFault != nil { portal.source = .api }
        portal.api = api
        return .captive(portal, because: .captiveAPI)
    }
}

/// Detects a portal by a WISPr message, which gateways put into a comment of the page for programs.
///
/// A message of any type is an answer of a gateway instead of the endpoint, and means a portal. This includes a message that
/// reports a successful login (response code 50): the endpoint itself has not answered yet. The sign-in URL is the `LoginURL`, or
/// the `NextURL` if a proxy notification (message type 110) has no `LoginURL`.
package struct WISPrSignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let reader = exchange.wispr, let asked = exchange.answeredURL else { return .inconclusive }
        var portal = CaptivePortal(signInURL: nil, kind: .wispr)
        if let reference = reader[.loginURL] ?? reader[.nextURL] {
            portal = CaptivePortal(reference: reference, base: asked, source: .wispr, kind: .wispr)
        }
        portal.wispr = WISPrMessage(reader, base: asked)
        let type = portal.wispr?.messageType.map(String.init) ?? ""
        return .captive(portal, because: .wispr(messageType: type))
    }
}

/// Detects a portal by a page that redirects a browser with the `Refresh` field or a `meta` element.
package struct RefreshSignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, response.canBearSign(askedFor: exchange.request),
            let asked = exchange.answeredURL
        else { return .inconclusive }
        let found: (reference: String, source: CaptivePortal.Source)
        if let field = response.headers["Refresh"], let reference = refreshTarget(of: field) {
            found = (reference, .refresh)
        } else if let reference = exchange.page?.refresh {
            found = (reference, .metaRefresh)
        } else {
            return .inconclusive
        }
        let portal = CaptivePortal(reference: found.reference, base: asked, source: found.source, kind: .redirect)
        if portal.signInURL == asked { return .inconclusive }
        return exchange.refusal(leadingTo: portal.signInURL)
            ?? .captive(portal, because: .refresh(location: found.reference))
    }
}

/// Detects a portal by a page with a form that asks for credentials or consent.
///
/// The sign-in URL is the requested one, which shows the page.
package struct SignInFormSignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, response.canBearSign(askedFor: exchange.request),
            let form = exchange.page?.signInForm, let asked = exchange.answeredURL
        else { return .inconclusive }
        // A form that is sent to this device is not a sign-in.
        if let action = form.action, (try? asked.resolving(action))?.isOnThisDevice == true, !asked.isOnThisDevice {
            return .inconclusive
        }
        let portal = CaptivePortal(signInURL: asked, source: .page, kind: .page)
        return exchange.refusal(despite: form) ?? .captive(portal, because: .signInForm(action: form.action))
    }
}

/// Detects a portal by a page whose script redirects a browser; the script is read, never executed.
package struct ScriptRedirectSignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, response.canBearSign(askedFor: exchange.request),
            let redirect = exchange.page?.scriptRedirect, let asked = exchange.answeredURL
        else { return .inconclusive }
        guard let target = redirect.target else {
            let portal = CaptivePortal(signInURL: asked, source: .page, kind: .redirect)
            return exchange.refusal() ?? .captive(portal, because: .scriptRedirect(location: nil))
        }
        let portal = CaptivePortal(reference: target, base: asked, source: .script, kind: .redirect)
        if portal.signInURL?.isSamePage(as: asked) == true { return .inconclusive }
        return exchange.refusal(leadingTo: portal.signInURL)
            ?? .captive(portal, because: .scriptRedirect(location: target))
    }
}

/// Detects a portal by a page that consists only of a frame around another page.
package struct FrameSignal: StandardSign, Hashable {
    package init() {}

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, response.canBearSign(askedFor: exchange.request),
            let frame = exchange.page?.frame, let asked = exchange.answeredURL
        else { return .inconclusive }
        let portal = CaptivePortal(reference: frame, base: asked, source: .frame, kind: .page)
        return exchange.refusal(leadingTo: portal.signInURL)
            ?? .captive(portal, because: .frame(location: frame))
    }
}

extension ProbeResponse {
    /// Returns whether the page of this response can be a gateway's.
    ///
    /// Gateways send their page with a success, or with the status that their web server uses for pages that it cannot serve.
    /// Over TLS only the endpoint's host can send such a status, so the page is its own.
    func canBearSign(askedFor request: ProbeRequest) -> Bool {
        switch status {
        case 200...299: true
        case 300...399: request.url?.scheme == .http && headers["Location"] == nil
        case 401...404, 418, 429, 500, 502, 503: request.url?.scheme == .http
        default: false
        }
    }
}
