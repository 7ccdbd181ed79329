/// What a page of HTML would do in a browser, found without executing anything.
///
/// The scan passes once over the bytes and skips comments. Element and attribute names are ASCII in UTF-8 and in every
/// character set but UTF-16, which a decoding prober brings to UTF-8 before.
struct HTMLPage {
    /// Where the first refreshing `meta` element leads.
    private(set) var refresh: String?
    /// The first form that asks for credentials or consent.
    private(set) var signInForm: HTMLForm?
    /// Where the first frame that fills the page leads.
    private(set) var frame: String?
    /// The first instruction of a script that leads a browser elsewhere.
    private(set) var scriptRedirect: ScriptRedirect?

    init(_ body: [UInt8]) {
        var scanner = HTMLScanner(body)
        var form: HTMLForm?
        while let tag = scanner.next() {
            switch tag.element {
            case .meta:
                if refresh == nil, tag.has(.httpEquiv, "refresh") {
                    refresh = tag[.content].flatMap(refreshTarget)
                }
            case .form where signInForm == nil:
                note(form)
                form = HTMLForm(tag)
            case .formEnd:
                note(form)
                form = nil
            case .input, .button, .select:
                if form != nil {
                    form?.add(tag)
                } else if tag.has(.type, "password") {
                    note(.ofPasswordAlone)
                }
            case .frame:
                if frame == nil { frame = tag[.src] }
            case .iframe:
                if frame == nil, tag.has(.width, "100%") || tag.has(.height, "100%") { frame = tag[.src] }
            case .script:
                note(script: scanner.scriptText)
            case .body:
                note(script: Array((tag[.onload] ?? "").utf8)[...])
            case .form, .style:
                break
            }
        }
        // A page may end before its form does.
        note(form)
    }

    private mutating func note(_ form: HTMLForm?) {
        if signInForm == nil, let form, form.isSignIn { signInForm = form }
    }

    private mutating func note(script: ArraySlice<UInt8>) {
        if scriptRedirect == nil { scriptRedirect = ScriptRedirect(in: Array(script)) }
    }
}

/// A form of a page, as far as it tells what it is for.
struct HTMLForm: Hashable {
    /// The reference that the form is sent to; `nil` where that is the page itself.
    private(set) var action: String?
    private var isPosted = false
    private var asks = false
    private var hasTextField = false
    private var hasControl = false

    /// Parts of the names that fields for credentials and consent have.
    private static let names = [
        "user", "login", "pass", "voucher", "code", "accept", "agree", "consent", "terms", "auth", "mail", "room",
        "phone",
    ].map { Array($0.utf8) }

    init(_ tag: HTMLScanner.Tag) {
        action = tag[.action]
        isPosted = tag.has(.method, "post")
    }

    /// What a field for a password outside of any form stands for.
    static let ofPasswordAlone = HTMLForm(asks: true)

    private init(asks: Bool) { self.asks = asks }

    mutating func add(_ field: HTMLScanner.Tag) {
        hasControl = true
        let isUntyped = field.element == .input && field.bytes(.type) == nil
        if isUntyped || field.has(.type, "text") || field.has(.type, "search") { hasTextField = true }
        guard !asks else { return }
        let name = (field.bytes(.name) ?? []).prefix(64).map(\.asciiLowercased)
        asks =
            ["password", "email", "tel"].contains { field.has(.type, $0) } || Self.names.contains { name.contains($0) }
    }

    /// Whether the form asks for credentials or consent.
    ///
    /// It does by the kind or name of a field, by being posted, or where it has nothing to fill in, so that sending it is
    /// all it is for. What is left is a search box.
    var isSignIn: Bool { asks || isPosted || hasControl && !hasTextField }
}

/// The URL of a refresh instruction such as `5; url='/login'`.
/// - Parameter content: The value of a `Refresh` field or of the `content` attribute.
/// - Returns: The reference, or `nil` where the page only reloads itself.
func refreshTarget(of content: String) -> String? {
    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") }
    guard let separator = content.utf8.firstIndex(where: isSeparator) else { return nil }
    // A little more than the longest URL, so that one that is too long is still seen as such.
    let behind = content.utf8[separator...].dropFirst().prefix(HTTPURL.byteCountMax + 64)
    var rest = String(decoding: behind, as: UTF8.self)[...].drop { $0.isWhitespace }
    if rest.prefix(3).lowercased() == "url" {
        let value = rest.dropFirst(3).drop { $0.isWhitespace }
        if value.first == "=" { rest = value.dropFirst().drop { $0.isWhitespace } }
    }
    if let quote = rest.first, quote == "'" || quote == "\"" {
        rest = rest.dropFirst().prefix { $0 != quote }
    }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
}
