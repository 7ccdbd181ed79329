import ConnectivityKit

/// A snapshot as a table for people: an interface a line, and a line more for each address and route after the first.
struct InterfaceTable {
    private var table = Table(["", "name", "kind", "state", "egress", "addresses", "default routes"])

    var text: String { table.text }

    init(_ snapshot: InterfaceSnapshot) {
        let preferred = snapshot.preferred?.index
        let underlay = snapshot.underlay?.index
        for interface in snapshot.interfaces {
            let addresses = interface.addresses.map(\.text)
            let routes = interface.defaultRoutes.map(\.text)
            table.add([
                interface.index == preferred ? "*" : interface.index == underlay ? "+" : "",
                interface.name.printable(limit: 20),
                interface.kindText,
                interface.stateText,
                AddressFamily.allCases.filter(interface.egress.contains).map(\.rawValue).joined(separator: " "),
                addresses.first ?? "",
                routes.first ?? "",
            ])
            for line in 1..<max(addresses.count, routes.count, 1) {
                let address = line < addresses.count ? addresses[line] : ""
                let route = line < routes.count ? routes[line] : ""
                table.add(["", "", "", "", "", address, route])
            }
        }
    }
}

extension Interface {
    /// The kind, with the driver where that says more, or the wireless network.
    fileprivate var kindText: String {
        if let wifi { return "\(kind.rawValue) \(wifi.ssid.isEmpty ? "(hidden)" : wifi.name)" }
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

extension Interface.Address {
    fileprivate var text: String { state == .preferred ? description : "\(description) \(state.rawValue)" }
}

extension Interface.DefaultRoute {
    fileprivate var text: String {
        let way = "\(family.rawValue)\(gateway.map { " via \($0)" } ?? "") metric \(metric)"
        return table == Self.mainTable ? way : "\(way) table \(table)"
    }
}
