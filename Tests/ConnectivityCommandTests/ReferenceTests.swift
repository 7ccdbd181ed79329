import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Testing

@testable import ConnectivityCommand

@Suite struct `The guide to the command` {
    private static let guide = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/ConnectivityKit/ConnectivityKit.docc/TheCommand.md")

    @Test func `The guide to the command has the help of every verb, as .ci/reference writes it`() async throws {
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        for verb in CommandLineTool.verbs {
            // That of a verb that begins others lists these too.
            let words = verb.grammar.name.split(separator: " ").map(String.init)
            let help = await Transcript.of(words: words + ["--help"]).output.joined(separator: "\n")
            let section = "### \(verb.grammar.name)\n\n```\n\(help)\n```\n"
            #expect(text.contains(section), "run .ci/reference: \(verb.grammar.name) differs")
        }
    }

    @Test func `The guide to the command has every exit status`() throws {
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        for status in ExitStatus.allCases { #expect(text.contains("| \(status.rawValue) | "), "\(status)") }
    }

    @Test func `The guide to the command has every component of the registry with its options`() async throws {
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        let registry = try PluginRegistry.standard()
        let components =
            registry.sources.descriptions + registry.provisioningReaders.descriptions
            + registry.trafficSources.descriptions + registry.probers.descriptions
            + registry.validators.descriptions + registry.policies.descriptions + registry.notifiers.descriptions
            + registry.signInAgents.descriptions
        for component in components {
            let options = component.options.map { $0.isRequired ? "`\($0.name)`" : "[`\($0.name)`]" }
            let row = "| `\(component.id)` | \(component.summary) | \(options.joined(separator: ", ")) |"
            #expect(text.contains(row), "run .ci/reference: \(component.id) differs")
        }
    }
}
