#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// The default routes in `route` and `ipv6_route` of proc(5), by the name of their interface, the best first.
struct RouteTables {
    private(set) var byInterface: [String: [NetworkInterface.DefaultRoute]] = [:]

    static let byteCountMax = 1 << 22

    /// Reads both tables; a missing one, as on a kernel without IPv6, is empty.
    init(root: String) {
        self.init(
            ipv4: SystemFile.text("\(root)/route", limit: Self.byteCountMax) ?? "",
            ipv6: SystemFile.text("\(root)/ipv6_route", limit: Self.byteCountMax) ?? ""
        )
    }

    /// Parses the default routes in the text of both tables; invalid lines are skipped.
    init(ipv4: String, ipv6: String) {
        for line in ipv4.utf8.split(separator: UInt8(ascii: "\n")) { addIPv4(Self.words(line)) }
        for line in ipv6.utf8.split(separator: UInt8(ascii: "\n")) { addIPv6(Self.words(line)) }
        for name in byInterface.keys {
            byInterface[name]?.sort {
                ($0.metric, $0.family == .ipv4 ? 0 : 1) < ($1.metric, $1.family == .ipv4 ? 0 : 1)
            }
        }
    }

    /// Adds the route of a line: interface, destination, gateway, flags, two counters, metric, mask, and more.
    private mutating func addIPv4(_ words: [Substring]) {
        guard words.count >= 8, words[1] == "00000000", words[7] == "00000000", let metric = UInt32(words[6]),
            let flags = UInt32(words[3], radix: 16), Self.leads(flags), let gateway = UInt32(words[2], radix: 16)
        else { return }
        // The number consists of the four bytes in the host's byte order.
        let bytes = unsafe withUnsafeBytes(of: gateway) { unsafe Array($0) }
        add(.ipv4, via: flags & Self.gateway == 0 ? nil : IPAddress(bytes: bytes), metric, at: words[0])
    }

    /// Adds a line's route: destination, source (each with length), next hop, metric, two counters, flags, interface.
    private mutating func addIPv6(_ words: [Substring]) {
        guard words.count == 10, words[0].utf8.allSatisfy({ $0 == UInt8(ascii: "0") }), words[1] == "00",
            words[3] == "00", let metric = UInt32(words[5], radix: 16), let flags = UInt32(words[8], radix: 16),
            Self.leads(flags), flags & Self.cached == 0, let hop = IPv6Addresses.address(words[4])
        else { return }
        add(.ipv6, via: flags & Self.gateway == 0 ? nil : hop, metric, at: words[9])
    }

    private mutating func add(_ family: IPAddress.Family, via gateway: IPAddress?, _ metric: UInt32, at name: Substring)
    {
        byInterface[String(name), default: []].append(.init(family: family, gateway: gateway, metric: metric))
    }

    /// Splits a line into words; empty if the line is longer than any that the kernel writes.
    static func words(_ line: Substring.UTF8View) -> [Substring] {
        line.count > 512 ? [] : Substring(line).split { $0 == " " || $0 == "\t" }
    }

    // The RTF_ bits of linux/route.h and linux/ipv6_route.h.
    private static let up: UInt32 = 0x1
    private static let gateway: UInt32 = 0x2
    private static let reject: UInt32 = 0x200
    private static let cached: UInt32 = 0x0100_0000

    /// Whether a route with these flags carries packets.
    private static func leads(_ flags: UInt32) -> Bool { flags & up != 0 && flags & reject == 0 }
}
#endif
