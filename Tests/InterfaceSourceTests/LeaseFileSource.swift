import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import Foundation

// begin
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
// end
