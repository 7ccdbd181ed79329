import ConnectivityCore
package import ConnectivityRegistry

/// Submits the form of a page that only asks for consent, for a user who has stated the accepted terms.
///
/// It acts only if the page has exactly one form apart from those that only show something, on the portal's own host, with
/// only hidden fields, at most one checkbox, whose label asks for consent, and one button, whose label consents or
/// connects; and if nothing in the form, or on a page with further buttons, is about marketing, a sum of money, a
/// certificate, deletion or the end of a session. A text of an unknown language lets nothing go. If the page that follows
/// asks for consent alone as well, its form is submitted too, up to three in all. A person or a recipe handles forms that
/// ask for a text, a choice or personal data.
package struct ClickThroughAgent: SignInAgent, OptionlessConfigurable {
    package static let pluginID: PluginID = "sign-in.click-through"
    package static let summary = "submits the form of a page that asks for consent alone"

    package init() {}

    package func signIn(
        _ occasion: SignInOccasion,
        at visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        guard occasion.purpose != .logOff else {
            guard let url = occasion.last?.logOffURL else { throw SignInStop(.signIn("log-off-unknown")) }
            _ = try await visit.send(PortalRequest(url))
            return SignInOutcome(.unclear, .signIn("logged-off"))
        }
        return try await Self.clickThrough(occasion, at: occasion.portal.page, through: visit)
    }

    /// The maximum number of pages that ask for consent, one after the other.
    private static let pageCountMax = 3
    /// The maximum number of redirects before the page, and after the form.
    private static let redirectCountMax = 5

    static func clickThrough(
        _ occasion: SignInOccasion,
        at start: HTTPURL?,
        through visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        guard occasion.accepts != nil else { throw SignInStop(.signIn("terms-not-accepted")) }
        guard let start else { throw SignInStop(.signIn("no-page")) }
        let first = try await land(start, through: visit)
        guard first.redirect == nil else {
            throw SignInStop(.signIn("redirect-elsewhere", ["host": .text(first.redirect?.authority ?? "")]))
        }
        var terms = TermsPage(occasion.accepts)
        var (page, outcome) = try await submit(first, reading: &terms, through: visit)
        // The page that follows may ask for the consent again, as a page of thanks with a button does.
        for _ in 1..<pageCountMax where outcome.claim == .accepted && page.redirect == nil {
            guard terms.permits(page), (try? PortalForms(readable: page).consentForm()) != nil else { break }
            (page, outcome) = try await submit(page, reading: &terms, through: visit)
        }
        outcome.termsDigest = terms.digests
        return outcome
    }

    /// Submits the form of a page, and returns the page that follows.
    private static func submit(
        _ page: PortalAnswer,
        reading terms: inout TermsPage,
        through visit: PortalVisit
    ) async throws(SignInStop) -> (PortalAnswer, SignInOutcome) {
        try terms.read(page)
        let forms = try PortalForms(readable: page)
        let (form, button, box) = try forms.consentForm()
        let url = try forms.url(of: form, with: button, on: page)
        guard url.authority == page.url.authority, url.scheme == .https || page.url.scheme == .http else {
            throw SignInStop(.signIn("form-elsewhere", ["host": .text(url.authority)]))
        }
        var filled = FilledForm(form, button)
        if let box { try filled.check(box, true) }
        var request = PortalRequest(url, method: filled.method, content: .form(try filled.fields()))
        request.referrer = page.url
        var answer = try await visit.send(request)
        if let target = answer.redirect, ![307, 308].contains(answer.response.status), target.isBeside(url) {
            answer = try await land(target, through: visit)
        }
        let isServed = (200..<400).contains(answer.response.status)
        let isSame = PortalForms(answer.response.body).forms.contains { $0.asksTheSame(as: form) }
        let facts: Facts = ["status": .integer(Int64(answer.response.status))]
        let outcome =
            isServed && !isSame
            ? SignInOutcome(.accepted, .signIn("clicked-through", ["unread": .list(terms.unread.map(Fact.text))]))
            : SignInOutcome(.unclear, .signIn("unexpected-answer", facts))
        return (answer, outcome)
    }

    /// Gets a page, and follows redirects within its host.
    private static func land(_ start: HTTPURL, through visit: PortalVisit) async throws(SignInStop) -> PortalAnswer {
        var answer = try await visit.send(PortalRequest(start))
        for _ in 0..<redirectCountMax {
            guard let target = try answer.target, target.isBeside(answer.url) else { return answer }
            answer = try await visit.send(PortalRequest(target))
        }
        if answer.redirect != nil { throw SignInStop(.signIn("redirect-limit")) }
        return answer
    }
}

extension HTTPURL {
    /// Whether the URL belongs to the same service as another, or to its host over TLS.
    fileprivate func isBeside(_ other: HTTPURL) -> Bool {
        authority == other.authority && scheme == other.scheme || host == other.host && scheme == .https && port == nil
    }
}

extension PortalForm {
    /// Whether the form has the target and the fields of another one.
    fileprivate func asksTheSame(as other: PortalForm) -> Bool {
        action == other.action && method == other.method && fields.map(\.name) == other.fields.map(\.name)
    }
}
