import ConnectivityCore
import ConnectivityKit

extension Vector {
    /// A snapshot with the interface that the words describe; it is complete except for what they say is missing.
    var snapshot: InterfaceSnapshot {
        let text = interface.lowercased()
        let words = Set(text.split { !$0.isLetter }.map(String.init))
        let isDown =
            !words.isDisjoint(with: ["down", "disconnected", "none", "loopback"]) || text.contains("not connected")
            || text.contains("isconnected=false")
        // Words that only describe a link do not imply a default route.
        let isLinkAlone = words.isSubset(of: ["was", "lan", "comes", "up"])
        let route = NetworkInterface.DefaultRoute(family: .ipv4, gateway: "192.0.2.1", metric: 100)
        return InterfaceSnapshot([
            NetworkInterface(
                name: "link0",
                index: 2,
                kind: kind(words),
                isUp: !isDown,
                hasCarrier: !isDown,
                addresses: [NetworkInterface.Address("192.0.2.7", prefixLength: 24)],
                defaultRoutes: isLinkAlone ? [] : [route]
            )
        ])
    }

    private func kind(_ words: Set<String>) -> NetworkInterface.Kind {
        let kinds: [(NetworkInterface.Kind, Set<String>)] = [
            (.vpn, ["vpn"]), (.wifi, ["wifi"]), (.cellular, ["cellular", "mobile"]), (.ethernet, ["ethernet", "eth"]),
        ]
        return kinds.first { !$1.isDisjoint(with: words) }?.0 ?? .other
    }
}
