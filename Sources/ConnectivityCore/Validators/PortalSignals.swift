/// Every sign of a portal that this package knows, in the order in which they are asked.
///
/// A block page that leads on as a portal does is told apart first.
public struct PortalSignals: ResponseValidator, Codable, Hashable {
    /// The signs, the most telling first.
    public static let chain = ValidatorChain([
        NetworkAuthenticationSignal(), BlockPageSignal(), RedirectSignal(), CaptiveAPISignal(), WISPrSignal(),
        RefreshSignal(), SignInFormSignal(), ScriptRedirectSignal(), FrameSignal(),
    ])

    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict { Self.chain.validate(exchange.read) }
}

/// Sees a portal in the status code 511 (RFC 6585, section 6).
///
/// The sign-in URL is where the body leads on, else the asked URL itself, which shows the page.
public struct NetworkAuthenticationSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard exchange.response?.status == 511, let asked = exchange.request.url else { return .inconclusive }
        var portal = Portal(signInURL: asked, source: .page, kind: .networkAuthenticationRequired)
        if let refresh = exchange.page?.refresh {
            portal = Portal(
                reference: refresh,
                base: asked,
                source: .metaRefresh,
                kind: .networkAuthenticationRequired
            )
        }
        return .captive(portal, because: .networkAuthenticationRequired)
    }
}

/// Sees a portal in a redirect away from the asked URL.
///
/// A redirect to the same host and path under `https` is the endpoint's own and says nothing. Where the `Location` is
/// missing there is nothing to judge; where it cannot be opened safely, the portal is reported without a sign-in URL.
public struct RedirectSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers["Location"], let asked = exchange.request.url
        else { return .inconclusive }
        let portal = Portal(reference: location, base: asked, source: .location, kind: .redirect)
        guard portal.signInURL?.isSamePage(as: asked) != true else { return .inconclusive }
        return .captive(portal, because: .redirect(status: response.status, location: location))
    }
}

/// Sees a portal in the answer of a captive portal API that says so (RFC 8908).
///
/// An answer that says that the client is not captive is still not the endpoint's, but no sign of a portal either: the
/// endpoint's expectation decides.
public struct CaptiveAPISignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status),
            let api = exchange.captivePortalAPI, api.isCaptive
        else { return .inconclusive }
        var portal = Portal(signInURL: api.userPortalURL, kind: .api)
        portal.signInURLFault = api.userPortalURLFault
        if api.userPortalURL != nil || api.userPortalURLFault != nil { portal.source = .api }
        portal.api = api
        return .captive(portal, because: .captiveAPI)
    }
}

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

/// Sees a portal in a page that sends a browser elsewhere, by the `Refresh` field or a `meta` element.
public struct RefreshSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status),
            let asked = exchange.request.url
        else { return .inconclusive }
        let found: (reference: String, source: Portal.Source)
        if let field = response.headers["Refresh"], let reference = refreshTarget(of: field) {
            found = (reference, .refresh)
        } else if let reference = exchange.page?.refresh {
            found = (reference, .metaRefresh)
        } else {
            return .inconclusive
        }
        let portal = Portal(reference: found.reference, base: asked, source: found.source, kind: .redirect)
        return portal.signInURL == asked
            ? .inconclusive : .captive(portal, because: .refresh(location: found.reference))
    }
}

/// Sees a portal in a page with a form that asks for credentials or consent.
///
/// The sign-in URL is the asked one, because that is where the page is shown.
public struct SignInFormSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        // Gateways put the page behind whatever status their web server gives to a URL that it does not have.
        guard let response = exchange.response,
            (200...299).contains(response.status) || [403, 404].contains(response.status),
            let form = exchange.page?.signInForm
        else { return .inconclusive }
        let portal = Portal(signInURL: exchange.request.url, source: .page, kind: .page)
        return .captive(portal, because: .signInForm(action: form.action))
    }
}

/// Sees a portal in a page whose script leads a browser elsewhere; the script is read, never executed.
public struct ScriptRedirectSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status),
            let redirect = exchange.page?.scriptRedirect, let asked = exchange.request.url
        else { return .inconclusive }
        guard let target = redirect.target else {
            let portal = Portal(signInURL: asked, source: .page, kind: .redirect)
            return .captive(portal, because: .scriptRedirect(location: nil))
        }
        let portal = Portal(reference: target, base: asked, source: .script, kind: .redirect)
        if portal.signInURL?.isSamePage(as: asked) == true { return .inconclusive }
        return .captive(portal, because: .scriptRedirect(location: target))
    }
}

/// Sees a portal in a page that is nothing but a frame around another.
public struct FrameSignal: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let response = exchange.response, (200...299).contains(response.status), let frame = exchange.page?.frame,
            let asked = exchange.request.url
        else { return .inconclusive }
        let portal = Portal(reference: frame, base: asked, source: .frame, kind: .page)
        return .captive(portal, because: .frame(location: frame))
    }
}
