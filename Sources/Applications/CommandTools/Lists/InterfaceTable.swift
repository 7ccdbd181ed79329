package import ConnectivityCore
import ConnectivityKit

/// A snapshot as a table for people.
///
/// Each interface has one line, and further lines for each address, route and name server after the first. The
/// system's name servers follow the table.
package struct InterfaceTable {
    package let text: String

    package init(_ snapshot: InterfaceSnapshot, within columns: Int? = nil) {
        let (preferred, underlay) = (snapshot.preferred?.index, snapshot.underlay?.index)
        var table = Table([
            "", "name", "kind", "state", "egress", "addresses", "default routes", "DNS servers", "portal",
        ])
        for interface in snapshot.interfaces {
            let cells = [
                [interface.index == preferred ? "*" : interface.index == underlay ? "+" : ""],
                [interface.name.printable(limit: 20)], [interface.kindText], [interface.stateText],
                [IPAddress.Family.allCases.filter(interface.egress.contains).map(\.rawValue).joined(separator: " ")],
                interface.addresses.map(\.text), interface.defaultRoutes.map(\.text),
                interface.nameServers.map(\.description), [interface.captivePortal?.text ?? ""],
            ]
            for line in 0..<cells.map(\.count).reduce(1, max) {
                table.add(cells.map { line < $0.count ? $0[line] : "" })
            }
        }
        let servers = snapshot.nameServers.map(\.description).joined(separator: ", ")
        text = table.text(within: columns) + (servers.isEmpty ? "" : "\n\nDNS servers of the whole system: \(servers)")
    }
}

extension NetworkInterface {
    /// The kind, or the role as an IPv4 translator, with the wireless network, or with the driver if it differs from the kind.
    fileprivate var kindText: String {
        if let wifi { return "\(kind.rawValue) \(wifi.ssid.isEmpty ? "(hidden)" : wifi.name)" }
        if isTranslator { return "translator (CLAT)" }
        guard let driver, driver != kind.rawValue else { return kind.rawValue }
        return "\(kind.rawValue) (\(driver.printable(limit: 20)))"
    }

    fileprivate var stateText: String {
        let state =
            if !isUp {
                "off"
            } else if operationalState == .dormant || operationalState == .testing {
                operationalState?.rawValue ?? ""
            } else if !hasCarrier {
                "no carrier"
            } else {
                isUsable ? "usable" : "up"
            }
        return isMetered == true ? "\(state), metered" : state
    }
}

extension NetworkInterface.Address {
    fileprivate var text: String { state == .preferred ? description : "\(description) \(state.rawValue)" }
}

extension NetworkInterface.DefaultRoute {
    fileprivate var text: String {
        let way = "\(family.rawValue)\(gateway.map { " via \($0)" } ?? "") metric \(metric)"
        return table == Self.mainTable ? way : "\(way) table \(table)"
    }
}

extension Provisioning.CaptivePortalOption {
    fileprivate var text: String {
        switch self {
        case .api(let url): url.description.printable(limit: 80)
        case .unrestricted: "none (reported by the network)"
        }
    }
}
