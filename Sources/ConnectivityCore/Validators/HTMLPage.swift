/// What a page of HTML would do in a browser, found without executing anything.
///
/// The scan passes once over the bytes, skips comments and the text of scripts and styles, and reads no further than a
/// prober's body limit. Element and attribute names are ASCII whatever the character set, UTF-16 aside.
struct HTMLPage {
    /// A form that asks for a password, a code or consent.
    struct Form: Hashable {
        var action: String?
    }

    /// Parts of the names that fields for credentials and consent have.
    private static let credentialNames = ["user", "login", "voucher", "passcode", "accept", "terms", "auth"]

    /// Where the first refreshing `meta` element leads.
    private(set) var refresh: String?
    /// The first form that asks for a password, a code or consent.
    private(set) var signInForm: Form?

    init(_ body: [UInt8]) {
        var scanner = HTMLScanner(body)
        var form: Form?
        while let tag = scanner.next() {
            switch tag.name {
            case "meta" where refresh == nil && tag["http-equiv"]?.lowercased() == "refresh":
                refresh = tag["content"].flatMap(refreshTarget)
            case "form":
                form = Form(action: tag["action"])
            case "/form":
                form = nil
            case "input":
                let type = tag["type"]?.lowercased() ?? "text"
                let name = tag["name"]?.lowercased() ?? ""
                let asks = type == "password" || form != nil && Self.credentialNames.contains { name.contains($0) }
                if asks, signInForm == nil { signInForm = form ?? Form() }
            default:
                break
            }
        }
    }
}

/// The URL of a refresh instruction such as `5; url='/login'`.
/// - Parameter content: The value of a `Refresh` field or of the `content` attribute.
/// - Returns: The reference, or `nil` where the page only reloads itself.
func refreshTarget(of content: String) -> String? {
    guard let separator = content.firstIndex(where: { $0 == ";" || $0 == "," }) else { return nil }
    var rest = content[content.index(after: separator)...].drop { $0.isWhitespace }
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
