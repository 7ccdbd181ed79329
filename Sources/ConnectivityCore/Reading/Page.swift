/// What an HTML page shows to a person and does in a browser, found without executing anything.
///
/// A body of any type can be read this way; a body without HTML is plain text.
public struct Page: Hashable, Sendable {
    /// The number of bytes of the title and of the text that are kept; the beginning of a page shows its subject.
    static let textByteCountMax = 8192

    /// The text of the first `title` element, at most 8,192 bytes, in lower case with one space between words.
    public private(set) var title = ""
    /// The remaining text, its first 8,192 bytes, in lower case with one space between words.
    ///
    /// Comments, scripts and styles are not part of it.
    public private(set) var text = ""
    /// The target of the first `meta` element with a refresh; `nil` if the page only reloads itself.
    public private(set) var refresh: String?
    /// The first form that asks for credentials or consent.
    public private(set) var signInForm: Form?
    /// The target of the first frame that fills the page.
    public private(set) var frame: String?
    /// The first instruction of a script that redirects a browser.
    public private(set) var scriptRedirect: ScriptRedirect?

    /// Reads a page.
    /// - Parameter body: Any bytes.
    init(_ body: [UInt8]) {
        var tokenizer = HTMLTokenizer(body)
        var titleWords = Words()
        var words = Words()
        var isTitle = false
        var form: Form?
        while let token = tokenizer.next() {
            switch token {
            case .text(let range):
                if isTitle { titleWords.add(body[range]) } else { words.add(body[range]) }
                continue
            case .script(let range):
                note(script: Array(body[range]))
                continue
            case .tag(let element, let isEnd):
                // Any tag ends a title that is not closed.
                isTitle = !isTitle && !isEnd && element == .title && titleWords.isEmpty
                if element?.isInline != true { words.end() }
                if isEnd, element == .form {
                    note(form)
                    form = nil
                } else if !isEnd, let element {
                    read(element, tokenizer, &form)
                }
            }
        }
        // A page may end before its form is closed.
        note(form)
        (title, text) = (titleWords.text, words.text)
    }

    private mutating func read(_ element: HTMLTokenizer.Element, _ tag: HTMLTokenizer, _ form: inout Form?) {
        switch element {
        case .meta:
            if refresh == nil, tag.has(.httpEquiv, "refresh") {
                refresh = tag.bytes(.content).flatMap(refreshTarget).map(HTMLTokenizer.text)
            }
        case .form where signInForm == nil:
            note(form)
            form = Form(tag)
        case .input, .button, .select:
            if form != nil {
                form?.add(element, tag)
            } else if tag.has(.type, "password") {
                note(.ofPasswordAlone)
            }
        case .frame:
            if frame == nil { frame = tag[.src] }
        case .iframe:
            if frame == nil, tag.has(.width, "100%") || tag.has(.height, "100%") { frame = tag[.src] }
        case .body:
            if let script = tag.bytes(.onload) { note(script: Array(script)) }
        default:
            break
        }
    }

    private mutating func note(_ form: Form?) {
        if signInForm == nil, let form, form.isSignIn { signInForm = form }
    }

    private mutating func note(script: [UInt8]) {
        if scriptRedirect == nil { scriptRedirect = ScriptRedirect(in: script) }
    }
}

extension Page {
    /// A form of a page, with the features that show its purpose.
    public struct Form: Hashable, Sendable {
        /// The target of the form; `nil` if it is the page itself.
        public private(set) var action: String?
        private var isPosted = false
        private var asks = false
        private var hasTextField = false
        private var hasControl = false

        /// Parts of names that fields for credentials and consent have.
        private static let names = TextSet([
            "user", "login", "pass", "voucher", "code", "accept", "agree", "consent", "terms", "auth", "mail", "room",
            "phone",
        ])

        init(_ tag: HTMLTokenizer) {
            action = tag[.action]
            isPosted = tag.has(.method, "post")
        }

        /// The form that represents a password field outside any form.
        static let ofPasswordAlone = Form(asks: true)

        private init(asks: Bool) { self.asks = asks }

        mutating func add(_ element: HTMLTokenizer.Element, _ field: HTMLTokenizer) {
            hasControl = true
            let isUntyped = element == .input && field.bytes(.type) == nil
            if isUntyped || field.has(.type, "text") || field.has(.type, "search") { hasTextField = true }
            guard !asks else { return }
            asks =
                field.has(.type, "password") || field.has(.type, "email") || field.has(.type, "tel")
                || Self.names.first(in: (field.bytes(.name) ?? []).prefix(64).map(\.asciiLowercased)) != nil
        }

        /// Whether the form asks for credentials or consent.
        ///
        /// It does if the type or name of a field shows it, if the form is posted, or if it has no text field, so
        /// that its only purpose is to be sent. Any other form is a search box.
        public var isSignIn: Bool { asks || isPosted || hasControl && !hasTextField }
    }

    /// Words in lower case with one space between them, up to the limit.
    private struct Words {
        private var bytes: [UInt8] = []
        private var isBetweenWords = false

        /// The character references that occur in words.
        private static let references: [([UInt8], UInt8)] =
            ([
                "&nbsp;": " ", "&#160;": " ", "&amp;": "&", "&quot;": "\"", "&#39;": "'", "&rsquo;": "'",
                "&#8217;": "'",
            ] as KeyValuePairs<String, Unicode.Scalar>).map { (Array($0.key.utf8), UInt8(ascii: $0.value)) }

        var isEmpty: Bool { bytes.isEmpty }
        var text: String { bytes[...].text.lowercased() }

        /// Ends the current word.
        mutating func end() { isBetweenWords = true }

        mutating func add(_ text: ArraySlice<UInt8>) {
            var index = text.startIndex
            while index < text.endIndex, bytes.count < Page.textByteCountMax {
                let byte = text[index]
                if byte == UInt8(ascii: "&"),
                    let reference = Self.references.first(where: { text[index...].starts(with: $0.0) })
                {
                    add(reference.1)
                    index += reference.0.count
                } else {
                    add(byte)
                    index += 1
                }
            }
        }

        private mutating func add(_ byte: UInt8) {
            guard !byte.isASCIIWhitespace else { return end() }
            if isBetweenWords, !bytes.isEmpty { bytes.append(0x20) }
            isBetweenWords = false
            bytes.append(byte)
        }
    }
}

/// Returns the target of a refresh instruction such as `5; url='/login'`.
/// - Parameter content: The value of a `Refresh` field.
/// - Returns: The reference, or `nil` if the page only reloads itself.
func refreshTarget(of content: String) -> String? { refreshTarget(of: Array(content.utf8)[...])?.text }

private func refreshTarget(of content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let separators = [UInt8(ascii: ";"), UInt8(ascii: ",")]
    guard let separator = content.firstIndex(where: { separators.contains($0) }) else { return nil }
    // Slightly more than the longest URL, so that a URL that is too long is still detected as such.
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
