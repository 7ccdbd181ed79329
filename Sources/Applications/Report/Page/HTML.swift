import ConnectivityCore
import ConnectivityRedaction

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
    /// The columns of the table that is being added, and the next one of its row.
    var columns: [String] = []
    var column = 0
    private var redactor = TextRedactor(.standard)

    /// Adds an element with content; an attribute without a value is left out.
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

    /// Adds a URL or a name that a browser may break between its parts, such as `LOCKED_` and `PORTAL`, and not within one.
    mutating func add(parts content: String) {
        var last: Character = " "
        for character in escaped(content.printable(limit: 160)) {
            if last.isLowercase, character.isUppercase { text += "<wbr/>" }
            text.append(character)
            if "/?=-_.".contains(character) { text += "<wbr/>" }
            last = character
        }
    }

    /// Adds a line end, so that the source can be read.
    mutating func line() { text += "\n" }

    /// Adds what this program wrote itself, such as the type of the document.
    mutating func raw(_ content: StaticString) { text += content.description }

    /// Adds the style sheet: colours for light and dark with a contrast of at least 4.5 for text and 3 for shapes (WCAG 2.2,
    /// success criteria 1.4.3 and 1.4.11), and one column that fits any width.
    mutating func style() {
        // Without the line end of the file.
        element("style") { $0.text += String(decoding: PackageResources.page_css.dropLast(), as: UTF8.self) }
    }

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
