import ConnectivityCore

/// Text in HTML that grows; everything but names of elements and attributes is escaped.
///
/// Names are constants of this program (`StaticString`), and there is no way to add markup as text. What is made is also
/// well-formed XML, so that any parser can check it. In all texts, what records replace is replaced, because pages are passed
/// on.
struct HTML {
    typealias Attributes = KeyValuePairs<StaticString, String?>

    /// The most characters of one text; more is cut off with an ellipsis.
    private static let characterCountMax = 2000

    private(set) var text = ""
    private var redactor = TextRedactor(.standard)

    /// Adds an element with content.
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - attributes: Its attributes; one without a value is left out.
    ///   - content: Adds the content.
    mutating func element(
        _ name: StaticString,
        _ attributes: Attributes = [:],
        _ content: (inout HTML) -> Void
    ) {
        start(name, attributes)
        content(&self)
        text += "</\(name)>"
    }

    /// Adds an element with a text.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text content: String) {
        element(name, attributes) { $0.add(content) }
    }

    /// Adds an element without an end tag (HTML, "void elements").
    mutating func void(_ name: StaticString, _ attributes: Attributes = [:]) { start(name, attributes, end: "/>") }

    /// Adds a text.
    mutating func add(_ content: String) { text += escaped(content) }

    /// Adds a line end, so that the source can be read.
    mutating func line() { text += "\n" }

    /// Adds what this program wrote itself, such as a style sheet.
    mutating func raw(_ content: StaticString) { text += content.description }

    private mutating func start(_ name: StaticString, _ attributes: Attributes, end: StaticString = ">") {
        text += "<\(name)"
        for (name, value) in attributes {
            guard let value else { continue }
            text += " \(name)=\"\(escaped(value))\""
        }
        text += end.description
    }

    /// Returns the text without secrets, and without any character that begins or ends markup, changes the direction, or is
    /// invisible.
    private mutating func escaped(_ content: String) -> String {
        // What is cut off twice as far away has no effect on what is shown.
        let beginning = String(String.UnicodeScalarView(content.unicodeScalars.prefix(2 * Self.characterCountMax)))
        var output = ""
        for scalar in redactor.redacted(beginning).printable(limit: Self.characterCountMax).unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}

extension HTML {
    /// Adds a table that can be scrolled if it is wider than the page.
    /// - Parameters:
    ///   - caption: What the table shows.
    ///   - columns: The heads of the columns; the first column heads its row.
    ///   - rows: Adds the rows.
    mutating func table(_ caption: String, _ columns: [String], _ rows: (inout HTML) -> Void) {
        // A region that scrolls can be reached by keyboard.
        element("div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption]) { html in
            html.element("table") { html in
                html.element("caption", text: caption)
                html.element("thead") { html in
                    html.element("tr") { html in
                        for column in columns { html.element("th", ["scope": "col"], text: column) }
                    }
                }
                html.line()
                html.element("tbody", [:], rows)
            }
        }
        line()
    }

    /// Adds a row of texts, of which the first heads the row.
    mutating func row(_ head: String, _ cells: [String]) {
        row(head) { html in for cell in cells { html.element("td", text: cell) } }
    }

    /// Adds a row with any cells after its head, which may have a smaller text below it.
    mutating func row(_ head: String, below note: String? = nil, _ cells: (inout HTML) -> Void) {
        element("tr") { html in
            html.element("th", ["scope": "row"]) { html in
                html.add(head)
                if let note { html.element("div", ["class": "small"], text: note) }
            }
            cells(&html)
        }
        line()
    }

    /// Adds a word with the colour of what it stands for.
    mutating func badge(_ word: String, _ kind: String) {
        element("span", ["class": "badge \(kind)"], text: word)
    }

    /// Adds a cell with such a word.
    mutating func badgeCell(_ word: String, _ kind: String) { element("td") { $0.badge(word, kind) } }
}
