/// The visible content and the browser actions of an HTML page, read without executing anything.
///
/// A body of any type can be read; a body without HTML is plain text.
package struct Page: Hashable, Sendable {
    /// The number of bytes of the title and of the text that are kept; the beginning of a page shows its subject.
    package static let textByteCountMax = 8192

    /// The text of the first `title` element, at most 8,192 bytes, in lower case with one space between words.
    package private(set) var title = ""
    /// The title as it is spelled.
    package private(set) var spelledTitle = ""
    /// The remaining text, its first 8,192 bytes, in lower case with one space between words.
    ///
    /// Comments, scripts and styles are not part of it.
    package private(set) var text = ""
    /// The text of the main headings, its first 1,024 bytes, in lower case with one space between words.
    package private(set) var headings = ""
    /// The target of the first `meta` element with a refresh; `nil` if the page only reloads itself.
    package private(set) var refresh: String?
    /// The first form that asks for credentials or consent.
    package private(set) var signInForm: Form?
    /// The target of the first frame that fills the page.
    package private(set) var frame: String?
    /// The targets of the first links, at most 16, without those within the page.
    package private(set) var links: [String] = []
    /// The source of the first image.
    package private(set) var picture: String?
    /// The first instruction of a script that redirects a browser.
    package private(set) var scriptRedirect: ScriptRedirect?

    package init(_ body: [UInt8]) {
        var tokenizer = HTMLTokenizer(body)
        var titleWords = PageText()
        var words = PageText()
        var headingWords = PageText(byteCountMax: 1024)
        var isHeading = false
        var isTitle = false
        var form: Form?
        while let token = tokenizer.next() {
            switch token {
            case .text(let range):
                if isTitle { titleWords.add(body[range]) } else { words.add(body[range]) }
                if isHeading { headingWords.add(body[range]) }
                continue
            case .script(let range):
                record(script: Array(body[range]), of: body)
                continue
            case .tag(let element, let isEnd):
                // Any tag ends a title that is not closed.
                isTitle = !isTitle && !isEnd && element == .title && titleWords.isEmpty
                if element?.isHeading == true { isHeading = !isEnd }
                if element?.isInline != true {
                    words.end()
                    headingWords.end()
                }
                if isEnd, element == .form {
                    record(form)
                    form = nil
                } else if !isEnd, let element {
                    read(element, tokenizer, of: body, &form)
                }
            }
        }
        // A page may end before its form is closed.
        record(form)
        (title, text, headings) = (titleWords.text, words.text, headingWords.text)
        spelledTitle = titleWords.spelled
    }

    private mutating func read(
        _ element: HTMLTokenizer.Element,
        _ tag: HTMLTokenizer,
        of body: [UInt8],
        _ form: inout Form?
    ) {
        switch element {
        case .meta:
            if refresh == nil, tag.has(.httpEquiv, "refresh") {
                refresh = tag.bytes(.content).flatMap(refreshTarget).map(HTMLTokenizer.text)
            }
        case .form where signInForm == nil:
            record(form)
            form = Form(tag)
        case .input, .button, .select:
            if form != nil {
                form?.add(element, tag)
            } else if tag.has(.type, "password") {
                record(.passwordAlone)
            }
        case .frame:
            if frame == nil { frame = tag[.src] }
        case .a:
            if links.count < 16, let target = tag[.href], !target.hasPrefix("#"), !target.isEmpty {
                links.append(target)
            }
        case .img:
            if picture == nil { picture = tag[.src] }
        case .iframe:
            if frame == nil, tag.has(.width, "100%") || tag.has(.height, "100%") { frame = tag[.src] }
        case .body:
            if let script = tag[.onload] { record(script: Array(script.utf8), of: body) }
        default:
            break
        }
    }

    private mutating func record(_ form: Form?) {
        if signInForm == nil, let form, form.isSignIn { signInForm = form }
    }

    private mutating func record(script: [UInt8], of page: [UInt8]) {
        if scriptRedirect == nil { scriptRedirect = ScriptRedirect(in: script, of: page) }
    }
}

extension Page {
    /// A form of a page, with the features that show its purpose.
    package struct Form: Hashable, Sendable {
        /// The target of the form; `nil` if it is the page itself.
        package private(set) var action: String?
        /// Whether a field that a person fills in is for credentials or consent, and not for a report.
        ///
        /// Pages that refuse also have forms: a search box, an order, a report of a mistake, a password to bypass the filter.
        /// Contact details and hidden fields do not distinguish these from a sign-in.
        package private(set) var asksForAccess = false
        private var isPosted = false
        private var asks = false
        private var isReport = false
        private var isDeparture = false
        private var hasTextField = false
        private var hasControl = false

        /// Parts of the names of fields for credentials and consent.
        private static let access = TextSet([
            "user", "login", "pass", "voucher", "accept", "agree", "consent", "terms", "room",
        ])
        /// Parts of the target of a form that gives consent.
        private static let consent = TextSet(["accept", "agree", "consent"])
        /// Parts of the label of a button that gives access.
        private static let submitVerbs = TextSet([
            "accept", "agree", "connect", "login", "log in", "sign in", "consent",
        ])
        /// Parts of the names of fields for contact details; portals also ask for these.
        private static let contact = TextSet(["code", "auth", "mail", "phone", "ssid"])
        /// Parts of the target or the label of a form that ends a session.
        private static let departure = TextSet([
            "logout", "log out", "logoff", "signout", "sign out", "abmelden", "déconnexion",
        ])
        /// Parts of the names of fields that report or bypass a filter.
        private static let report = TextSet([
            "bypass", "override", "unblock", "overblock", "report", "feedback", "complain", "comment", "categor",
        ])

        init(_ tag: HTMLTokenizer) {
            action = tag[.action]
            isPosted = tag.has(.method, "post")
            let target = Self.name(tag.bytes(.action))
            isReport = Self.report.first(in: target) != nil
            isDeparture = Self.departure.first(in: target) != nil
            asksForAccess = !isReport && Self.consent.first(in: target) != nil
        }

        /// The form that represents a password field outside any form.
        static let passwordAlone = Form(asks: true)

        private init(asks: Bool) { (self.asks, asksForAccess) = (asks, asks) }

        mutating func add(_ element: HTMLTokenizer.Element, _ field: HTMLTokenizer) {
            hasControl = true
            let isUntyped = element == .input && field.bytes(.type) == nil
            if isUntyped || field.has(.type, "text") || field.has(.type, "search") { hasTextField = true }
            let name = Self.name(field.bytes(.name))
            if Self.departure.first(in: name) != nil || Self.departure.first(in: Self.name(field.bytes(.value))) != nil
            {
                isDeparture = true
            }
            if Self.report.first(in: name) != nil { (isReport, asksForAccess) = (true, false) }
            let isAccess = field.has(.type, "password") || Self.access.first(in: name) != nil
            let isSent = field.has(.type, "submit") && Self.submitVerbs.first(in: Self.name(field.bytes(.value))) != nil
            if isAccess || isSent, !isReport, !field.has(.type, "hidden") { asksForAccess = true }
            guard !asks else { return }
            asks =
                isAccess || field.has(.type, "email") || field.has(.type, "tel")
                || Self.contact.first(in: name) != nil
        }

        private static func name(_ value: ArraySlice<UInt8>?) -> [UInt8] {
            (value ?? []).prefix(64).map(\.asciiLowercased)
        }

        /// Whether the form asks for credentials or consent.
        ///
        /// It does if the type or name of a field shows it, if the form is posted, or if it has a control but no text field, so
        /// its only purpose is to be sent. A form that only ends a session does not count, and any other is a search box.
        package var isSignIn: Bool { asks || !isDeparture && (isPosted || hasControl && !hasTextField) }
    }
}

/// Returns the target of a refresh instruction such as `5; url='/login'`; `nil` if the page only reloads itself.
package func refreshTarget(of content: String) -> String? { refreshTarget(of: Array(content.utf8)[...])?.text }

private func refreshTarget(of content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let separators = [UInt8(ascii: ";"), UInt8(ascii: ",")]
    guard let separator = content.firstIndex(where: { separators.contains($0) }) else { return nil }
    // Slightly more than the longest URL, so a URL that is too long is still detected as such.
    var rest = content[(separator + 1)...].prefix(HTTPURL.byteCountMax + 64).trimmed
    if rest.prefix(3).elementsEqual("url".utf8, by: { $0.asciiLowercased == $1 }) {
        let value = rest.dropFirst(3).trimmed
        if value.first == UInt8(ascii: "=") { rest = value.dropFirst().trimmed }
    }
    if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
        rest = rest.dropFirst().prefix { $0 != quote }.trimmed
    }
    return rest.isEmpty ? nil : rest
}
