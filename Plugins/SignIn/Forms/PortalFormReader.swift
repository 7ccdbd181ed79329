import ConnectivityCore

/// Reads the forms of a page in one pass.
struct PortalFormReader {
    private enum Element: String, CaseIterable {
        case form, input, button, select, option, textarea, label, base, title
    }

    private enum Attribute: String, CaseIterable {
        case action, method, enctype, id, name, type, value, checked, selected, disabled, required, form, formaction
        case formmethod, href, `for`, placeholder, alt
    }

    private static let elements = NameTable(Element.allCases.map { ($0.rawValue, $0) })
    private static let attributes = NameTable(Attribute.allCases.map { ($0.rawValue, $0) })
    /// Elements that begin or end a line.
    private static let blocks = NameTable(
        """
        p div br li ul ol tr td th table hr fieldset section article header footer main h1 h2 h3 h4 h5 h6 dt dd form textarea
        """.split(separator: " ").map { (String($0), true) }
    )
    private static let textareaEnd = Array("</textarea".utf8)
    private static let titleEnd = Array("</title".utf8)

    /// A field with the facts that decide to which form it belongs.
    private struct Found {
        var field: PortalForm.Field
        /// The index of the form around it.
        var form: Int?
        var owner: String?
        var id: String
    }

    private let body: [UInt8]
    private var tokenizer: HTMLTokenizer
    private(set) var forms: [PortalForm] = []
    private(set) var base: String?
    private(set) var looseFieldCount = 0
    private(set) var otherButtonCount = 0
    private(set) var texts: [PortalForms.Text] = []
    private(set) var isCut = false

    private var found: [Found] = []
    private var openForm: Int?
    /// The field whose choices are read.
    private var openSelect: Int?
    /// The choice whose text is read, because it has no value.
    private var openOption: Int?
    /// The button or label whose text is read.
    private var openButton: Int?
    /// The text and first field of the open label, or the identifier that it names.
    private var label: (text: String, id: String?, field: Int?)?
    private var labels: [String: String] = [:]
    /// The last checkbox or radio button, which owns the text after it.
    private var lastChoice: Int?
    /// The current line.
    private var line = PortalForms.Text()
    private var byteCount = 0
    private var optionCount = 0
    private var elementCount = 0

    init(_ body: [UInt8]) {
        self.body = body
        tokenizer = HTMLTokenizer(body)
    }

    mutating func read() {
        while !isCut, let token = tokenizer.next() {
            switch token {
            case .script: break
            case .text(let range): addText(range)
            case .tag(_, let isEnd):
                if Self.blocks.value(in: body, tokenizer.tagName) != nil { endLine() }
                guard let element = Self.elements.value(in: body, tokenizer.tagName) else { continue }
                if isEnd { end(element) } else { start(element) }
            }
        }
        endLabel()
        endLine()
        for (index, one) in found.enumerated() where one.field.label.isEmpty {
            if let text = labels[one.id], !one.id.isEmpty { found[index].field.label = text }
        }
        for one in found {
            let owner = one.owner.map { id in forms.firstIndex { $0.id == id } } ?? one.form
            if let owner {
                forms[owner].fields.append(one.field)
            } else if one.field.isText {
                looseFieldCount += 1
            }
        }
    }

    // MARK: Elements

    private mutating func start(_ element: Element) {
        elementCount += 1
        guard elementCount <= PortalForms.elementCountMax else { return isCut = true }
        switch element {
        case .form: startForm()
        case .input: startInput()
        case .button:
            let attributes = attributes()
            let type = attributes[.type]?.lowercased() ?? "submit"
            guard type == "submit" else { return otherButtonCount += 1 }
            add(.submit, attributes)
            openButton = isCut ? nil : found.indices.last
            if let openButton { found[openButton].field.label = "" }
        case .select:
            add(.select, attributes())
            openSelect = isCut ? nil : found.indices.last
        case .option: startOption()
        case .textarea:
            let attributes = attributes()
            var content = body[tokenizer.skipContent(to: Self.textareaEnd)]
            if let bracket = body[..<content.startIndex].last, bracket != UInt8(ascii: ">") { content = [] }
            if content.first == UInt8(ascii: "\r") { content = content.dropFirst() }
            if content.first == UInt8(ascii: "\n") { content = content.dropFirst() }
            add(.textarea, attributes, value: value(of: content))
        case .label:
            endLabel()
            label = ("", attributes()[.for], nil)
        case .base:
            if base == nil { base = attributes()[.href] }
        case .title: _ = tokenizer.skipContent(to: Self.titleEnd)
        }
    }

    private mutating func end(_ element: Element) {
        switch element {
        case .form: (openForm, lastChoice) = (nil, nil)
        case .select: (openSelect, openOption) = (nil, nil)
        case .option: openOption = nil
        case .button: openButton = nil
        case .label: endLabel()
        case .input, .textarea, .base, .title: break
        }
    }

    /// Begins a form; a form within another one is ignored, as in browsers (HTML Living Standard, section 13.2.6.4.7).
    private mutating func startForm() {
        guard openForm == nil else { return }
        guard forms.count < PortalForms.formCountMax else { return isCut = true }
        let attributes = attributes()
        let encoding = attributes[.enctype]?.lowercased() ?? ""
        forms.append(
            PortalForm(
                action: attributes[.action],
                method: Self.method(attributes[.method]) ?? .get,
                id: attributes[.id] ?? "",
                name: attributes[.name] ?? "",
                isURLEncoded: encoding != "multipart/form-data" && encoding != "text/plain"
            )
        )
        openForm = forms.indices.last
        lastChoice = nil
    }

    private mutating func startInput() {
        var attributes = attributes()
        let kind: PortalForm.Kind
        switch attributes[.type]?.lowercased() ?? "text" {
        case "hidden": kind = .hidden
        case "password": kind = .password
        case "email": kind = .email
        case "tel": kind = .tel
        case "checkbox": kind = .checkbox
        case "radio": kind = .radio
        case "submit": kind = .submit
        case "image":
            // A browser sends the position of the click under two other names.
            (attributes[.name], attributes[.value]) = (nil, attributes[.alt] ?? "")
            kind = .submit
        case "button", "reset":
            otherButtonCount += 1
            return line.content += " \(attributes[.value] ?? "")"
        case "file", "color", "range": kind = .other
        default: kind = .text
        }
        add(kind, attributes)
        if kind == .checkbox || kind == .radio {
            lastChoice = found.indices.last
        } else if kind != .hidden {
            lastChoice = nil
        }
    }

    private mutating func startOption() {
        guard let select = openSelect else { return }
        optionCount += 1
        guard optionCount <= PortalForms.optionCountMax else { return isCut = true }
        let attributes = attributes()
        guard attributes[.disabled] == nil else { return openOption = nil }
        found[select].field.options.append(
            .init(value: attributes[.value] ?? "", isSelected: attributes[.selected] != nil)
        )
        openOption = attributes[.value] == nil ? found[select].field.options.indices.last : nil
    }

    private mutating func add(_ kind: PortalForm.Kind, _ attributes: [Attribute: String], value: String? = nil) {
        guard found.count < PortalForms.fieldCountMax else { return isCut = true }
        let isChoice = kind == .checkbox || kind == .radio
        let value = value ?? attributes[.value] ?? (isChoice ? "on" : "")
        guard (attributes[.name] ?? "").utf8.count <= PortalForms.nameByteCountMax else { return isCut = true }
        var field = PortalForm.Field(kind: kind, name: attributes[.name] ?? "", value: value)
        field.isChecked = isChoice && attributes[.checked] != nil
        field.isRequired = attributes[.required] != nil
        field.isDisabled = attributes[.disabled] != nil
        if kind == .submit {
            (field.action, field.method) = (attributes[.formaction], Self.method(attributes[.formmethod]))
            // A browser shows this word on a button without a value (HTML Living Standard, section 4.10.5.1.18).
            let shown = attributes[.value] ?? "Submit"
            field.label = String(decoding: shown.utf8.prefix(PortalForms.labelByteCountMax), as: UTF8.self)
        } else if !isChoice {
            field.label = attributes[.placeholder] ?? ""
        }
        found.append(Found(field: field, form: openForm, owner: attributes[.form], id: attributes[.id] ?? ""))
        if label != nil, label?.field == nil, kind != .hidden { label?.field = found.indices.last }
        (openSelect, openOption) = (nil, nil)
        if kind != .hidden { (line.hasField, line.content) = (true, line.content + " ") }
    }

    private static func method(_ text: String?) -> PortalForm.Method? {
        guard let text else { return nil }
        switch text.lowercased() {
        case "post": return .post
        case "dialog": return .dialog
        default: return .get
        }
    }

    // MARK: Texts

    private mutating func addText(_ range: Range<Int>) {
        addToLine(range)
        if let select = openSelect, let option = openOption {
            Self.append(body[range], to: &found[select].field.options[option].value)
        } else if let button = openButton {
            Self.append(body[range], to: &found[button].field.label)
        } else if var open = label {
            Self.append(body[range], to: &open.text)
            label = open
        } else if let choice = lastChoice {
            Self.append(body[range], to: &found[choice].field.label)
        }
    }

    /// Adds a text to the line as a person sees it: a tag within a word does not split it, and invisible characters are left out.
    private mutating func addToLine(_ range: Range<Int>) {
        let text = HTMLTokenizer.text(of: body[range].prefix(PortalForms.byteCountMax)).unicodeScalars
            .filter { !$0.properties.isDefaultIgnorableCodePoint }
        for scalar in text where line.content.utf8.count < PortalForms.byteCountMax {
            let isSpace = scalar.properties.isWhitespace
            if !isSpace {
                line.content.unicodeScalars.append(scalar)
            } else if line.content.last != " " {
                line.content += " "
            }
        }
    }

    private mutating func endLine() {
        line.content = line.content.split(separator: " ").joined(separator: " ")
        line.isInForm = openForm != nil
        if !line.content.isEmpty { texts.append(line) }
        line = PortalForms.Text()
    }

    /// Adds a text with one space between words, if there is room.
    private static func append(_ bytes: ArraySlice<UInt8>, to label: inout String) {
        let room = PortalForms.labelByteCountMax - label.utf8.count
        guard room > 0 else { return }
        let text = HTMLTokenizer.text(of: bytes.prefix(4 * PortalForms.labelByteCountMax))
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty else { return }
        label += (label.isEmpty ? "" : " ") + String(decoding: text.utf8.prefix(room), as: UTF8.self)
    }

    private mutating func endLabel() {
        guard let label else { return }
        self.label = nil
        if let id = label.id {
            labels[id] = label.text
            if lastChoice.map({ found[$0].id }) == id { lastChoice = nil }
        } else if let field = label.field {
            found[field].field.label = label.text
            lastChoice = nil
        }
    }

    /// The attributes of the last tag; the first of several with the same name counts.
    private mutating func attributes() -> [Attribute: String] {
        var values: [Attribute: Range<Int>] = [:]
        tokenizer.eachAttribute { name, value in
            if let attribute = Self.attributes.value(in: body, name), values[attribute] == nil {
                values[attribute] = value
            }
        }
        var texts: [Attribute: String] = [:]
        for (attribute, range) in values { texts[attribute] = value(of: body[range]) }
        return texts
    }

    private mutating func value(of bytes: ArraySlice<UInt8>) -> String {
        byteCount += bytes.count
        guard bytes.count <= PortalForms.valueByteCountMax, byteCount <= PortalForms.byteCountMax else {
            isCut = true
            return ""
        }
        return HTMLTokenizer.text(of: bytes)
    }
}
