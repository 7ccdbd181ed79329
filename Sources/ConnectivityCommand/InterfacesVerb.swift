import ConnectivityKit

/// `connectivityctl interfaces`: what the source sees.
enum InterfacesVerb: Verb {
    static let grammar = Grammar(
        name: "interfaces",
        summary: "List the network interfaces and which one the system prefers.",
        options: [.flag("json", "print JSON")]
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let snapshot = try await firstSnapshot()
        if arguments.has("json") {
            try console.printJSON(snapshot)
            return .success
        }
        var table = Table(["", "name", "kind", "state", "addresses", "default routes", "name servers", "portal"])
        for interface in snapshot.interfaces {
            table.add([
                interface == snapshot.preferred ? "*" : "",
                interface.name.printable(limit: 20),
                interface.kind.rawValue,
                !interface.isUp ? "off" : !interface.hasCarrier ? "no carrier" : interface.isUsable ? "usable" : "up",
                interface.addresses.map { "\($0.address)/\($0.prefixLength)" }.joined(separator: " "),
                interface.defaultRoutes.map(\.text).joined(separator: ", "),
                interface.nameServers.map(\.description).joined(separator: " "),
                interface.captivePortal?.text ?? "",
            ])
        }
        console.print(table.text)
        if !snapshot.nameServers.isEmpty {
            console.print(
                "The machine asks \(snapshot.nameServers.map(\.description).joined(separator: ", ")) for names."
            )
        }
        return .success
    }

    private static func firstSnapshot() async throws -> InterfaceSnapshot {
        let (snapshots, continuation) = AsyncStream.makeStream(of: InterfaceSnapshot.self)
        let source = try PipelineConfiguration().platformSource()
        do {
            return try await withThrowingTaskGroup(of: InterfaceSnapshot?.self) { group in
                group.addTask {
                    try await source.observe { continuation.yield($0) }
                    return nil
                }
                group.addTask {
                    for await snapshot in snapshots { return snapshot }
                    return nil
                }
                defer { group.cancelAll() }
                return try await (group.next() ?? nil) ?? InterfaceSnapshot()
            }
        } catch {
            throw CommandError.software("the interfaces cannot be observed: \(error)")
        }
    }
}

extension Interface.DefaultRoute {
    fileprivate var text: String { "\(family.rawValue)\(gateway.map { " via \($0)" } ?? "") metric \(metric)" }
}

extension CaptivePortalOption {
    fileprivate var text: String {
        switch self {
        case .api(let url): url.description.printable(limit: 80)
        case .unrestricted: "none, says the network"
        }
    }
}
