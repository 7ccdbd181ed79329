package import ConnectivityCore
import ConnectivityKit
package import ConnectivityRegistry
import ConnectivityWire

/// The schema of a configuration with the components of a build, for completion of names and options in an editor.
package struct ConfigurationSchema {
    /// The components, by the name of their kind in the schema.
    private let families: [String: [ComponentDescription]]
    private let descriptions: [String: String]

    package init(_ registry: PluginRegistry) {
        descriptions = registry.descriptions
        families = registry.families.reduce(into: [:]) { $0[$1.schemaName] = $1.descriptions }
    }

    /// Returns the schema as a document.
    package func document(title: String) -> JSON {
        changed(
            PipelineConfiguration.schema.document(
                title: title,
                defining: families.values.flatMap { $0.flatMap(\.options).compactMap(\.field?.schema) },
                descriptions
            )
        )
    }

    /// Returns a part of the document with the components of each family.
    private func changed(_ part: JSON) -> JSON {
        switch part.value {
        case .array(let elements): return JSON(.array(elements.map(changed)))
        case .object(let members):
            return JSON(
                .object(
                    members.map { member in
                        if let components = families[member.name], member.value["properties"]?["use"] != nil {
                            return JSON.Member(member.name, family(components))
                        }
                        if member.name == "anyOf", case .array(let options) = member.value.value {
                            return JSON.Member(member.name, JSON(.array(named(options).map(changed))))
                        }
                        return JSON.Member(member.name, changed(member.value))
                    }
                )
            )
        default: return part
        }
    }

    /// Returns alternatives in which the text, a component's name, has examples.
    private func named(_ options: [JSON]) -> [JSON] {
        let references = options.compactMap { $0["$ref"]?.string?.split(separator: "/").last.map(String.init) }
        guard let components = references.lazy.compactMap({ families[$0] }).first else { return options }
        let names = JSON.array(components.map { .string($0.id.description) })
        return options.map { option in
            option["type"]?.string == "string" ? .object([("type", .string("string")), ("examples", names)]) : option
        }
    }

    /// The objects of a family: one form per component, and one for the components of plugins.
    private func family(_ components: [ComponentDescription]) -> JSON {
        let names = JSON.array(components.map { .string($0.id.description) })
        let other = JSON.object([
            ("type", .string("object")),
            (
                "properties",
                .object([("use", .object([("type", .string("string")), ("not", .object([("enum", names)]))]))])
            ),
            ("required", .array([.string("use")])),
        ])
        return .object([("anyOf", .array(components.map(component) + [other]))])
    }

    private func component(_ component: ComponentDescription) -> JSON {
        let use = JSON.object([("const", .string(component.id.description))])
        let options = component.options.map { ($0.name, option($0, descriptions["\(component.id).\($0.name)"])) }
        let required = ["use"] + component.options.filter(\.isRequired).map(\.name)
        return .object([
            ("type", .string("object")), ("description", .string(component.summary)),
            ("properties", .object([("use", use)] + options)), ("required", .array(required.map(JSON.string))),
        ])
    }

    /// The schema of an option; only a completely described kind is required.
    private func option(_ option: ComponentDescription.Option, _ description: String?) -> JSON {
        if let field = option.field { return changed(field.json(description)) }
        let choices = option.kind.split(separator: "|").map(String.init)
        let text = ("description", description.map(JSON.string))
        switch option.kind {
        case "true|false": return .object([text, ("type", .string("boolean"))])
        case "integer", "number": return .object([text, ("type", .string(option.kind))])
        default:
            guard choices.count > 1, !option.kind.hasPrefix("list of") else {
                return .object([("description", .string(description ?? option.kind))])
            }
            return .object([text, ("enum", .array(choices.map(JSON.string)))])
        }
    }
}
