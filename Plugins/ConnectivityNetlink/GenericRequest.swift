#if os(Linux)
internal import CNetlink

/// A question over generic netlink, see linux/genetlink.h and linux/nl80211.h.
enum GenericRequest: KernelRequest {
    /// The number and the groups of a family, asked of the controller.
    ///
    /// For a family that is not there the kernel looks for a module that brings it.
    case family(named: String)
    /// The wireless interfaces, asked of nl80211 by its number.
    case wirelessInterfaces(family: UInt16)
    /// What the last scans of an interface found, asked of nl80211 by its number.
    case scanResults(family: UInt16, interfaceIndex: Int)

    var answer: UInt16 {
        switch self {
        case .family: UInt16(GENL_ID_CTRL)
        case .wirelessInterfaces(let family), .scanResults(let family, _): family
        }
    }

    /// A kernel without the family, or an interface that is gone meanwhile, has nothing to tell.
    var mayBeRefused: Bool { true }

    func message(sequence: UInt32) -> [UInt8] {
        switch self {
        case .family(let name):
            let body = Self.header(Int(CTRL_CMD_GETFAMILY)) + Self.attribute(CTRL_ATTR_FAMILY_NAME, name.utf8 + [0])
            // The acknowledgement ends the answer, which is no list.
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

    /// A `struct genlmsghdr`: the command, a version that the kernel does not read, two bytes of nothing.
    private static func header(_ command: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: command), 1, 0, 0] }
}
#endif
