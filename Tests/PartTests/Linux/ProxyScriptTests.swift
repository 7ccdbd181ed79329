#if os(Linux)
import ConnectivityCore
import Testing
import TestSupport
@testable import ConnectivityProvisioning

/// The place of a network's script for proxies, as leases store it (DHCP option 252).
@Suite struct `The place of a script for proxies` {
    private static let interface = NetworkInterface(
        name: "c0",
        index: 2,
        kind: .ethernet,
        addresses: ["192.0.2.129/24"].compactMap { try? NetworkInterface.Address($0) }
    )

    @Test func `A lease of networkd, dhclient and udhcpc names the script of the network`() throws {
        let url = "http://wpad.example/wpad.dat"
        let hexadecimal = url.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "0a00"
        let networkd = NetworkdReader.lease(Array("ADDRESS=192.0.2.129\nOPTION_252=\(hexadecimal)\n".utf8), origin: "a")
        expect(networkd.proxyScript, url)
        for line in ["wpad=\(url)", "opt252=\(hexadecimal)"] {
            let text = Array("ip=192.0.2.129\n\(line)\n".utf8)
            let udhcpc = try #require(UDHCPCReader.provisioning(of: Self.interface, text, origin: "a"))
            expect(udhcpc.proxyScript, url, "\(line)")
        }
        for name in ["wpad", "unknown-252"] {
            let text = """
                lease {
                  interface "c0";
                  fixed-address 192.0.2.129;
                  option \(name) "\(url)\\012";
                }

                """
            let leases = DHClientLease.all(in: Array(text.utf8))
            expect(leases.map { $0.provisioning(origin: "a").proxyScript }, [url], "\(name)")
        }
    }

    @Test(arguments: ["", "\n", "http://a.example/ b", "caf\u{E9}", "a\u{1B}[2J"])
    func `An invalid URL of a proxy script is left out`(text: String) {
        expect(Provisioning(origin: "a").withProxyScript(Array(text.utf8)).proxyScript, nil)
    }

    @Test func `A place of any length takes a bounded part of memory`() {
        let long = Provisioning(origin: "a").withProxyScript([UInt8](repeating: 0x61, count: 1 << 20))
        expect(long.proxyScript?.utf8.count, 1024)
    }
}
#endif
