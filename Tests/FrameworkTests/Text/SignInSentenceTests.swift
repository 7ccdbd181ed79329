import ConnectivityKit
import ConnectivityRegistry
import ConnectivityText
import Foundation
import TestSupport
import Testing

@Suite struct SignInSentenceTests {
    private static let folder = URL.package.appending(path: "Plugins/SignIn")

    /// The codes that the sources of agents other than that of WISPr name.
    private static func codes() throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        let texts = try paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("WISPr") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        let found = texts.flatMap { $0.matches(of: /\.signIn\(\s*"([a-z-]+)"/).map { String($0.output.1) } }
        return Set(found + ["done", "unchecked", "extended", "not-extended"])
    }

    @Test func `Each reason of recipes, click-through and extension has a sentence`() throws {
        let codes = try Self.codes()
        #expect(codes.count > 35)
        let templates = [Sentences.coreTemplates, try PluginRegistry.standard().sentenceTemplates]
        let known = Set(templates.flatMap(\.keys).map { key in String(key.prefix { $0 != "?" }) })
        expect(codes.map { "sign-in-\($0)" }.filter { !known.contains($0) }, [])
    }
}
