import ConnectivityCore

/// What a person agrees to who submits a form of a page: what the page shows, and what is sent.
///
/// Of a page it has the visible text, the labels, texts and values of buttons, the names and values of all fields, the targets of
/// the forms, and the texts and URLs of pictures and frames without their queries. Values that differ at each visit are left out
/// by the names of their fields.
struct PageAgreement {
    /// The text, of which a digest is made.
    private(set) var text: String
    /// The names of the fields whose values are left out, in order.
    private(set) var unread: [String] = []

    /// Reads a page in UTF-8; any bytes are valid.
    init(_ body: [UInt8]) {
        text = PortalForms.visibleText(of: body)
        for form in PortalForms(body).forms {
            add(["form", "\(form.method)", form.action ?? ""])
            for field in form.fields {
                let isToken = field.kind == .hidden && Self.isToken(field.name)
                if isToken, !field.value.isEmpty { unread.append(field.name) }
                add([field.kind.rawValue, field.name, isToken ? "" : field.value, field.label, field.action ?? ""])
                if !field.options.isEmpty { add(field.options.map(\.value)) }
            }
        }
        addAttributes(of: body)
    }

    private mutating func add(_ parts: [String]) { text += "\n" + parts.joined(separator: "\t") }

    /// Adds what tags show, and what they load.
    private mutating func addAttributes(of body: [UInt8]) {
        var tokenizer = HTMLTokenizer(body)
        while let token = tokenizer.next() {
            guard case .tag(let element, isEnd: false) = token, element != .script else { continue }
            var shown: [String] = []
            var (value, isButton) = ("", element == .button)
            tokenizer.eachAttribute { name, range in
                let content = HTMLTokenizer.text(of: body[range].prefix(PortalForms.valueByteCountMax))
                switch String(decoding: body[name], as: UTF8.self).lowercased() {
                case "alt", "title", "aria-label", "placeholder", "srcdoc": shown.append(content)
                case "src", "data": shown.append(String(content.prefix { $0 != "?" && $0 != "#" }))
                case "value": value = content
                case "type" where ["button", "reset"].contains(content.lowercased()): isButton = true
                default: break
                }
            }
            // The values of other fields are above, except for those of tokens.
            if isButton { shown.append(value) }
            if !shown.isEmpty { add(shown) }
        }
    }

    /// Words of the names of fields whose values differ at each visit.
    private static let tokens = ConsentWords.words(
        """
        token csrf xsrf nonce session sess sid challenge ticket state uuid guid mac ip timestamp time ts redir redirect url dst hash sig
        signature magic tok hid fas viewstate eventvalidation csrftoken clientmac clientip userurl requestid sessionid
        """
    )

    static func isToken(_ name: String) -> Bool {
        ConsentWords.words(ofName: name).contains { tokens.contains($0[...]) }
    }
}
