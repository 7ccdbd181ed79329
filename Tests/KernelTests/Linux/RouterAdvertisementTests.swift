#if os(Linux)
import CNetlink
import ConnectivityCore
import Glibc
import TestSupport
import Testing

@testable import ConnectivityNetlink

/// Advertisements that a router on the link sends, which the kernel passes on.
@Suite(.needs(.namespaces))
struct RouterAdvertisementTests {
    private static let pair = """
        link set lo up
        link add veth0 index 70 type veth peer name veth1 index 71
        link set veth0 up
        link set veth1 addrgenmode none
        link set veth1 up
        address add fe80::1/64 dev veth1 nodad
        """

    /// Sends an advertisement with options from an interface, with a hop limit of 255 unless another is given.
    private static func advertise(_ options: [UInt8], through index: UInt32, hops: Int32 = 255) {
        let number = socket(AF_INET6, Int32(SOCK_RAW.rawValue), Int32(IPPROTO_ICMPV6))
        precondition(number >= 0, "socket: \(errno)")
        defer { close(number) }
        var hops = hops
        unsafe setsockopt(number, Int32(IPPROTO_IPV6), IPV6_MULTICAST_HOPS, &hops, 4)
        // The router itself does not receive it.
        var isHeardHere: Int32 = 0
        unsafe setsockopt(number, Int32(IPPROTO_IPV6), IPV6_MULTICAST_LOOP, &isHeardHere, 4)
        // A router for 30 minutes, with the usual hop limit.
        let message: [UInt8] = [134, 0, 0, 0, 64, 0, 7, 8] + [UInt8](repeating: 0, count: 8) + options
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_scope_id = index
        unsafe inet_pton(AF_INET6, "ff02::1", &address.sin6_addr)
        let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let count = unsafe message.withUnsafeBytes { bytes in
            unsafe withUnsafePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe sendto(number, bytes.baseAddress, bytes.count, 0, address, size)
                }
            }
        }
        precondition(count == message.count, "sendto: \(errno)")
    }

    private static func prefix(_ bytes: [UInt8], lifetime: UInt16 = 1_800) -> [UInt8] {
        [38, 2, UInt8(lifetime >> 8), UInt8(lifetime & 0xF8)] + bytes + [UInt8](repeating: 0, count: 12 - bytes.count)
    }

    private static let portal: [UInt8] = [37, 4] + Array("https://portal.example/api\0\0\0\0".utf8)

    @Test func `The prefix and the portal of an advertisement are reported, and a withdrawn prefix is not`()
        async throws
    {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair)
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("the link") { snapshot in
                snapshot["veth0"]?.addresses.contains { $0.state == .preferred } == true
            }
            try await namespace.run { Self.advertise(Self.prefix([0, 0x64, 0xFF, 0x9B]) + Self.portal, through: 71) }
            let snapshot = try await reports.next("the advertisement") { $0["veth0"]?.captivePortal != nil }
            let interface = try #require(snapshot["veth0"])
            expect(interface.captivePortal?.description, "https://portal.example/api")
            #expect(
                interface.nat64Prefixes == [.wellKnown] && interface.provisioning.map(\.origin) == ["router fe80::1"]
            )
            expect(interface.defaultRoutes.map(\.gateway), ["fe80::1"], "the kernel uses it, too")
            expect(snapshot["veth1"]?.provisioning, [])

            try await namespace.run { Self.advertise(Self.prefix([0, 0x64, 0xFF, 0x9B], lifetime: 0), through: 71) }
            try await reports.next("the end of the prefix") { $0["veth0"]?.nat64Prefixes == [] }
            try await namespace.ip("link set veth1 down")
            try await reports.next("no link") { $0["veth0"]?.captivePortal == nil }
        }
    }

    @Test func `Ten thousand hostile advertisements do not stop the observation`() async throws {
        let namespace = try await NetworkNamespace()
        try await namespace.ip(Self.pair)
        try await Reports.of(namespace.source()) { reports in
            try await reports.next("the link") { snapshot in
                snapshot["veth0"]?.addresses.contains { $0.state == .preferred } == true
            }
            try await namespace.run {
                // From another link, with wrong lengths, with reserved codes, and each with another prefix.
                Self.advertise(Self.portal, through: 71, hops: 64)
                for number in 0..<10_000 {
                    let bytes: [UInt8] = [0x20, 1, 0x0D, 0xB8, UInt8(number >> 8), UInt8(number & 0xFF)]
                    var option = Self.prefix(bytes)
                    if number % 4 == 1 { option[3] |= 7 }
                    if number % 4 == 2 { option[1] = 1 }
                    if number % 4 == 3 { option[1] = 200 }
                    Self.advertise(option, through: 71)
                }
            }
            try await namespace.ip("tuntap add dev after0 mode tun")
            let last = try await reports.next("a later change") { $0["after0"] != nil }
            let interface = try #require(last["veth0"])
            #expect(interface.captivePortal == nil && interface.provisioning.count <= 1)
            #expect(interface.nat64Prefixes.count <= AdvertisedNetworks.prefixCountMax)
        }
    }
}
#endif
