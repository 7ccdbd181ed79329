/// A form of a page (HTML Living Standard, section 4.10), as a browser without scripts would send it.
package struct PortalForm: Hashable, Sendable {
    /// What a field is.
    package enum Kind: String, Hashable, Sendable {
        case hidden, text, password, email, tel, checkbox, radio, select, textarea, submit
        /// A field that is not sent by itself, such as one for a file, or of a type that is not known.
        case other
    }

    /// A choice of a `select` element.
    package struct Option: Hashable, Sendable {
        package var value: String
        package var isSelected = false
    }

    /// A field of a form.
    package struct Field: Hashable, Sendable {
        package var kind: Kind
        /// The name; a field without a name is not sent.
        package var name: String
        /// The value before anybody changes it; of a checkbox or radio button, the value that is sent if it is checked.
        package var value: String
        /// Whether a checkbox or radio button is checked before anybody changes it.
        package var isChecked = false
        /// Whether the form cannot be sent without it.
        package var isRequired = false
        /// Whether the field is not sent and cannot be changed.
        package var isDisabled = false
        /// The choices of a `select` element.
        package var options: [Option] = []
        /// The text beside a field, or on a button, with one space between words; at most 500 bytes.
        package var label = ""
        /// The target that a button gives the form; `nil` for that of the form.
        package var action: String?
        /// The method that a button gives the form; `nil` for that of the form.
        package var method: Method?

        /// Whether a person fills it in with a text.
        package var isText: Bool { [.text, .password, .email, .tel, .textarea].contains(kind) }
    }

    /// How a form is sent.
    package enum Method: Hashable, Sendable {
        case get, post
        /// Not at all.
        case dialog
    }

    /// The target as written; `nil` if it is the page itself.
    package var action: String?
    package var method: Method
    /// The `id` attribute; empty if there is none.
    package var id: String
    /// The `name` attribute; empty if there is none.
    package var name: String
    /// Whether the fields are sent in the usual form, and in no other encoding.
    package var isURLEncoded: Bool
    /// The fields in order.
    package var fields: [Field] = []

    /// The buttons that send the form.
    package var buttons: [Field] { fields.filter { $0.kind == .submit && !$0.isDisabled } }
}

/// The forms of a page, found in one pass and without executing anything.
///
/// At most 16 forms, 256 fields with 256 choices and 2,000 elements are read, names of at most 256 bytes, and values of at most
/// 16 KiB, 64 KiB of them together. A page with more has no forms that can be trusted: ``isCut``.
package struct PortalForms: Hashable, Sendable {
    static let formCountMax = 16
    static let fieldCountMax = 256
    static let optionCountMax = 256
    static let elementCountMax = 2_000
    static let nameByteCountMax = 256
    static let valueByteCountMax = 16 * 1024
    static let byteCountMax = 64 * 1024
    static let labelByteCountMax = 500

    /// The forms in order.
    package private(set) var forms: [PortalForm] = []
    /// The target of the first `base` element.
    package private(set) var base: String?
    /// The number of fields outside of all forms that a person would fill in, which only a script can send.
    package private(set) var looseFieldCount = 0
    /// Whether the page has more than is read.
    package private(set) var isCut = false

    /// Reads the forms of a page in UTF-8.
    /// - Parameter body: Any bytes.
    package init(_ body: [UInt8]) {
        var reader = PortalFormReader(body)
        reader.read()
        (forms, base, isCut) = (reader.forms, reader.base, reader.isCut)
        looseFieldCount = reader.looseFieldCount
    }

    /// Returns the URL to which a form is sent.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - button: The button that sends it.
    ///   - page: The URL of the page.
    /// - Returns: The URL, without a fragment.
    /// - Throws: A fault of the URL, such as another scheme than http and https.
    package func target(
        of form: PortalForm,
        with button: PortalForm.Field? = nil,
        on page: HTTPURL
    ) throws(HTTPURL.Fault) -> HTTPURL {
        let action = button?.action ?? form.action ?? ""
        let trimmed = action.drop { $0.isASCII && $0.isWhitespace }
        // An empty action is the page itself, whatever its base (HTML Living Standard, section 4.10.21.3).
        guard !trimmed.isEmpty else { return page }
        return try base(on: page).resolving(trimmed).fromNetwork(askedAt: page)
    }

    /// Returns the URL against which references are resolved.
    /// - Throws: ``HTTPURL/Fault/host`` if a `base` element leads to another host.
    package func base(on page: HTTPURL) throws(HTTPURL.Fault) -> HTTPURL {
        guard let base else { return page }
        let url = try page.resolving(base)
        guard url.host == page.host, url.port == page.port, url.scheme == page.scheme else {
            throw .host
        }
        return url
    }
}

extension PortalForms {
    /// The text that a page shows, with one space between words: what its digest is made of, so that a token in a hidden field or
    /// another address of a picture makes no other page.
    ///
    /// - Parameter body: A page in UTF-8, any bytes.
    /// - Returns: The text, without comments, scripts and styles.
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

    /// The number of character references that are resolved in the text of a page; more of them stay as they are.
    private static let referenceCountMax = 4096
}
