#if os(Linux)
import CNetlink
import ConnectivityCore

/// The facts of an `NL80211_CMD_NEW_SCAN_RESULTS` message about the access point of an interface.
struct AssociationRecord: Hashable {
    var interfaceIndex: Int
    var wifi: NetworkInterface.WiFi
    /// The number of the link if an association has several links (IEEE 802.11be); otherwise 0.
    var link: UInt8

    /// Decodes the payload of a message; `nil` for other commands, and for access points without an association.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let message = GenericMessage(payload),
            message.command == Int(NL80211_CMD_NEW_SCAN_RESULTS.rawValue)
        else { return nil }
        var index: Int32?
        var station: ArraySlice<UInt8>?
        for attribute in message.attributes {
            switch UInt32(attribute.number) {
            case NL80211_ATTR_IFINDEX.rawValue: index = attribute.value.integer(at: 0, as: Int32.self)
            case NL80211_ATTR_BSS.rawValue: station = attribute.value
            default: break
            }
        }
        guard let index, index > 0, let station else { return nil }
        interfaceIndex = Int(index)
        wifi = NetworkInterface.WiFi(ssid: [])
        link = 0
        var status: UInt32?
        for attribute in NetlinkAttributes(station) {
            switch UInt32(attribute.number) {
            case NL80211_BSS_STATUS.rawValue: status = attribute.value.integer(at: 0, as: UInt32.self)
            case NL80211_BSS_BSSID.rawValue: wifi.bssid = Self.hardwareAddress(attribute.value)
            case NL80211_BSS_FREQUENCY.rawValue: wifi.frequency = Self.frequency(attribute.value)
            case NL80211_BSS_SIGNAL_MBM.rawValue: wifi.signal = Self.signal(attribute.value)
            case NL80211_BSS_MLO_LINK_ID.rawValue: link = attribute.value.first ?? 0
            // The elements of the last probe response and of the last beacon, which may hide the name.
            case NL80211_BSS_INFORMATION_ELEMENTS.rawValue, NL80211_BSS_BEACON_IES.rawValue:
                let elements = InformationElements(attribute.value)
                if wifi.ssid.isEmpty { wifi.ssid = elements.ssid ?? [] }
                if wifi.interworking == nil { wifi.interworking = elements.interworking }
            default: break
            }
        }
        guard let status, Self.joined.contains(status) else { return nil }
    }

    private static let joined = [NL80211_BSS_STATUS_ASSOCIATED, NL80211_BSS_STATUS_IBSS_JOINED].map(\.rawValue)

    private static func hardwareAddress(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count == 6 else { return nil }
        return bytes.map(\.hexadecimal).joined(separator: ":")
    }

    private static func frequency(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.integer(at: 0, as: UInt32.self).flatMap { $0 > 0 ? Int($0) : nil }
    }

    /// Rounds the kernel's hundredths of dBm; `nil` for 0 or more, which means that the driver measured nothing.
    private static func signal(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let hundredths = bytes.integer(at: 0, as: Int32.self), hundredths < 0 else { return nil }
        return (Int(hundredths) - 50) / 100
    }
}
#endif
