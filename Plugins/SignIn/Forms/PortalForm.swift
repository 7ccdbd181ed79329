public import ConnectivityCore

/// A form of a page (HTML Living Standard, section 4.10), as a browser without scripts would send it.
public struct PortalForm: Hashable, Sendable {
    /// The kind of a field: a type of an `input` element, or another element.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        /// A hidden field, such as one with a token.
        case hidden
        /// A line of text.
        case text
        /// A password.
        case password
        /// An e-mail address.
        case email
        /// A telephone number.
        case tel
        /// A box that is checked or not.
        case checkbox
        /// One of several choices of the same name.
        case radio
        /// A list of choices.
        case select
        /// Text of several lines.
        case textarea
        /// A button that sends the form.
        case submit
        /// A field that is not sent by itself, such as one for a file, or of an unknown type.
        case other
    }

    /// A choice of a `select` element.
    public struct Option: Hashable, Sendable {
        /// The value that is sent if it is chosen.
        public var value: String
        /// Whether it is chosen initially.
        package var isSelected = false
    }

    /// A field of a form.
    public struct Field: Hashable, Sendable {
        /// The kind of the field.
        public var kind: Kind
        /// The name; a field without a name is not sent.
        public var name: String
        /// The initial value; for a checkbox or radio button, the value that is sent if it is checked.
        public var value: String
        /// Whether a checkbox or radio button is checked initially.
        public var isChecked = false
        /// Whether the form cannot be sent without the field.
        package var isRequired = false
        /// Whether the field is not sent and cannot be changed.
        package var isDisabled = false
        /// The choices of a `select` element.
        public var options: [Option] = []
        /// The text next to a field, or on a button, with one space between words; at most 500 bytes.
        public var label = ""
        /// The target that a button sets for the form; `nil` for the form's target.
        public var action: String?
        /// The method that a button sets for the form; `nil` for the form's method.
        public var method: Method?

        /// Whether a person enters a text.
        package var isText: Bool { [.text, .password, .email, .tel, .textarea].contains(kind) }
    }

    /// The method by which a form is sent.
    @nonexhaustive
    public enum Method: Hashable, Sendable {
        /// As the query of the target.
        case get
        /// As the body of a request.
        case post
        /// Not at all.
        case dialog
    }

    /// The target as written; `nil` for the page itself.
    public var action: String?
    /// The method by which the form is sent.
    public var method: Method
    /// The `id` attribute; empty without one.
    public var id: String
    /// The `name` attribute; empty without one.
    public var name: String
    /// Whether the fields are sent in the usual encoding (URL-encoded).
    package var isURLEncoded: Bool
    /// The fields in order.
    public var fields: [Field] = []

    /// The buttons that send the form.
    package var buttons: [Field] { fields.filter { $0.kind == .submit && !$0.isDisabled } }
}

/// The forms of a page, found in one pass and without executing anything.
///
/// At most 16 forms, 256 fields with 256 choices and 2,000 elements are read, names of at most 256 bytes, and values of at most
/// 16 KiB, 64 KiB in total. The forms of a larger page cannot be trusted: ``isCut``.
public struct PortalForms: Hashable, Sendable {
    static let formCountMax = 16
    static let fieldCountMax = 256
    static let optionCountMax = 256
    static let elementCountMax = 2_000
    static let nameByteCountMax = 256
    static let valueByteCountMax = 16 * 1024
    static let byteCountMax = 64 * 1024
    static let labelByteCountMax = 500

    /// The forms in order.
    public private(set) var forms: [PortalForm] = []
    /// The target of the first `base` element.
    public private(set) var base: String?
    /// The number of fields outside of all forms that a person would fill in, which only a script can send.
    package private(set) var looseFieldCount = 0
    /// The number of buttons that send no form by themselves.
    private(set) var otherButtonCount = 0
    /// The lines of the page.
    private(set) var texts: [Text] = []
    /// Whether the page exceeds the limits.
    public private(set) var isCut = false

    /// The text between two elements that end a line.
    struct Text: Hashable, Sendable {
        var content = ""
        var isInForm = false
        /// Whether a field or a button is in the line.
        var hasField = false
    }

    /// Reads the forms of a page in UTF-8; any bytes are valid.
    public init(_ body: [UInt8]) {
        var reader = PortalFormReader(body)
        reader.read()
        (forms, base, isCut) = (reader.forms, reader.base, reader.isCut)
        (looseFieldCount, otherButtonCount, texts) = (reader.looseFieldCount, reader.otherButtonCount, reader.texts)
    }

    /// Returns the URL, without a fragment, to which a button of a page sends a form.
    ///
    /// - Throws: A fault of the URL, such as another scheme than http and https.
    public func target(
        of form: PortalForm,
        with button: PortalForm.Field? = nil,
        on page: HTTPURL
    ) throws(HTTPURL.Fault) -> HTTPURL {
        let action = button?.action ?? form.action ?? ""
        let trimmed = action.drop { $0.isASCII && $0.isWhitespace }
        // An empty action is the page itself, regardless of its base (HTML Living Standard, section 4.10.21.3).
        guard !trimmed.isEmpty else { return page }
        return try base(on: page).resolving(trimmed).fromNetwork(askedAt: page)
    }

    /// Returns the base of references: the URL of the page, or that of its `base` element.
    ///
    /// - Throws: ``ConnectivityCore/HTTPURL/Fault/host`` if a `base` element leads to another host.
    public func base(on page: HTTPURL) throws(HTTPURL.Fault) -> HTTPURL {
        guard let base else { return page }
        let url = try page.resolving(base)
        guard url.host == page.host, url.port == page.port, url.scheme == page.scheme else {
            throw .host
        }
        return url
    }
}

extension PortalForms {
    /// Returns the visible text of a page, with one space between words and without comments, scripts and styles.
    ///
    /// It is the input of the page's digest: a token in a hidden field or another address of a picture does not change it. The
    /// page is in UTF-8; any bytes are valid.
    package static func visibleText(of body: [UInt8]) -> String {
        var tokenizer = HTMLTokenizer(body)
        var text: [UInt8] = []
        var references = 0
        while let token = tokenizer.next() {
            guard case .text(let range) = token else { continue }
            var isBetweenWords = true
            var index = range.lowerBound
            func add(_ bytes: some Sequence<UInt8>) {
                if isBetweenWords, !text.isEmpty { text.append(0x20) }
                isBetweenWords = false
                text += bytes
            }
            while index < range.upperBound {
                let byte = body[index]
                if byte.isASCIIWhitespace {
                    isBetweenWords = true
                } else if byte == UInt8(ascii: "&"), references < referenceCountMax,
                    let reference = CharacterReference(at: body[index..<range.upperBound])
                {
                    references += 1
                    index += reference.byteCount - 1
                    if reference.character.properties.isWhitespace {
                        isBetweenWords = true
                    } else {
                        add(String(reference.character).utf8)
                    }
                } else {
                    add(CollectionOfOne(byte))
                }
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The maximum number of character references that are resolved in the text of a page; further ones stay unchanged.
    private static let referenceCountMax = 4096
}
