#if canImport(CSystemd) && os(Linux)
import ConnectivityDBus

/// NetworkManager's objects, by path, interface and property.
struct NetworkManagerObjects: Hashable, Sendable {
    typealias Properties = [String: BusValue]

    /// The interfaces of each object, by their names without the prefix `service`; the manager's own name is empty.
    var byPath: [String: [String: Properties]] = [:]

    static let service = "org.freedesktop.NetworkManager"
    static let manager = "/org/freedesktop/NetworkManager"
    static let root = "/org/freedesktop"

    /// The properties that are read; all others are skipped.
    static let wanted: [String: Set<String>] = [
        "": ["Connectivity", "ConnectivityCheckAvailable", "ConnectivityCheckEnabled"],
        "Device": [
            "Interface", "IpInterface", "DeviceType", "Driver", "State", "InterfaceFlags", "Metered", "Ip4Config",
            "Ip6Config", "Dhcp4Config", "Ip4Connectivity", "Ip6Connectivity",
        ],
        "Device.Wireless": ["ActiveAccessPoint"],
        "AccessPoint": ["Ssid", "HwAddress", "Frequency"],
        "Connection.Active": ["Devices", "Default", "Default6", "Vpn"],
        "IP4Config": ["AddressData", "RouteData", "NameserverData", "Domains"],
        "IP6Config": ["AddressData", "RouteData", "Nameservers", "Domains"],
        "DHCP4Config": ["Options"],
    ]

    /// The maximum number of objects; a device that sees hundreds of access points has hundreds of objects.
    static let countMax = 65_536

    init(_ byPath: [String: [String: Properties]] = [:]) { self.byPath = byPath }

    init(_ message: BusMessage) throws(BusError) {
        var found: [String: [String: Properties]] = [:]
        try message.entries("{oa{sa{sv}}}") { (path) throws(BusError) in
            guard found.count < Self.countMax else { throw .malformed }
            try message.entries("{sa{sv}}") { (interface) throws(BusError) in
                guard let name = Self.shortName(interface), let wanted = Self.wanted[name] else {
                    return try message.skip()
                }
                try message.entries("{sv}") { (property) throws(BusError) in
                    guard wanted.contains(property) else { return try message.skip() }
                    found[path, default: [:]][name, default: [:]][property] = try message.value()
                }
            }
        }
        byPath = found
    }

    static func shortName(_ interface: String) -> String? {
        if interface == service { return "" }
        return interface.hasPrefix("\(service).") ? String(interface.dropFirst(service.utf8.count + 1)) : nil
    }

    /// The properties of an object that another object refers to; empty if there is no such object.
    subscript(_ path: BusValue?, _ interface: String) -> Properties {
        path?.text.flatMap { byPath[$0]?[interface] } ?? [:]
    }
}
#endif
