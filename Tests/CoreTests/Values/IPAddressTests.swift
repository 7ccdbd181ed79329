import ConnectivityCore
import TestSupport
import Testing

@Suite struct `An IP address` {
    @Test(arguments: [
        ("0.0.0.0", "0.0.0.0"), ("192.0.2.255", "192.0.2.255"), ("::", "::"), ("::1", "::1"), ("1::", "1::"),
        ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("::ffff:192.0.2.1", "::ffff:c000:201"), ("fe80:0:0:0:0:0:0:1", "fe80::1"),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
        ("0:0:1::", "0:0:1::"),
    ])
    func `An IP address is written as RFC 5952 recommends`(text: String, expected: String) throws {
        let address = try IPAddress(text)
        expect(address.description, expected)
        expect((try? IPAddress(expected)), address)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "a.b.c.d", ":", ":::", "1::2::3", "12345::",
        "g::",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1.2.3", "fe80::1%eth0", ":1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:",
    ])
    func `A text that is not an IP address is rejected`(text: String) {
        expect((try? IPAddress(text)), nil)
    }

    @Test func `Link-local, private and loopback addresses are recognized by their range`() throws {
        for text in ["169.254.1.1", "fe80::1", "febf::1"] { #expect(try IPAddress(text).isLinkLocal) }
        for text in ["10.0.0.1", "172.31.0.1", "192.168.1.1", "100.64.0.1", "fd00::1"] {
            #expect(try IPAddress(text).isPrivate)
        }
        for text in ["127.0.0.1", "::1"] { #expect(try IPAddress(text).isLoopback) }
        for text in ["172.32.0.1", "192.0.2.1", "2001:db8::1", "100.128.0.1"] {
            let address = try IPAddress(text)
            #expect(!address.isPrivate && !address.isLinkLocal && !address.isLoopback)
        }
    }
}
