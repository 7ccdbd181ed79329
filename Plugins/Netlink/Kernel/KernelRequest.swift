#if os(Linux)
import CNetlink
import ConnectivityCore

/// A request to the kernel.
protocol KernelRequest {
    /// The type of the answer's messages.
    var answer: UInt16 { get }
    /// Whether the kernel may refuse because the requested route, object or family does not exist.
    var mayBeRefused: Bool { get }

    /// Returns the bytes of the request, whose sequence number the messages of the answer repeat.
    func message(sequence: UInt32) -> [UInt8]
}

extension KernelRequest {
    /// Returns a message with its header, see netlink(7); the kernel's port is 0.
    static func message(type: UInt16, flags: Int32, sequence: UInt32, _ body: [UInt8]) -> [UInt8] {
        bytes(UInt32(NetlinkMessage.headerSize + body.count)) + bytes(type) + bytes(UInt16(truncatingIfNeeded: flags))
            + bytes(sequence) + bytes(UInt32(0)) + body
    }

    var mayBeRefused: Bool { false }

    static func attribute(_ number: Int, _ value: UInt32) -> [UInt8] { attribute(number, bytes(value)) }

    static func attribute(_ number: Int, _ value: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: value.count.alignedToFour - value.count)
        return bytes(UInt16(NetlinkAttribute.headerSize + value.count)) + bytes(UInt16(truncatingIfNeeded: number))
            + value + padding
    }

    /// Returns the bytes of an integer in the host's byte order.
    static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value.littleEndian >> ($0 * 8)) }
    }
}

/// A request over rtnetlink(7).
enum RouteRequest: KernelRequest, Hashable {
    case links
    case addresses(IPAddress.Family)
    /// The unicast routes of a family, in all tables.
    case routes(IPAddress.Family)
    /// One next-hop object (ip-nexthop(8)).
    case nextHop(UInt32)
    /// The route that the kernel selects for a packet to an address; nothing is sent to the address.
    ///
    /// Without a source, the packet has no source address yet; with the number of an interface, it must leave there.
    case way(to: IPAddress, from: IPAddress? = nil, through: Int? = nil)
    case neighbours(IPAddress.Family, interfaceIndex: Int)

    var answer: UInt16 {
        switch self {
        case .links: UInt16(RTM_NEWLINK)
        case .addresses: UInt16(RTM_NEWADDR)
        case .routes, .way: UInt16(RTM_NEWROUTE)
        case .nextHop: UInt16(RTM_NEWNEXTHOP)
        case .neighbours: UInt16(RTM_NEWNEIGH)
        }
    }

    var mayBeRefused: Bool { !isTable }

    private var isTable: Bool {
        switch self {
        case .links, .addresses, .routes, .neighbours: true
        case .nextHop, .way: false
        }
    }

    func message(sequence: UInt32) -> [UInt8] {
        let (type, body) = content
        // An answer that is not a list ends with the acknowledgement.
        let flags = NLM_F_REQUEST | (isTable ? NLM_F_DUMP : NLM_F_ACK)
        return Self.message(type: UInt16(type), flags: flags, sequence: sequence, body)
    }

    private var content: (type: Int, body: [UInt8]) {
        switch self {
        case .links:
            // struct ifinfomsg; counters would be most of an answer and change all the time.
            return (RTM_GETLINK, Self.zeros(16) + Self.attribute(IFLA_EXT_MASK, UInt32(RTEXT_FILTER_SKIP_STATS)))
        case .addresses(let family):
            // struct ifaddrmsg
            return (RTM_GETADDR, [family.kernel] + Self.zeros(7))
        case .routes(let family):
            return (RTM_GETROUTE, Self.route(family, type: UInt8(RTN_UNICAST)))
        case .nextHop(let number):
            // struct nhmsg
            return (RTM_GETNEXTHOP, Self.zeros(8) + Self.attribute(NHA_ID, number))
        case .neighbours(let family, let index):
            // struct ndmsg
            let interface = Self.attribute(Int(NDA_IFINDEX), UInt32(truncatingIfNeeded: index))
            return (RTM_GETNEIGH, [family.kernel] + Self.zeros(11) + interface)
        case .way(let destination, let source, let index):
            let length = UInt8(destination.bytes.count * 8)
            let header = Self.route(destination.family, lengths: (length, source == nil ? 0 : length))
            let from = source.map { Self.attribute(Int(RTA_SRC.rawValue), $0.bytes) } ?? []
            let out = index.map { Self.attribute(Int(RTA_OIF.rawValue), UInt32(truncatingIfNeeded: $0)) } ?? []
            return (RTM_GETROUTE, header + Self.attribute(Int(RTA_DST.rawValue), destination.bytes) + from + out)
        }
    }

    /// The address that represents the Internet: that of a.root-servers.net, from IANA's root hints (RFC 9609).
    ///
    /// It is announced everywhere and hardly ever changes, because resolvers have it built in. It has no separate
    /// routes in configurations, unlike the addresses of public resolvers.
    static func internet(_ family: IPAddress.Family) -> IPAddress {
        family == .ipv4 ? "198.41.0.4" : "2001:503:ba3e::2:30"
    }

    /// Returns a `struct rtmsg`, with the prefix lengths of the destination and the source.
    private static func route(_ family: IPAddress.Family, lengths: (UInt8, UInt8) = (0, 0), type: UInt8 = 0) -> [UInt8]
    {
        [family.kernel, lengths.0, lengths.1, 0, 0, 0, 0, type] + zeros(4)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

/// A request over generic netlink, see linux/genetlink.h and linux/nl80211.h.
enum GenericRequest: KernelRequest {
    /// The number and the groups of a family, requested from the controller.
    ///
    /// If the family does not exist, the kernel tries to load a module that provides it.
    case family(named: String)
    /// The wireless interfaces, requested from nl80211 by its number.
    case wirelessInterfaces(family: UInt16)
    /// The results of the last scans of an interface, requested from nl80211 by its number.
    case scanResults(family: UInt16, interfaceIndex: Int)

    var answer: UInt16 {
        switch self {
        case .family: UInt16(GENL_ID_CTRL)
        case .wirelessInterfaces(let family), .scanResults(let family, _): family
        }
    }

    /// A request may be refused because the kernel lacks the family or the interface has disappeared.
    var mayBeRefused: Bool { true }

    func message(sequence: UInt32) -> [UInt8] {
        switch self {
        case .family(let name):
            let body = Self.header(Int(CTRL_CMD_GETFAMILY)) + Self.attribute(CTRL_ATTR_FAMILY_NAME, name.utf8 + [0])
            // The acknowledgement ends the answer, which is not a list.
            return Self.message(type: answer, flags: NLM_F_REQUEST | NLM_F_ACK, sequence: sequence, body)
        case .wirelessInterfaces:
            let body = Self.header(Int(NL80211_CMD_GET_INTERFACE.rawValue))
            return Self.message(type: answer, flags: NLM_F_REQUEST | NLM_F_DUMP, sequence: sequence, body)
        case .scanResults(_, let index):
            let body =
                Self.header(Int(NL80211_CMD_GET_SCAN.rawValue))
                + Self.attribute(Int(NL80211_ATTR_IFINDEX.rawValue), UInt32(truncatingIfNeeded: index))
            return Self.message(type: answer, flags: NLM_F_REQUEST | NLM_F_DUMP, sequence: sequence, body)
        }
    }

    /// Returns a `struct genlmsghdr`: the command, a version that the kernel ignores, and two reserved bytes.
    private static func header(_ command: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: command), 1, 0, 0] }
}
#endif
