#if canImport(CCurl) && canImport(CPCRE2) && os(Linux)
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import TestSupport
import Testing

/// The README and the guides, with the code that tests compile.
@Suite struct `The guides` {
    private static let root = URL.package

    private static func files(_ type: String, in folders: [String]) throws -> [(path: String, text: String)] {
        try folders.flatMap { folder -> [(path: String, text: String)] in
            let paths =
                FileManager.default.enumerator(atPath: root.appending(path: folder).path)?
                .compactMap { $0 as? String } ?? []
            return try paths.filter { $0.hasSuffix(".\(type)") && !$0.contains(".build/") }
                .map { (path: "\(folder)/\($0)", text: try text("\(folder)/\($0)")) }
        }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func guides() throws -> [(path: String, text: String)] {
        [("README.md", try text("README.md"))] + (try files("md", in: ["Sources"]))
    }

    /// The blocks of code in a guide, except those that show a reader's present code.
    private static func blocks(_ language: String, in guide: String) -> [String] {
        let parts = guide.components(separatedBy: "```\(language)\n")
        return zip(parts, parts.dropFirst()).compactMap { before, block in
            let paragraph = before.trimmingCharacters(in: .whitespacesAndNewlines).components(separatedBy: "\n\n").last
            return paragraph?.contains("Before") == true ? nil : block.components(separatedBy: "\n```").first
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The package outside sees what a reader sees: public declarations.
    ///
    /// It has no traits, so what needs one is compiled here.
    @Test func `Swift code in the guides is compiled by a package outside, paragraph by paragraph`() throws {
        let outside = try Self.files("swift", in: ["Tests/OutsidePlugin"]).map { Self.lines($0.text) }
        let composed = Self.lines(try Self.text("Tests/FrameworkTests/Registry/CompositionTests.swift"))
        var count = 0
        for (path, text) in try Self.guides() {
            for block in Self.blocks("swift", in: text) where !block.contains("swift-tools-version") {
                for paragraph in block.components(separatedBy: "\n\n") {
                    let shown = Self.lines(paragraph).filter { !$0.hasPrefix("import ") }
                    guard let first = shown.first else { continue }
                    count += 1
                    let compiled = paragraph.contains("CurlProber()") ? [composed] : outside
                    let isCompiled = compiled.contains { $0.contains(first) && $0.firstRange(of: shown) != nil }
                    #expect(isCompiled, "Tests/OutsidePlugin does not compile this of \(path):\n\(paragraph)")
                }
            }
        }
        #expect(count > 0)
    }

    @Test func `JSON in the guides can be read`() throws {
        let registry = try PluginRegistry.standard(adding: [ProbePlugin.self, ServiceStatePlugin.self])
        var count = 0
        // The scenarios of a guide are read by a separate test.
        for (path, text) in try Self.guides() where !path.hasSuffix("/ServingAScenario.md") {
            // Kit has no programs; Tests/Recipes/run uses what the guide shows of them.
            for block in Self.blocks("json", in: text) where !block.contains("prober.program") {
                count += 1
                #expect(throws: Never.self, "\(path): \(block)") {
                    if block.contains("source.s"), !block.contains("validators") {
                        _ = try registry.source(ComponentReference(text: block))
                    } else {
                        _ = try Pipeline(PipelineConfiguration(json: Data(block.utf8), registry: registry)) {}
                    }
                }
            }
        }
        #expect(count > 0)
    }

    @Test func `Links in the guides lead to existing files and guides`() throws {
        for (path, text) in try Self.guides() {
            for match in text.matches(of: /\]\((?!http)([^)#]+)\)/) {
                let file = Self.root.appending(path: String(match.1))
                #expect(FileManager.default.fileExists(atPath: file.path), "\(path) names \(match.1)")
            }
            for match in text.matches(of: /<doc:(\w+)>/) {
                let guide = URL(filePath: path, relativeTo: Self.root).deletingLastPathComponent()
                    .appending(path: "\(match.1).md")
                #expect(FileManager.default.fileExists(atPath: guide.path), "\(path) names \(match.1)")
            }
        }
    }

    @Test func `The guide to rules names every rule of an expectation, with its options`() throws {
        let text = try Self.text("Sources/Kit/ConnectivityKit.docc/RulesWithoutProgramming.md")
        let registry = try PluginRegistry.standard()
        // These see a portal or trouble, or need no place in a language of rules.
        let others: Set<PluginID> = [
            "validator.no-reply", "validator.no-such-name", "validator.placed", "validator.testimony",
        ]
        let signs = Set(
            try Self.text("Sources/Kit/ConnectivityKit.docc/ComposingAPipeline.md").matches(
                of: /\| `(validator\.[a-z-]+)` \|/
            ).map { PluginID(String($0.1)) }
        )
        let rules = registry[.validator].descriptions.filter {
            !others.contains($0.id) && !signs.contains($0.id) && $0.id != "validator.portal-signals"
        }
        #expect(!rules.isEmpty)
        for rule in rules {
            #expect(text.contains("| `\(rule.id)` |"), "\(rule.id)")
            let isSmall = rule.id != "validator.matches" && rule.id != "validator.challenge"
            for option in rule.options where isSmall || option.isRequired {
                #expect(text.contains("`\(option.name)`"), "\(rule.id): \(option.name)")
            }
        }
    }

    @Test func `The guide to interface sources names every source`() throws {
        let text = try Self.text("Sources/Kit/ConnectivityKit.docc/ChoosingAnInterfaceSource.md")
        for id in try PluginRegistry.standard()[.source].ids { #expect(text.contains("`\(id)`"), "\(id)") }
    }
}
#endif
