import Foundation
import TestSupport
import Testing

@Suite struct `The guide on the rules of a round` {
    private static let root = URL.package

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func `Each behaviour that the guide on the rules names is one of the lab's`() throws {
        let guide = try Self.text("Sources/Kit/ConnectivityKit.docc/TheRulesOfARound.md")
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
