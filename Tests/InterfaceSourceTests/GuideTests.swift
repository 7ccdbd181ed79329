import ConnectivityKit
import ConnectivityTestKit
import Foundation
import Testing

@Suite struct `The guides to interface sources` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func guide(_ name: String) throws -> String {
        let folder = Self.root.appending(path: "Sources/ConnectivityKit/ConnectivityKit.docc")
        return try String(contentsOf: folder.appending(path: "\(name).md"), encoding: .utf8)
    }

    @Test func `The guide shows the compiled example source line by line`() throws {
        let file = Self.root.appending(path: "Tests/InterfaceSourceTests/LeaseFileSource.swift")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n// begin\n")
        let example = try #require(parts.last?.components(separatedBy: "// end\n").first)
        #expect(example.split(separator: "\n").count <= 42)
        #expect(try guide("WritingAnInterfaceSource").contains("```swift\n\(example)```\n"))
    }

    @Test func `The guide lists every source that a configuration can name`() throws {
        let text = try guide("ChoosingAnInterfaceSource")
        for id in try PluginRegistry.standard().sources.ids { #expect(text.contains("`\(id)`"), "\(id)") }
    }

    @Test func `The JSON examples of the guide are valid sources`() throws {
        let registry = try PluginRegistry.standard()
        let blocks = try guide("ChoosingAnInterfaceSource").components(separatedBy: "```json\n").dropFirst()
        #expect(blocks.count >= 2)
        for block in blocks {
            let text = try #require(block.components(separatedBy: "```").first)
            #expect(throws: Never.self, "\(text)") { try registry.source(ComponentReference(text: text)) }
        }
    }

    @Test func `The guide's example source obeys the laws and can be named`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "lease-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("eth0 192.0.2.7/24 192.0.2.1\nnonsense\n".utf8).write(to: file)
        var registry = try PluginRegistry.standard()
        try registry.add(LeaseFilePlugin.self)
        let source = try registry.source(ComponentReference("source.lease-file", options: ["path": file.path]))
        let before = Interface(
            name: "eth0",
            index: 1,
            kind: .other,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 0)]
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let snapshots = [InterfaceSnapshot([before]), InterfaceSnapshot()]
                // Other tests run at the same time and may delay the first report.
                try await InterfaceSourceLaws.check(
                    source,
                    reporting: snapshots,
                    clock: ContinuousClock(),
                    slack: .seconds(20)
                )
            }
            // The first observation ends with the empty list, and the second begins with it.
            try await Task.sleep(for: .milliseconds(300))
            try Data().write(to: file, options: .atomic)
            try await group.waitForAll()
        }
    }
}
