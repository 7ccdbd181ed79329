#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityWire
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

@Suite struct `The manual of the configuration` {
    @Test func `The configuration manual has every object and every member of the schema, with defaults`() async throws
    {
        let page = await Transcript.of("manual", "configuration").output.joined(separator: "\n")
        let objects = SchemaObject.all(in: PipelineConfiguration.schema)
        #expect(Set(objects.map(\.name)).isSuperset(of: ["Configuration", "Schedule", "Limits", "Endpoint", "Secret"]))
        expect(Set(objects.map(\.title)).count, objects.count)
        for object in objects {
            let section = try #require(page.components(separatedBy: ".Ss \(object.title)\n").last)
            for member in object.members {
                #expect(section.contains(".It Cm \\&\(member.name)\n"), "\(object.title): \(member.name)")
            }
        }
        #expect(page.contains("Default: 30.") && page.contains("Default: \"default\\-route\"."), "\(page)")
        for heading in ["FILES", "MEMBERS", "CERTIFICATE AUTHORITIES", "NOTIFIERS", "EXAMPLES", "SEE ALSO"] {
            #expect(page.contains("\n.Sh \(heading)\n"), "\(heading)")
        }
    }

    @Test func `The examples in the configuration manual are configurations, and together have every member`() throws {
        var used: Set<String> = []
        for example in ConfigurationExample.all {
            let json = try JSON(parsing: Array(example.text.utf8), of: PipelineConfiguration.pluginID)
            guard case .object(let members) = json.value else { continue }
            used.formUnion(members.map(\.name))
            if json["plugins"] != nil {
                try expect(PipelineConfiguration.Written(JSONText(json)).plugins.count, 1)
            } else {
                _ = try PipelineConfiguration(json: Array(example.text.utf8), registry: .standard())
            }
        }
        let members = try #require(SchemaObject.all(in: PipelineConfiguration.schema).first).members.map(\.name)
        expect(used, Set(members))
    }

    @Test func `The schema that is printed has every component with its options`() async throws {
        let printed = await Transcript.of("schema", "configuration").output.joined(separator: "\n")
        let json = try JSON(parsing: Array(printed.utf8), of: "schema")
        let registry = try PluginRegistry.standard()
        for (family, descriptions) in registry.families.map({ ($0.schemaName, $0.descriptions) }) {
            guard case .array(let forms)? = json["$defs"]?[family]?["anyOf"]?.value else {
                Issue.record("\(family) has no forms")
                continue
            }
            let names = forms.compactMap { $0["properties"]?["use"]?["const"]?.string }
            // The command also has components that the standard registry does not.
            for description in descriptions {
                let index = try #require(names.firstIndex(of: description.id.description))
                let form = forms[index]
                for option in description.options {
                    #expect(form["properties"]?[option.name] != nil, "\(description.id).\(option.name)")
                }
            }
        }
    }
}
#endif
