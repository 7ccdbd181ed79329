import ConnectivityCore
package import ConnectivityRegistry

/// Submits the form of a page that only asks for consent, for a user who has stated the accepted terms.
///
/// It acts only if the page has exactly one form, on the portal's own host, with only hidden fields, at most one checkbox, whose
/// label asks for consent, and one button. A person or a recipe handles forms that ask for a text, a choice or personal data.
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

    /// The maximum number of redirects before the page, and after the form.
    private static let redirectCountMax = 5

    static func clickThrough(
        _ occasion: SignInOccasion,
        at start: HTTPURL?,
        through visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        guard occasion.accepts != nil else { throw SignInStop(.signIn("terms-not-accepted")) }
        guard let start else { throw SignInStop(.signIn("no-page")) }
        let page = try await land(start, through: visit)
        guard page.redirect == nil else {
            throw SignInStop(.signIn("redirect-elsewhere", ["host": .text(page.redirect?.authority ?? "")]))
        }
        var terms = TermsPage(occasion.accepts)
        try terms.read(page)
        let forms = try PortalForms(readable: page)
        guard forms.forms.count == 1, forms.looseFieldCount == 0 else {
            throw SignInStop(.signIn("not-click-through", ["forms": .integer(Int64(forms.forms.count))]))
        }
        let form = forms.forms[0]
        let (button, consent) = try form.clickThrough()
        let url = try forms.url(of: form, with: button, on: page)
        guard url.authority == page.url.authority, url.scheme == .https || page.url.scheme == .http else {
            throw SignInStop(.signIn("form-elsewhere", ["host": .text(url.authority)]))
        }
        var filled = FilledForm(form, button)
        if let consent { try filled.check(consent, true) }
        var request = PortalRequest(url, method: filled.method, content: .form(try filled.fields()))
        request.referrer = page.url
        var answer = try await visit.send(request)
        if let target = answer.redirect, ![307, 308].contains(answer.response.status), target.isBeside(url) {
            answer = try await land(target, through: visit)
        }
        let isServed = (200..<400).contains(answer.response.status)
        let isSame = PortalForms(answer.response.body).forms.contains {
            $0.action == form.action && $0.method == form.method
        }
        let facts: Facts = ["status": .integer(Int64(answer.response.status))]
        var outcome =
            isServed && !isSame
            ? SignInOutcome(.accepted, .signIn("clicked-through"))
            : SignInOutcome(.unclear, .signIn("unexpected-answer", facts))
        outcome.termsDigest = terms.digest
        return outcome
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
    /// Returns the button and the checkbox of a form that only asks for consent.
    fileprivate func clickThrough() throws(SignInStop) -> (button: Field, consent: String?) {
        func refuse(_ field: Field) -> SignInStop {
            SignInStop(.signIn("not-click-through", ["field": .text(field.name), "kind": .text(field.kind.rawValue)]))
        }
        for field in fields
        where field.kind == .hidden && !["", "0", "no", "false", "off"].contains(field.value.lowercased()) {
            guard !ConsentWords.isOfMore(field.name) else { throw refuse(field) }
        }
        var consent: Field?
        for field in fields where field.kind != .hidden && field.kind != .submit {
            guard field.kind == .checkbox, consent == nil, !field.isDisabled, !field.name.isEmpty else {
                throw refuse(field)
            }
            guard ConsentWords.isConsentAlone("\(field.label) \(field.name) \(field.value)", beside: field.beside)
            else {
                throw refuse(field)
            }
            consent = field
        }
        guard buttons.count == 1 else {
            throw SignInStop(.signIn("not-click-through", ["buttons": .integer(Int64(buttons.count))]))
        }
        return (buttons[0], consent?.name)
    }
}
