import ConnectivityCore

@testable import ConnectivityFixtures

/// A part of a page, before it is written in one of the many spellings of HTML that gateways use.
indirect enum Markup {
    case element(String, [(name: String, value: String?)], [Markup])
    /// Text for people.
    case text(String)
    /// Text that is written unchanged: the content of a script or a style, and a comment.
    case verbatim(String)

    static let void: Set = ["meta", "input", "frame", "br", "hr", "link"]

    /// Returns the part as HTML.
    func written(_ style: MarkupStyle) -> String {
        switch self {
        case .text(let text): return style.isLoose ? "\n  \(text)\n" : text
        case .verbatim(let text): return text
        case .element(let name, var attributes, let content):
            if style.hasMoreAttributes {
                attributes.insert(("class", "page-item"), at: 0)
                attributes.append(("data-port", "7"))
            }
            if style.isReversed { attributes.reverse() }
            var tag = "<\(style.cased(name))"
            for (name, value) in attributes {
                tag += style.isLoose ? "\n\t" : " "
                tag += style.cased(name)
                if let value { tag += (style.isLoose ? " = " : "=") + style.quoted(value) }
            }
            tag += style.isLoose ? "\n>" : ">"
            let end = style.isTight ? "" : "\n"
            guard !Self.void.contains(name) else { return tag + end }
            return tag + content.map { $0.written(style) }.joined() + "</\(style.cased(name))>" + end
        }
    }
}

/// One spelling of HTML; all spellings mean the same to a browser.
struct MarkupStyle {
    var tags: String?
    var quotes: String?
    var references: String?
    var isLoose = false
    var isTight = false
    var isReversed = false
    var hasMoreAttributes = false

    init(_ variant: Variant) {
        tags = variant[.tags]
        quotes = variant[.quotes]
        references = variant[.references]
        isLoose = variant[.space] == "loose"
        isTight = variant[.space] == "tight"
        isReversed = variant[.order] != nil
        hasMoreAttributes = variant[.attributes] != nil
    }

    /// Returns a name of an element or attribute in another letter case.
    fileprivate func cased(_ name: String) -> String {
        switch tags {
        case "upper": name.uppercased()
        case "mixed": mixedCase(name)
        default: name
        }
    }

    /// Returns a value with its quotes; a value that needs quotes has them.
    fileprivate func quoted(_ value: String) -> String {
        var value = value
        switch references {
        case "none": break
        case "numeric":
            value = value.replacing("&", with: "&#38;").replacing("/", with: "&#x2F;").replacing(":", with: "&#58;")
        default: value = value.replacing("&", with: "&amp;")
        }
        let needsQuotes = value.isEmpty || value.contains { " \t\n\"'=<>`".contains($0) }
        let isSingle = value.contains("\"") || quotes == "single" && !value.contains("'")
        let quote: Character = isSingle ? "'" : "\""
        return quotes == "none" && !needsQuotes ? value : "\(quote)\(value)\(quote)"
    }
}

/// Returns a name whose letters alternate between upper and lower case.
func mixedCase(_ name: String) -> String {
    String(name.enumerated().map { $0.offset.isMultiple(of: 2) ? Character($0.element.uppercased()) : $0.element })
}
