#if os(Linux)
internal import CNetlink
internal import ConnectivityCore

/// The facts of an `NL80211_CMD_NEW_INTERFACE` message about a wireless interface; a fact that the message omits is
/// `nil`.
struct WirelessInterfaceRecord: Hashable {
    var index: Int
    /// Whether the interface joins networks, in contrast to an access point or a monitor.
    var isStation: Bool
    /// The name of the network, which kernels report if the driver or the kernel itself chose the access point.
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

/// The facts of an `NL80211_CMD_NEW_SCAN_RESULTS` message about the access point that an interface is associated
/// with.
struct AssociationRecord: Hashable {
    var interfaceIndex: Int
    var wifi: NetworkInterface.WiFi
    /// The number of the link if an association has several links (IEEE 802.11be); otherwise 0.
    var link: UInt8

    /// Decodes the payload of a message; `nil` for other commands, and for access points that the interface is not
    /// associated with.
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

/// The elements of a beacon: each has a number, a length, and that many bytes (IEEE 802.11, section 9.4.2).
struct InformationElements: Sequence, IteratorProtocol {
    private var reader: ByteReader

    init(_ bytes: ArraySlice<UInt8>) { reader = ByteReader(bytes) }

    mutating func next() -> (number: UInt8, value: ArraySlice<UInt8>)? {
        var rest = reader
        guard let number = rest.byte(), let length = rest.byte(), let value = rest.bytes(Int(length))
        else { return nil }
        reader = rest
        return (number, value)
    }

    /// The name of the network, from the element with number 0; `nil` if it is hidden or missing.
    var ssid: [UInt8]? { lazy.first { $0.number == 0 }.flatMap { Self.ssid($0.value) } }

    /// The announcement of the element with number 107; `nil` if it is missing.
    var interworking: NetworkInterface.WiFi.Interworking? {
        guard let options = lazy.first(where: { $0.number == 107 })?.value.first else { return nil }
        return .init(hasInternet: options & 0x10 != 0, requiresFurtherStep: options & 0x20 != 0)
    }

    /// Returns a name; `nil` if it is hidden (empty or zeros) or longer than the maximum of 32 bytes.
    static func ssid(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        bytes.count <= 32 && bytes.contains { $0 != 0 } ? Array(bytes) : nil
    }
}
#endif
