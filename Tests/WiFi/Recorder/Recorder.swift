import CNetlink
import Glibc

/// Sends the requests and writes each answer under a name.
enum Recorder {
    static func recordTables() {
        let socket = KernelSocket(NETLINK_ROUTE)
        // RTEXT_FILTER_SKIP_STATS makes the kernel leave out counters, which are most of an answer.
        let noCounters = attribute(UInt16(IFLA_EXT_MASK), bytes(UInt32(RTEXT_FILTER_SKIP_STATS)))
        write("links", socket.dump(UInt16(RTM_GETLINK), zeros(16) + noCounters))
        write("addresses", socket.dump(UInt16(RTM_GETADDR), zeros(8)))
        for (name, family) in [("ipv4", AF_INET), ("ipv6", AF_INET6)] {
            let header = [UInt8(family)] + zeros(11)
            write("routes \(name)", socket.dump(UInt16(RTM_GETROUTE), header))
            write("rules \(name)", socket.dump(UInt16(RTM_GETRULE), header))
            // The route that the kernel selects for a packet to a.root-servers.net.
            let root: [UInt8] =
                family == AF_INET
                ? [198, 41, 0, 4] : [0x20, 0x01, 0x05, 0x03, 0xBA, 0x3E, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0x30]
            let question = [UInt8(family), UInt8(root.count * 8)] + zeros(10)
            write(
                "egress \(name)",
                socket.ask(UInt16(RTM_GETROUTE), question + attribute(UInt16(RTA_DST.rawValue), root))
            )
        }
    }

    static func recordWiFi() {
        let socket = KernelSocket(NETLINK_GENERIC)
        guard let family = resolve(socket, isWritten: true) else { return }
        let interfaces = socket.dump(family.id, generic(UInt8(NL80211_CMD_GET_INTERFACE.rawValue)))
        write("interfaces", interfaces)
        for index in interfaces.flatMap(attributes).filter({ $0.number == 3 }).map(\.value) {
            let which = attribute(UInt16(NL80211_ATTR_IFINDEX.rawValue), index)
            let number = index.first ?? 0
            write("scan \(number)", socket.dump(family.id, generic(UInt8(NL80211_CMD_GET_SCAN.rawValue)) + which))
            write(
                "stations \(number)",
                socket.dump(family.id, generic(UInt8(NL80211_CMD_GET_STATION.rawValue)) + which)
            )
        }
    }

    static func recordEvents(for seconds: Int32) {
        let route = KernelSocket(NETLINK_ROUTE)
        for group in [RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR, RTNLGRP_IPV4_ROUTE, RTNLGRP_IPV6_ROUTE] {
            route.join(group.rawValue)
        }
        let generic = KernelSocket(NETLINK_GENERIC)
        if let family = resolve(generic, isWritten: false), let group = family.groups["mlme"] { generic.join(group) }
        var clock = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &clock)
        let end = clock.tv_sec + Int(seconds)
        while clock.tv_sec < end {
            for datagram in route.receive(within: 50) { write("event route", [datagram]) }
            for datagram in generic.receive(within: 50) { write("event nl80211", [datagram]) }
            unsafe clock_gettime(CLOCK_MONOTONIC, &clock)
        }
    }

    /// Requests the number of "nl80211" and of its groups from the controller.
    private static func resolve(_ socket: KernelSocket, isWritten: Bool) -> (id: UInt16, groups: [String: UInt32])? {
        let name = attribute(UInt16(CTRL_ATTR_FAMILY_NAME), Array("nl80211".utf8) + [0])
        let answer = socket.ask(UInt16(GENL_ID_CTRL), generic(UInt8(CTRL_CMD_GETFAMILY)) + name)
        if isWritten { write("controller", answer) }
        var id: UInt16?
        var groups: [String: UInt32] = [:]
        for attribute in answer.flatMap(attributes) {
            if attribute.number == UInt16(CTRL_ATTR_FAMILY_ID) { id = UInt16(integer(attribute.value)) }
            guard attribute.number == UInt16(CTRL_ATTR_MCAST_GROUPS) else { continue }
            for entry in list(attribute.value) {
                let parts = list(entry.value)
                guard let name = parts.first(where: { $0.number == 1 }),
                    let number = parts.first(where: { $0.number == 2 })
                else { continue }
                groups[String(decoding: name.value.dropLast(), as: UTF8.self)] = integer(number.value)
            }
        }
        return id.map { ($0, groups) }
    }

    private static func write(_ name: String, _ datagrams: [[UInt8]]) {
        print("[\(name)]")
        for datagram in datagrams {
            var rest = datagram[...]
            while !rest.isEmpty {
                print(rest.prefix(60).map(hex).joined())
                rest = rest.dropFirst(60)
            }
            print("")
        }
        fflush(nil)
    }

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    // Encoding and decoding of netlink for a trusted kernel: see netlink(7).

    private static func generic(_ command: UInt8) -> [UInt8] { [command, 1, 0, 0] }
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func integer(_ value: [UInt8]) -> UInt32 {
        value.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func attribute(_ number: UInt16, _ value: [UInt8]) -> [UInt8] {
        bytes(UInt16(4 + value.count)) + bytes(number) + value + zeros((4 - value.count % 4) % 4)
    }

    /// Returns the attributes of all generic messages of a datagram.
    private static func attributes(_ datagram: [UInt8]) -> [(number: UInt16, value: [UInt8])] {
        var found: [(number: UInt16, value: [UInt8])] = []
        var rest = datagram[...]
        while rest.count >= 20 {
            let length = Int(integer(Array(rest.prefix(4))))
            guard (16...rest.count).contains(length) else { break }
            found += list(Array(rest.prefix(length).dropFirst(20)))
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return found
    }

    private static func list(_ bytes: [UInt8]) -> [(number: UInt16, value: [UInt8])] {
        var found: [(number: UInt16, value: [UInt8])] = []
        var rest = bytes[...]
        while rest.count >= 4 {
            let length = Int(integer(Array(rest.prefix(2))))
            guard (4...rest.count).contains(length) else { break }
            found.append(
                (UInt16(integer(Array(rest.dropFirst(2).prefix(2)))) & 0x3FFF, Array(rest.prefix(length).dropFirst(4)))
            )
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return found
    }
}
