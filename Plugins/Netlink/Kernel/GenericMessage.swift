#if os(Linux)
import CNetlink

/// The payload of a generic netlink message: a command and attributes, see linux/genetlink.h.
struct GenericMessage {
    /// The size of `struct genlmsghdr`.
    static let headerSize = 4

    var command: Int
    var attributes: NetlinkAttributes

    /// Decodes a payload; `nil` if it is shorter than its header.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let command = payload.first, let rest = payload.bytes(from: Self.headerSize, to: payload.count) else {
            return nil
        }
        self.command = Int(command)
        attributes = NetlinkAttributes(rest)
    }
}

/// The facts that the controller of generic netlink reports about a family.
struct GenericFamily: Hashable {
    /// The type of the family's messages, which the kernel assigns at each start.
    var number: UInt16
    /// The numbers of the groups that can be joined, by name.
    var groups: [String: UInt32]

    /// Decodes the payload of a `CTRL_CMD_NEWFAMILY` message; `nil` if it has no valid message type.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let message = GenericMessage(payload), message.command == CTRL_CMD_NEWFAMILY else { return nil }
        var number: UInt16?
        var groups: [String: UInt32] = [:]
        for attribute in message.attributes {
            switch attribute.number {
            case CTRL_ATTR_FAMILY_ID: number = attribute.value.integer(at: 0, as: UInt16.self)
            case CTRL_ATTR_MCAST_GROUPS:
                // A list of numbered entries with attributes.
                for entry in NetlinkAttributes(attribute.value) {
                    if let (name, number) = Self.group(entry.value) { groups[name] = number }
                }
            default: break
            }
        }
        // Lower types are control messages of netlink itself.
        guard let number, number >= NLMSG_MIN_TYPE else { return nil }
        self.number = number
        self.groups = groups
    }

    private static func group(_ bytes: ArraySlice<UInt8>) -> (name: String, number: UInt32)? {
        var name: String?
        var number: UInt32?
        for attribute in NetlinkAttributes(bytes) {
            switch attribute.number {
            case CTRL_ATTR_MCAST_GRP_NAME: name = attribute.text
            case CTRL_ATTR_MCAST_GRP_ID: number = attribute.value.integer(at: 0, as: UInt32.self)
            default: break
            }
        }
        guard let name, let number else { return nil }
        return (name, number)
    }
}
#endif
