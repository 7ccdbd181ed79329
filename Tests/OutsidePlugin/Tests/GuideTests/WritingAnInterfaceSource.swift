import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Testing

// Code of the guides "Writing an interface source" and "Choosing an interface source", which the tests of the guides compare
// with this file.

/// Reads interfaces from a file that another program writes: a line `NAME ADDRESS/LENGTH [GATEWAY]` for each.
struct LeaseFileSource: InterfaceSource, Configurable {
    static var pluginID: PluginID { "source.lease-file" }
    var path: String

    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        var last: InterfaceSnapshot?
        while true {
            try Task.checkCancellation()
            let snapshot = try read()
            if snapshot.steady != last?.steady {
                last = snapshot
                report(snapshot)
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func read() throws -> InterfaceSnapshot {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").prefix(64)
        let interfaces = lines.enumerated().compactMap { position, line -> NetworkInterface? in
            let words = line.split(separator: " ")
            guard words.count >= 2, let address = NetworkInterface.Address(words[1]) else { return nil }
            let gateway = words.count > 2 ? IPAddress(words[2]) : nil
            return NetworkInterface(
                name: String(words[0].prefix(15)),
                index: position + 1,
                kind: .other,
                addresses: [address],
                defaultRoutes: gateway.map { [.init(family: $0.family, gateway: $0, metric: 0)] } ?? []
            )
        }
        return InterfaceSnapshot(interfaces)
    }
}

enum LeaseFilePlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(source: LeaseFileSource.self)
    }
}

@Suite struct `The interface source of the guide` {
    private let file = FileManager.default.temporaryDirectory.appending(path: "lease-\(UUID().uuidString)")

    @Test func `The guide's source obeys the laws and can be named`() async throws {
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

    @Test func `The guide's source ends if its file cannot be read`() async {
        await #expect(throws: CocoaError.self) {
            try await LeaseFileSource(path: file.path).observe { _ in Issue.record("nothing is known") }
        }
    }

    @Test func `An interface of which only the name is known is usable`() {
        let source = StaticInterfaceSource(InterfaceSnapshot([NetworkInterface(named: "eth0")]))
        #expect(source.snapshot.interfaces.first?.isUsable == true)
    }
}
