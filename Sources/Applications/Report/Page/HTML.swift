import ConnectivityCore
import ConnectivityRedaction

/// Accumulates HTML; everything but names of elements and attributes is escaped.
///
/// Names are constants of this program (`StaticString`), and no function adds markup as text. The result is also
/// well-formed XML, so that any parser can check it. All texts are redacted like records, because pages are passed on.
struct HTML {
    typealias Attributes = KeyValuePairs<StaticString, String?>

    /// The maximum number of characters of a text; the rest is replaced by an ellipsis.
    private static let characterCountMax = 2000

    private(set) var text = ""
    /// The columns of the current table.
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

    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text content: String) {
        element(name, attributes) { $0.add(content) }
    }

    /// Adds an element without an end tag (HTML, "void elements").
    mutating func void(_ name: StaticString, _ attributes: Attributes = [:]) { start(name, attributes, end: "/>") }

    mutating func add(_ content: String) { text += escaped(content) }

    /// Adds a line end, for a readable source.
    mutating func line() { text += "\n" }

    /// Adds constant markup, such as the type of the document.
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

    /// Returns the text without secrets, and without characters that begin or end markup, change the direction, or are invisible.
    private mutating func escaped(_ content: String) -> String {
        // Text beyond twice the limit has no effect on the shown text.
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
