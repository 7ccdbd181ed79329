/// The words of a page that show its author: a filter that refuses, a portal that asks for an action, or another.
///
/// A refusal in the title or a heading counts before the text. Headings also count with the beginning of the text, because the
/// whole page of a provider begins with its menus. An action of the person counts before a refusal: gateways refuse with the same
/// words as filters, but name a remedy, such as to sign in or to pay. For a parked or suspended host, only its owner can act,
/// whatever the page says about payments.
struct PageWords {
    /// The phrase by which the page refuses.
    var refusal: String?
    /// The phrase by which the page asks a person to act.
    var invitation: String?
    /// Whether the person has to pay or to renew a paid service.
    private(set) var isAboutPayment = false
    let hasSignInTitle: Bool
    /// The phrase by which a gateway or proxy reports that it does not reach the server, or has no uplink itself.
    let gatewayError: String?
    /// The phrase that shows that a domain is parked or offered for sale, or its host suspended.
    let parking: String?
    /// The phrase of a notice that this device may not use the Internet now, and need not sign in.
    let pause: String?

    /// The maximum size in bytes of a text that is only a notice.
    private static let noticeByteCountMax = 256

    /// Reads the words of a page, whose text is read up to the given number of bytes.
    ///
    /// Block pages quote the requested URL, whose words are not the author's.
    init(_ page: Page, asked: HTTPURL?, textByteCountMax: Int = Page.textByteCountMax) {
        let quoted = asked?.path.split(separator: "/").last.map { Array($0.lowercased().utf8) } ?? []
        let title = Array(page.title.utf8).removing(quoted)
        let text = Array("\(page.headings)\n".utf8) + Array(page.text.utf8).prefix(textByteCountMax)
        let all = title + [0x0A] + text.removing(quoted)
        let (titleWords, words) = (Wording.titleWording.found(in: title), Wording.textWording.found(in: all))
        (gatewayError, parking) = (words.first(.gateway), words.first(.parkedDomain))
        pause = words.first(.signInDue) == nil ? words.first(.pause) : nil
        hasSignInTitle = titleWords.first(.signInTitle) != nil
        let payment = parking == nil ? words.first(.payment) : nil
        let headings = Array(page.headings.utf8).removing(quoted)
        let heading = Wording.textWording.found(in: headings).first(.blockPage)
        let titleRefusal = titleWords.first(.blockTitle) ?? heading
        refusal = titleRefusal ?? words.first(.blockPage)
        // A page with few words has one statement, as a title does.
        if refusal == nil, text.count <= Self.noticeByteCountMax {
            refusal = Wording.titleWording.found(in: all).first(.blockTitle)
        }
        if refusal != nil {
            invitation = words.first(.signInDue) ?? payment
            isAboutPayment = invitation != nil && invitation == payment
            if titleRefusal != nil { return }
            invitation = invitation ?? titleWords.first(.signInTitle)
        }
        isAboutPayment = isAboutPayment || invitation == nil && payment != nil
        invitation = invitation ?? payment ?? words.first(.portal)
    }
}

extension ProbeExchange {
    /// The size in bytes of the beginning of a text that can contradict the form or the script of a page.
    private static let noticeByteCount = 640

    /// Returns the verdict that the page is a filter's, or a parked domain's, although it has a sign that portals' pages also
    /// have.
    ///
    /// Block pages contain search boxes, orders and reports of a mistake, and the whole page of a provider contains all its
    /// scripts. If the page refuses in its title or at the beginning of its text, and asks for no action that helps, such a sign
    /// does not count. A form with a field for credentials or consent always counts, and so does a target that is named for
    /// signing in or for paying. Only the beginning of the text counts, because the terms of use of a portal also mention
    /// blocking. The sign is the form, or the URL to which the page leads.
    func refusal(despite form: Page.Form? = nil, leadingTo target: HTTPURL? = nil) -> Verdict? {
        guard let page, let asked = answeredURL, form?.asksForAccess != true,
            target.map({ RefusalName.isForAction($0, asked: asked) }) != true
        else { return nil }
        let words = PageWords(page, asked: asked, textByteCountMax: Self.noticeByteCount)
        guard words.invitation == nil, PageWords(page, asked: asked).gatewayError == nil else { return nil }
        if let phrase = words.parking { return Verdict(.substituted, because: .parkedPage(evidence: phrase)) }
        return words.refusal.map { Verdict(.substituted, because: .blockPage(evidence: $0)) }
    }
}

extension ProbeExchange {
    /// The maximum size in bytes of the text around a link that counts as its caption.
    private static let captionByteCountMax = 256

    /// Returns the verdict that the page is a portal's by its words, or by its only link; `nil` if it asks a person for no
    /// action.
    ///
    /// Only plain HTTP counts, because over TLS only the endpoint's host can have sent the page. Gateways also send their page
    /// with the status that their web server uses for pages that it does not serve.
    func invitation() -> Verdict? {
        guard let response, let asked = answeredURL, asked.scheme == .http else { return nil }
        let portal = CaptivePortal(signInURL: asked, source: .page, kind: .page)
        // RFC 9110, section 15.5.3: reserved, but providers use it by its name.
        if response.status == 402 {
            return .captive(portal.asking(forPayment: true), because: .portalPage(evidence: "status 402"))
        }
        guard response.canBearSign(askedFor: request), response.isText, !response.body.isEmpty, let page else {
            return nil
        }
        let words = PageWords(page, asked: asked)
        guard words.gatewayError == nil else { return nil }
        if let phrase = words.invitation {
            return .captive(portal.asking(forPayment: words.isAboutPayment), because: .portalPage(evidence: phrase))
        }
        guard words.refusal == nil, words.parking == nil,
            let link = page.links.first(where: { leads($0, words, in: page) })
        else { return nil }
        return .captive(
            CaptivePortal(reference: link, base: asked, source: .page, kind: .page),
            because: .portalPage(evidence: link)
        )
    }

    /// Returns whether a link leads to a page for an action: the page mentions signing in, or has no other link.
    private func leads(_ link: String, _ words: PageWords, in page: Page) -> Bool {
        guard let asked = answeredURL, let target = try? asked.resolving(link).fromNetwork(askedAt: asked) else {
            return false
        }
        if RefusalName.isIn(target, asked: asked) { return false }
        if words.hasSignInTitle, RefusalName.isForAction(target, asked: asked) { return true }
        let isAlone = Set(page.links).count == 1 && page.text.utf8.count <= Self.captionByteCountMax
        return isAlone && (target.host != asked.host || RefusalName.isForAction(target, asked: asked))
    }
}

extension ProbeExchange {
    /// Markup by which a page lets a person act, or changes by itself.
    private static let controls = TextSet([
        "href", "<form", "<input", "<button", "<select", "<script", "<frame", "<iframe", "<object", "<embed", "refresh",
        "onclick", "onload",
    ])

    /// Whether a person can act on the page, or whether that cannot be excluded: it has a control, names a host or an address,
    /// was reached by a redirect, or is only the beginning of a page.
    var offersAction: Bool {
        guard let response, let page, response.completeness == .complete, answeredURL == request.url,
            page.text.utf8.count < Page.textByteCountMax,
            ["Location", "Refresh", "Link"].allSatisfy({ response.headers[$0] == nil })
        else { return true }
        return Self.controls.first(in: response.body.map(\.asciiLowercased)) != nil
            || Self.namesHost(page.title) || Self.namesHost(page.text)
    }

    /// Returns whether a dot stands between letters or digits, as in a name, an address or a URL.
    private static func namesHost(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isPart = bytes.map { $0.isASCIIDigit || $0.isASCIILetter }
        return bytes.indices.dropFirst().dropLast().contains {
            bytes[$0] == UInt8(ascii: ".") && isPart[$0 - 1] && isPart[$0 + 1]
        }
    }
}

extension CaptivePortal {
    fileprivate func asking(forPayment isAboutPayment: Bool) -> CaptivePortal {
        var portal = self
        if isAboutPayment { portal.kind = .payment }
        return portal
    }
}

extension [UInt8] {
    /// The bytes without every occurrence of other bytes.
    fileprivate func removing(_ other: [UInt8]) -> [UInt8] {
        guard other.count >= 4, var found = firstOffset(of: other) else { return self }
        var rest: [UInt8] = []
        var start = 0
        while true {
            rest += self[start..<found]
            start = found + other.count
            guard let next = firstOffset(of: other, from: start) else { return rest + self[start...] }
            found = next
        }
    }
}
