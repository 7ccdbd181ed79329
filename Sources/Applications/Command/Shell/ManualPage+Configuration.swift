import ConnectivityCore
import ConnectivityKit
import ConnectivityWire

extension ManualPage {
    /// The page about the configuration: its files, every member with type and default, and all components.
    static func configuration(_ registry: PluginRegistry) -> ManualPage {
        var page = ManualPage("connectivityctl-configuration", section: 5, about: "configuration of connectivityctl")
        page.add(embedded: PackageResources.manual_configuration_txt)
        page.addMembers(registry.descriptions)
        page.add(embedded: PackageResources.manual_authorities_txt)
        for family in registry.families {
            page.add(".Sh \(family.plural.uppercased())\n.Bl -tag -width Ds")
            for component in family.descriptions {
                let options = component.options.map { option in
                    let kind = option.kind == "any value" ? "" : " (\(option.kind.replacing("|", with: " | ")))"
                    return option.isRequired ? option.name + kind : "[\(option.name)\(kind)]"
                }
                page.add(".It Cm \(component.id)")
                page.add(prose: component.summary.sentence)
                if !options.isEmpty { page.add(prose: "Options: \(options.joined(separator: ", ")).") }
                for option in component.options {
                    if let text = registry.descriptions["\(component.id).\(option.name)"] {
                        page.add(prose: "\(option.name): \(text)")
                    }
                }
            }
            page.add(".El")
        }
        page.add(".Sh EXAMPLES")
        for example in ConfigurationExample.all {
            page.add(prose: example.title)
            let lines = example.text.split(separator: "\n").map { escaped(String($0)) }
            page.add(".Bd -literal -offset indent\n\(lines.joined(separator: "\n"))\n.Ed\n.Pp")
        }
        page.removeLastParagraph()
        page.add(".Sh SEE ALSO\n.Xr connectivityctl 1 ,\n.Xr connectivityctl-doctor 1 ,\n.Xr connectivityctl-schema 1")
        return page
    }

    /// Adds the members of the configuration and of its objects, from the table for reading.
    private mutating func addMembers(_ descriptions: [String: String]) {
        for object in SchemaObject.all(in: PipelineConfiguration.schema) {
            add(".Ss \(object.title)\n.Bl -tag -width Ds")
            for member in object.members {
                add(".It Cm \(Self.argument(member.name))")
                let usual = member.usual.map { " Default: \($0.inWords)." } ?? ""
                let kind = member.schema.words.sentence
                add(prose: kind + (member.isRequired ? " Required." : usual))
                if let text = descriptions["\(object.name).\(member.name)"] { add(prose: text) }
            }
            add(".El")
        }
    }
}

/// An object of a schema with its members, and the member that contains it.
struct SchemaObject {
    var name: String
    var title: String
    var members: [Schema.Member]

    /// Returns every object except components, in reading order.
    static func all(in schema: Schema) -> [SchemaObject] {
        var found: [SchemaObject] = []
        func visit(_ schema: Schema, _ owner: String?) {
            switch schema {
            case .list(let element), .map(let element): visit(element, owner)
            case .either(let schemas): for schema in schemas { visit(schema, owner) }
            case .object(let name, let members):
                guard !found.contains(where: { $0.name == name }) else { return }
                let members = members()
                let title = owner.map { "An object of \($0)" } ?? "The configuration"
                let isKnown = found.contains { $0.title == title }
                found.append(SchemaObject(name: name, title: isKnown ? "\(title): \(name)" : title, members: members))
                for member in members { visit(member.schema, member.name) }
            default: break
            }
        }
        visit(schema, nil)
        return found
    }
}

extension JSON {
    /// The text on one line, with spaces for line breaks.
    fileprivate var inWords: String {
        String(decoding: encoded(.pretty), as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Schema {
    fileprivate var words: String {
        switch self {
        case .any: return "any value"
        case .text: return "text"
        case .choice(let texts): return texts.joined(separator: " or ")
        case .whole: return "whole number"
        case .number: return "number"
        case .flag: return "true or false"
        case .null: return "null"
        case .list(let element): return "list of \(element.words)"
        case .map(let value): return "object with names and \(value.words)"
        case .object: return "object"
        case .open: return "component with options"
        case .either(let schemas):
            // null is the same as a missing member.
            var words: [String] = []
            for word in schemas.map(\.words) where word != "null" && !words.contains(word) { words.append(word) }
            return words.joined(separator: " or ")
        }
    }
}

extension String {
    /// The text with an initial capital and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

/// A complete configuration in the manual.
struct ConfigurationExample {
    var title: String
    var text: String

    static let all: [ConfigurationExample] = String(embedded: PackageResources.configuration_examples_txt)
        .split(separator: "\n\n")
        .map { example in
            let lines = example.split(separator: "\n")
            return ConfigurationExample(title: String(lines[0]), text: lines.dropFirst().joined(separator: "\n"))
        }
}
