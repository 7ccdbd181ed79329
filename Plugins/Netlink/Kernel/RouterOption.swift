#if os(Linux)
import ConnectivityCore

/// An option of a router advertisement from the kernel (`RTM_NEWNDUSEROPT`, linux/rtnetlink.h).
///
/// The kernel forwards options that it does not use itself, each in a separate message, and only while it accepts
/// router advertisements on the interface (`accept_ra`). No right is needed to receive them.
struct RouterOption: Equatable {
    enum Content: Equatable {
        /// Name servers (RFC 8106, section 5.1), and their lifetime in seconds.
        case nameServers([IPAddress], lifetime: UInt32)
        /// Domain names (RFC 8106, section 5.2), and their lifetime in seconds.
        case domains([String], lifetime: UInt32)
        /// The captive portal option, with its padding (RFC 8910, section 2.3).
        case captivePortal([UInt8])
        /// The prefix of a translator (RFC 8781, section 4), and its lifetime in seconds.
        case nat64(NAT64Prefix, lifetime: UInt32)
    }

    var interfaceIndex: Int
    /// The address of the router; it is local to the link.
    var router: IPAddress
    var content: Content

    static let messageType: UInt16 = 68
    /// The number of bytes before the options: struct nduseroptmsg.
    private static let headerSize = 16
    /// The type of the attribute with the router's address: NDUSEROPT_SRCADDR.
    private static let sourceAttribute = 1
    /// The ICMPv6 type of a router advertisement (RFC 4861, section 4.2).
    private static let advertisement: UInt8 = 134

    /// Decodes the payload of a message from the kernel.
    ///
    /// The result is empty if a length is wrong, if the sender is not a router of the link, or if no option is known.
    static func all(in payload: ArraySlice<UInt8>) -> [RouterOption] {
        guard payload.integer(at: 0, as: UInt8.self).flatMap(IPAddress.Family.init(kernel:)) == .ipv6,
            let length = payload.integer(at: 2, as: UInt16.self),
            let index = payload.integer(at: 4, as: Int32.self), index > 0,
            payload.integer(at: 8, as: UInt8.self) == advertisement, payload.integer(at: 9, as: UInt8.self) == 0,
            let options = payload.bytes(from: headerSize, to: headerSize + Int(length)),
            let attributes = payload.bytes(from: headerSize + Int(length).alignedToFour, to: payload.count),
            let source = NetlinkAttributes(attributes).first(where: { $0.number == sourceAttribute }),
            let router = IPAddress(source.value, family: .ipv6), router.isLinkLocal
        else { return [] }
        return contents(of: options).map { RouterOption(interfaceIndex: Int(index), router: router, content: $0) }
    }

    /// Decodes options: a type, a length in units of eight bytes, which counts both, and a value.
    ///
    /// Reading stops at an option of no length or of more bytes than there are (RFC 4861, section 4.6).
    static func contents(of options: ArraySlice<UInt8>) -> [Content] {
        var reader = ByteReader(options)
        var contents: [Content] = []
        while let type = reader.byte(), let units = reader.byte(), units > 0,
            let value = reader.bytes(Int(units) * 8 - 2)
        {
            if let content = content(type, value) { contents.append(content) }
        }
        return contents
    }

    private static func content(_ type: UInt8, _ value: ArraySlice<UInt8>) -> Content? {
        switch type {
        case 25: return nameServers(value)
        case 31: return domains(value)
        case 37: return .captivePortal(Array(value))
        case 38: return prefix(value)
        default: return nil
        }
    }

    /// Decodes two reserved bytes, the lifetime, and addresses of 16 bytes.
    private static func nameServers(_ value: ArraySlice<UInt8>) -> Content? {
        var reader = ByteReader(value.dropFirst(2))
        guard let lifetime = reader.uint32(), value.count >= 22, (value.count - 6).isMultiple(of: 16) else {
            return nil
        }
        var servers: [IPAddress] = []
        while servers.count < Provisioning.nameServerCountMax, let bytes = reader.bytes(16) {
            if let address = IPAddress(bytes: bytes), !address.isUnspecified, bytes.first != 0xFF {
                servers.append(address)
            }
        }
        return servers.isEmpty ? nil : .nameServers(servers, lifetime: lifetime)
    }

    /// Decodes two reserved bytes, the lifetime, and names as labels that end with an empty one (RFC 1035, section
    /// 3.1).
    private static func domains(_ value: ArraySlice<UInt8>) -> Content? {
        var reader = ByteReader(value.dropFirst(2))
        guard let lifetime = reader.uint32() else { return nil }
        var names: [String] = []
        var labels: [String] = []
        while let count = reader.byte() {
            // Zeros after the last name are padding.
            guard count > 0 else {
                if labels.isEmpty { break }
                names.append(labels.joined(separator: "."))
                labels = []
                continue
            }
            guard count <= 63, let label = reader.bytes(Int(count)) else { return nil }
            guard label.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2E }) else { return nil }
            labels.append(String(decoding: label, as: UTF8.self))
        }
        return names.isEmpty ? nil : .domains(names, lifetime: lifetime)
    }

    /// Decodes a lifetime in units of eight seconds, a code of the length, and the first 96 bits of the prefix.
    private static func prefix(_ value: ArraySlice<UInt8>) -> Content? {
        var reader = ByteReader(value)
        guard value.count == 14, let first = reader.uint16(), let bytes = reader.bytes(12) else { return nil }
        let code = Int(first & 7)
        guard code < NAT64Prefix.lengths.count, let address = IPAddress(bytes: Array(bytes) + [0, 0, 0, 0]),
            let prefix = NAT64Prefix(address, length: NAT64Prefix.lengths[code])
        else { return nil }
        return .nat64(prefix, lifetime: UInt32(first & 0xFFF8))
    }
}
#endif
