import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads a page with an XML parser of others, and notes what must not be in it.
final class PageCheck: NSObject, XMLParserDelegate {
    /// Everything that is wrong; empty if the page is well-formed and holds nothing but what a report may have.
    private(set) var faults: [String] = []
    /// The text of the page, without its style.
    private(set) var text = ""
    /// The names of the elements with their counts.
    private(set) var elements: [String: Int] = [:]
    private var path: [String] = []
    private var ids: Set<String> = []
    private var targets: Set<String> = []

    private static let known: Set<String> = [
        "html", "head", "meta", "title", "style", "body", "a", "header", "main", "footer", "nav", "section", "h1", "h2",
        "dl", "dt", "dd",
        "p", "ul", "ol", "li", "span", "strong", "div", "figure", "figcaption", "svg", "rect", "table", "caption",
        "thead",
        "tbody", "tr", "th", "td", "details", "summary", "wbr",
    ]

    private static let knownAttributes: Set<String> = [
        "lang", "charset", "name", "content", "http-equiv", "class", "id", "href", "role", "tabindex", "scope", "open",
        "aria-label", "aria-labelledby", "aria-hidden", "data-label", "viewBox", "preserveAspectRatio", "x",
        "y", "width", "height",
    ]

    init(_ html: String) {
        super.init()
        let parser = XMLParser(data: Data(html.utf8))
        parser.delegate = self
        if !parser.parse() { faults.append("line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "")") }
        for target in targets where !ids.contains(target) { faults.append("nothing has the id \(target)") }
        for scalar in html.unicodeScalars
        where scalar.properties.generalCategory == .format
            || scalar.properties.generalCategory == .control && scalar != "\n"
        {
            faults.append("U+\(String(scalar.value, radix: 16)) in the page")
        }
        for part in ["javascript:", "url(", "@import", "src="] where html.contains(part) && !text.contains(part) {
            faults.append("\(part) in the page")
        }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements[name, default: 0] += 1
        if !Self.known.contains(name) { faults.append("<\(name)> at line \(parser.lineNumber)") }
        for (attribute, value) in attributes {
            if !Self.knownAttributes.contains(attribute) { faults.append("\(name) has \(attribute)") }
            if attribute == "id", !ids.insert(value).inserted { faults.append("two elements have the id \(value)") }
            if attribute == "href" {
                if value.hasPrefix("#") {
                    targets.insert(String(value.dropFirst()))
                } else {
                    faults.append("a link to \(value)")
                }
            }
            if attribute == "aria-labelledby" { targets.insert(value) }
        }
        if name == "svg", attributes["aria-hidden"] == nil, attributes["aria-label"]?.isEmpty != false {
            faults.append("a picture without a text")
        }
        if name == "table", path.last != "div" { faults.append("a table that cannot be scrolled") }
        if name == "th", attributes["scope"] == nil { faults.append("a head without a scope") }
        path.append(name)
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        path.removeLast()
        if name == "table", elements["caption"] != elements["table"] { faults.append("a table without a caption") }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { if path.last != "style" { text += string } }
}
