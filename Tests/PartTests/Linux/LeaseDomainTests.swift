#if os(Linux)
import ConnectivityCore
import Testing
import TestSupport

@testable import ConnectivityProvisioning

/// The domains of a network as the programs of a system store them.
@Suite struct `The domains of a lease` {
    @Test func `dhclient stores the domain and the search list, and both are reported without the last dot`() throws {
        let lease = try #require(
            DHClientLease.all(
                in: Array(
                    """
                    lease {
                      interface "c0";
                      fixed-address 192.0.2.76;
                      option domain-search "north.corp.example.", "corp.example.";
                      option domain-name "corp.example";
                    }
                    """.utf8
                )
            ).first
        )
        let domains = lease.provisioning(origin: "lease").domains
        expect(domains, ["corp.example", "north.corp.example", "corp.example"])
    }

    @Test func `networkd stores domains of the link, some of which only route questions, and those of the lease`() {
        let link = NetworkdReader.link(Array("DNS=192.0.2.53\nDOMAINS=corp.example ~north.example\n".utf8), origin: "l")
        expect(link.domains, ["corp.example", "north.example"])
        let lease = NetworkdReader.lease(
            Array("DOMAINNAME=corp.example\nDOMAIN_SEARCH_LIST=a.example b.example\n".utf8),
            origin: "l"
        )
        expect(lease.domains, ["corp.example", "a.example", "b.example"])
    }

    @Test func `A DHCP message has the domain in option 15`() throws {
        var message = [UInt8](repeating: 0, count: 240)
        message[0] = 2
        message.replaceSubrange(236..<240, with: [99, 130, 83, 99])
        message += [15, 12] + Array("corp.example".utf8) + [255]
        let packet = try #require(DHCPv4Packet(message))
        expect(packet.provisioning(origin: "m").domains, ["corp.example"])
    }
}
#endif
