#if os(Linux)
import ConnectivityCore
import Testing
import TestSupport

@testable import ConnectivityProvisioning

@Suite struct `Encrypted resolvers in the files of a system` {
    private static let option =
        "00:1d:00:01:0d:03:64:6e:73:07:65:78:61:6d:70:6c:65:00:04:c0:00:02:35:00:01:00:04:03:64:6f:74"
    private static let designated = EncryptedResolver(.designated, .tls, name: "dns.example", addresses: ["192.0.2.53"])

    @Test func `A lease of each client has what the network designates`() throws {
        let text = Self.option
        let lease = """
            lease { interface "eth0"; fixed-address 192.0.2.7; option unknown-162 \(text); }
            """
        expect(DHClientLease.all(in: Array(lease.utf8)).first?.encryptedResolvers, [Self.designated])
        let here = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("192.0.2.7", prefixLength: 24)]
        )
        let script = "ip=192.0.2.7\nopt162=\(text.replacing(":", with: ""))\n"
        let read = UDHCPCReader.provisioning(of: here, Array(script.utf8), origin: "script")
        expect(read?.encryptedResolvers, [Self.designated])
        let bytes = text.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        var packet = [UInt8](repeating: 0, count: 236) + [99, 130, 83, 99]
        packet[0] = 2
        packet.replaceSubrange(16..<20, with: [192, 0, 2, 7])
        packet += [162, UInt8(bytes.count)] + bytes + [255]
        expect(DHCPv4Packet(packet)?.provisioning(origin: "packet").encryptedResolvers, [Self.designated])
    }

    @Test(
        arguments: [
            ("[Resolve]\nDNSOverTLS=yes\nDNS=9.9.9.9#dns.quad9.net [2620:fe::fe]:8853\n", 2), ("DNSOverTLS=yes\n", 1),
            ("DNSOverTLS=opportunistic\nDNS=9.9.9.9\n", 0), ("DNSOverTLS=no\n", 0), ("#DNSOverTLS=yes\n", 0),
        ]
    )
    func `The configuration of systemd-resolved counts if it asks over TLS alone`(text: String, count: Int) {
        let found = ResolvedReader.settings([("/etc/systemd/resolved.conf", Array(text.utf8))])
        expect(found.flatMap(\.encryptedResolvers).count, count)
        #expect(found.flatMap(\.encryptedResolvers).allSatisfy { $0.use == .configured && $0.transport == .tls })
        if count == 2 {
            let resolvers = found[0].encryptedResolvers
            #expect(resolvers[0].name == "dns.quad9.net" && resolvers[1].port == 8_853)
        }
        // A later file prevails.
        let later = ResolvedReader.settings([("a", Array(text.utf8)), ("b", Array("DNSOverTLS=no\n".utf8))])
        #expect(later.isEmpty)
    }

    @Test func `The state of a link says whether names are asked for over TLS alone`() {
        let state = Array("DNS_OVER_TLS=yes\nSERVERS=192.0.2.53#dns.example 192.0.2.54\n".utf8)
        let link = ResolvedReader.link(state, origin: "link")
        expect(link.nameServers, ["192.0.2.53", "192.0.2.54"])
        expect(link.encryptedResolvers.map(\.name), ["dns.example", nil])
        #expect(ResolvedReader.link(Array("SERVERS=192.0.2.53\n".utf8), origin: "link").encryptedResolvers.isEmpty)
        let networkd = NetworkdReader.link(Array("DNS_OVER_TLS=yes\n".utf8), origin: "link")
        expect(networkd.encryptedResolvers, [EncryptedResolver(.configured, .tls)])
    }
}
#endif
