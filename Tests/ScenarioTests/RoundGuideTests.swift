import Foundation
import Testing

@Suite struct `The guide on how a round is decided` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The text of each file in Sources and Plugins.
    private static func sources() throws -> [String] {
        var texts: [String] = []
        for folder in ["Sources", "Plugins"] {
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder),
                includingPropertiesForKeys: nil
            )
            while let file = files?.nextObject() as? URL {
                if file.pathExtension == "swift" { texts.append(try String(contentsOf: file, encoding: .utf8)) }
            }
        }
        return texts
    }

    @Test func `The walk of one answer names each function once, and each exists`() throws {
        let guide = try Self.text(".github/CONTRIBUTING.md")
        let functions = guide.matches(of: /\n\| `(\w+)\.(\w+)\(([\w:]*)\)` \|/)
            .map { (type: String($0.1), name: String($0.2), labels: $0.3.split(separator: ":").map(String.init)) }
        #expect(!functions.isEmpty)
        #expect(Set(functions.map { "\($0.type).\($0.name)\($0.labels)" }).count == functions.count)
        let sources = try Self.sources()
        for function in functions {
            let type = try Regex("(struct|class|protocol|enum|extension) \(function.type)\\b")
            #expect(sources.contains { $0.contains(function.type) && $0.contains(type) }, "\(function)")
            // Each label is followed by a parameter name or a colon, in any layout.
            let parameters = function.labels.map { $0 == "_" ? "_ \\w+:" : "\($0)( \\w+)?:" }
                .joined(separator: "[^;{]*?")
            let declaration = try Regex("func \(function.name)(<[^>]*>)?\\(\\s*\(parameters)")
            #expect(
                sources.contains { $0.contains("func \(function.name)") && $0.contains(declaration) },
                "\(function)"
            )
        }
    }

    @Test func `Each behaviour that the guide on the rules names is one of the lab's`() throws {
        let guide = try Self.text("Sources/ConnectivityKit/ConnectivityKit.docc/TheRulesOfARound.md")
        let rows = try Self.text("Tests/Lab/behaviours.tsv").split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        let cells = guide.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap {
            $0.split(separator: "|").last
        }
        let words: [Substring] = cells.flatMap { $0.matches(of: /`([a-z0-9-]+)`/).map(\.1) }
        let named = words.filter { $0.contains("-") || $0 == "honest" }
        #expect(named.count >= 20)
        for name in named where name != "proved-owners-except" { #expect(rows.contains(name), "\(name)") }
    }
}
