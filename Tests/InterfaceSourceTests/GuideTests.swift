import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Testing

@Suite struct `The guides to interface sources` {
    @Test func `The guide's example source obeys the laws and can be named`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "lease-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("eth0 192.0.2.7/24 192.0.2.1\nnonsense\n".utf8).write(to: file)
        var registry = try PluginRegistry.standard()
        try registry.add(LeaseFilePlugin.self)
        let source = try registry.source(ComponentReference("source.lease-file", options: ["path": file.path]))
        let before = NetworkInterface(
            name: "eth0",
            index: 1,
            kind: .other,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 0)]
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let snapshots = [InterfaceSnapshot([before]), InterfaceSnapshot()]
                // Other tests run at the same time and may keep the first report waiting.
                try await InterfaceSourceLaws.check(source, reporting: snapshots, slack: .seconds(20))
            }
            // The first observation ends with the empty list, and the second begins with it.
            try await Task.sleep(for: .milliseconds(300))
            try Data().write(to: file, options: .atomic)
            try await group.waitForAll()
        }
    }
}
