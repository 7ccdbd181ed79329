#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit

/// Queries nl80211 for the networks that the wireless interfaces are associated with, see linux/nl80211.h.
///
/// Two requests are sufficient, and any process may send them: `NL80211_CMD_GET_INTERFACE` for the interfaces, and
/// `NL80211_CMD_GET_SCAN` for the access points known to the kernel, with a mark on the associated one. Both read the
/// kernel's memory: no scan is started and no driver is queried. `NL80211_CMD_GET_STATION` is not used, because a
/// driver may have to wait for its device. The signal strength is therefore that of the last evaluated beacon.
struct WiFiReader: ~Copyable {
    /// The result of the search for nl80211.
    enum Opening: ~Copyable {
        case reader(WiFiReader)
        /// The kernel does not have nl80211.
        case absent
        case stopped
    }

    enum Outcome {
        /// The associations by interface index; not settled if changes may have hidden one.
        case associations([Int: NetworkInterface.WiFi], isSettled: Bool)
        case stopped
    }

    private let family: UInt16
    private var requester: KernelRequester<NetlinkSocket>
    private let events: NetlinkSocket
    private var buffer = [UInt8](repeating: 0, count: 1 << 12)

    /// Opens two sockets in the network namespace of the calling thread, one of them in the group "mlme".
    static func open(unless stop: Waker?) throws(LinuxError) -> Opening {
        var requester = KernelRequester(try NetlinkSocket(genericGroup: nil))
        var family: GenericFamily?
        let question = GenericRequest.family(named: "nl80211")
        if try requester.ask(question, unless: stop, each: { family = GenericFamily($0) }) == .stopped {
            return .stopped
        }
        guard let family, let group = family.groups["mlme"] else { return .absent }
        let events = try NetlinkSocket(genericGroup: group)
        return .reader(WiFiReader(family: family.number, requester: requester, events: events))
    }

    /// The number of the socket that announces associations, for a wait on another socket.
    var eventNumber: Int32 { events.number }

    /// Empties the queue of announcements, except for the rest at `end`; returns whether another query is due.
    ///
    /// Only the command of a message is used: local access points and scans cause many messages that change no
    /// association.
    mutating func drain(until end: ContinuousClock.Instant) throws(LinuxError) -> Bool {
        var isTriggered = false
        repeat {
            switch try events.receive(into: &buffer) {
            case .datagram(let count): isTriggered = Self.isTrigger(buffer[..<count], of: family) || isTriggered
            case .overflow: isTriggered = true
            case .foreign: break
            case .empty: return isTriggered
            }
        } while ContinuousClock.now < end
        return isTriggered
    }

    /// Whether a datagram announces a changed association.
    static func isTrigger(_ datagram: ArraySlice<UInt8>, of family: UInt16) -> Bool {
        NetlinkMessages(datagram).contains { message in
            message.type == family && GenericMessage(message.payload).map { triggers.contains($0.command) } ?? false
        }
    }

    private static let triggers = [
        NL80211_CMD_CONNECT, NL80211_CMD_ROAM, NL80211_CMD_DISCONNECT, NL80211_CMD_JOIN_IBSS,
        NL80211_CMD_CH_SWITCH_NOTIFY,
    ].map { Int($0.rawValue) }

    /// Reads the associations of all wireless interfaces.
    mutating func read(unless stop: Waker?) throws(LinuxError) -> Outcome {
        var interfaces: [WirelessInterfaceRecord] = []
        let question = GenericRequest.wirelessInterfaces(family: family)
        let end = try requester.ask(question, unless: stop) {
            WirelessInterfaceRecord($0).map { interfaces.append($0) }
        }
        if end == .stopped { return .stopped }
        var isSettled = end == .complete
        var associations: [Int: NetworkInterface.WiFi] = [:]
        for interface in interfaces where interface.isStation {
            var best: AssociationRecord?
            let question = GenericRequest.scanResults(family: family, interfaceIndex: interface.index)
            let end = try requester.ask(question, unless: stop) {
                guard let record = AssociationRecord($0), record.interfaceIndex == interface.index else { return }
                // Of several links, the link with the lowest number counts, regardless of their order.
                if best.map({ record.link < $0.link }) ?? true { best = record }
            }
            if end == .stopped { return .stopped }
            if best == nil, end == .interrupted { isSettled = false }
            if best?.wifi.ssid.isEmpty == true { best?.wifi.ssid = interface.ssid ?? [] }
            associations[interface.index] = best?.wifi
        }
        return .associations(associations, isSettled: isSettled)
    }
}
#endif
