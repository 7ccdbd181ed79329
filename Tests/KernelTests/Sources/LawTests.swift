#if os(Linux)
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityNetworkManager

/// The sources of this package; add a new source here to test it against all laws.
enum Backend: String, CaseIterable, Sendable {
    case netlink = "source.netlink"
    case `static` = "source.static"
    case scripted = "source.scripted"
    case networkManager = "source.networkmanager"
    case filtered = "source.filtered"
    case merged = "source.merged"
}

@Suite struct `One suite of laws` {
    private static let pair = """
        link add veth0 type veth peer name veth1
        link set veth0 up
        link set veth1 up
        address add 192.0.2.10/24 dev veth0
        route add default via 192.0.2.1 dev veth0
        """

    @Test func `The tests of the laws cover every registered source`() throws {
        let named = Set(try PluginRegistry.standard()[.source].ids.map(\.description))
        var expected = Set(Backend.allCases.map(\.rawValue))
        #if !canImport(CSystemd)
        expected.remove(Backend.networkManager.rawValue)
        #endif
        expect(named, expected)
    }

    @Test(arguments: [Backend.static, .scripted, .filtered, .merged])
    func `Every source without a network obeys the laws`(backend: Backend) async throws {
        try await obeys(backend)
    }

    @Test(.needs(.namespaces)) func `The source on netlink obeys the laws while the network changes`() async throws {
        try await obeys(.netlink)
    }

    @Test(.needs(NetworkManagerLab.need))
    func `The source on NetworkManager obeys the laws while the network changes`() async throws {
        try await obeys(.networkManager)
    }

    private static let script: String = {
        let step = #"{"after": 0.05, "interfaces": [{"name": "eth0"}]}, {"after": 0.05, "interfaces": []}"#
        return #"{"use": "source.scripted", "steps": [{"interfaces": []}, \#(step), \#(step)]}"#
    }()

    private func obeys(_ backend: Backend) async throws {
        switch backend {
        case .netlink:
            let network = try await TestNetwork()
            try await check(network.netlink()) { try await network.ip($0) }
        case .static:
            try await check(try made(#"{"use": "source.static", "interfaces": [{"name": "eth0"}]}"#)) { _ in }
        case .scripted:
            try await check(try made(Self.script)) { _ in }
        case .filtered:
            let text = #"{"use": "source.filtered", "source": \#(Self.script), "ignore": ["lo"]}"#
            try await check(try made(text)) { _ in }
        case .merged:
            let other = #"{"use": "source.static", "interfaces": [{"name": "wlan0"}]}"#
            try await check(try made(#"{"use": "source.merged", "sources": [\#(other), \#(Self.script)]}"#)) { _ in }
        case .networkManager:
            #if canImport(CSystemd)
            try await NetworkManagerLab.with { lab in
                // NetworkManager assigns its own addresses to new interfaces, so only links are changed here.
                try await check(lab.source()) { lines in
                    try await lab.ip(
                        lines.split(separator: "\n").filter { $0.hasPrefix("link") }.joined(separator: "\n")
                    )
                }
            }
            #endif
        }
    }

    private func made(_ text: String) throws -> any InterfaceSource {
        try PluginRegistry.standard().source(ComponentReference(text: text))
    }

    /// Checks a source against the laws in two observations, while lines of the ip command change the network half
    /// of the time.
    private func check(
        _ source: any InterfaceSource,
        _ change: @escaping @Sendable (String) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await InterfaceSourceLaws.check(
                    source,
                    for: .milliseconds(1500),
                    clock: ContinuousClock(),
                    slack: .seconds(5)
                )
            }
            group.addTask {
                try await change(Self.pair)
                for number in 0..<20 {
                    try await change("link set veth1 \(number.isMultiple(of: 2) ? "down" : "up")")
                    try await Task.sleep(for: .milliseconds(150))
                }
            }
            try await group.waitForAll()
        }
    }
}
#endif
