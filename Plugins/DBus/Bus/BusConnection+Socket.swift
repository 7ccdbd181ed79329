#if canImport(CSystemd) && os(Linux)
import Glibc

extension BusConnection {
    private static let pathPrefix = "unix:path="
    private static let systemAddress = "unix:path=/run/dbus/system_bus_socket"

    /// Returns the path of the socket of a bus (`system`, `session` or a D-Bus address); `nil` if the bus has several
    /// addresses, or none that is written as a plain path.
    package static func socket(of bus: String) -> String? {
        let address =
            switch bus {
            case system: variable("DBUS_SYSTEM_BUS_ADDRESS") ?? systemAddress
            case session: variable("DBUS_SESSION_BUS_ADDRESS") ?? ""
            default: bus
            }
        guard address.hasPrefix(pathPrefix), !address.contains(";"), !address.contains("%") else { return nil }
        let path = address.dropFirst(pathPrefix.count).prefix { $0 != "," }
        return path.hasPrefix("/") ? String(path) : nil
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
#endif
