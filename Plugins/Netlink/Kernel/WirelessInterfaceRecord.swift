#if os(Linux)
import CNetlink

/// The facts of an `NL80211_CMD_NEW_INTERFACE` message about a wireless interface; omitted facts are `nil`.
struct WirelessInterfaceRecord: Hashable {
    var index: Int
    /// Whether the interface joins networks, in contrast to an access point or a monitor.
    var isStation: Bool
    /// The name of the network, reported if the driver or the kernel itself chose the access point.
    var ssid: [UInt8]?

    /// Decodes the payload of a message; `nil` for other commands and for devices without a network interface.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let message = GenericMessage(payload), message.command == Int(NL80211_CMD_NEW_INTERFACE.rawValue) else {
            return nil
        }
        var index: Int32?
        var type: UInt32?
        for attribute in message.attributes {
            switch UInt32(attribute.number) {
            case NL80211_ATTR_IFINDEX.rawValue: index = attribute.value.integer(at: 0, as: Int32.self)
            case NL80211_ATTR_IFTYPE.rawValue: type = attribute.value.integer(at: 0, as: UInt32.self)
            case NL80211_ATTR_SSID.rawValue: ssid = InformationElements.ssid(attribute.value)
            default: break
            }
        }
        guard let index, index > 0 else { return nil }
        self.index = Int(index)
        isStation = type.map(Self.stations.contains) ?? false
    }

    private static let stations = [NL80211_IFTYPE_STATION, NL80211_IFTYPE_P2P_CLIENT, NL80211_IFTYPE_ADHOC].map(
        \.rawValue
    )
}
#endif
