#if canImport(CCares) && os(Linux)
import ConnectivityCore
import Testing
import TestSupport

@testable import ConnectivityNames

@Suite struct `The system's settings for name lookups` {
    private static func servers(_ name: String, _ resolvConf: String, nsswitch: String = "hosts: files dns\n")
        -> [String]?
    {
        ResolverSettings(resolvConfText: resolvConf, nsswitchText: nsswitch)
            .lookup(of: name, families: [.ipv4], limit: .seconds(4))?.servers.map { "\($0)" }
    }

    private static let three = """
        # a comment
        nameserver 192.0.2.1 ; the first
        nameserver 192.0.2.2
        nameserver fe80::1%eth0
        nameserver 2001:db8::3
        nameserver 192.0.2.4
        """

    @Test func `The first server, which the system asked in vain, is asked last`() {
        expect(Self.servers("www.example", Self.three), ["192.0.2.2", "2001:db8::3", "192.0.2.1"])
        expect(Self.servers("www.example", "nameserver 192.0.2.1"), ["192.0.2.1"])
        expect(Self.servers("www.example", ""), nil)
        let lines = "nameserver 192.0.2.1\r\nnameserver 192.0.2.2\r\n"
        expect(Self.servers("www.example", lines), ["192.0.2.2", "192.0.2.1"])
    }

    @Test(arguments: [
        ("www.example", "hosts: files dns", true), ("www.example", "", true), ("www.example", "passwd: files", true),
        ("www.example", "hosts: files mdns4_minimal [NOTFOUND=return] dns", true),
        ("www.example", "hosts: files resolve [!UNAVAIL=return]", true), ("www.example", "hosts: files", false),
        ("router", "hosts: files dns", false), ("printer.local", "hosts: files dns", false),
    ])
    func `Name servers are asked only where the system would ask them for the name as it is`(
        name: String,
        nsswitch: String,
        isAsked: Bool
    ) {
        expect((Self.servers(name, Self.three, nsswitch: nsswitch) != nil), isAsked)
    }

    @Test func `A name with a dot is asked as it is, whatever the search list and its number of dots are`() {
        let settings = Self.three + "\noptions timeout:1 ndots:5\nsearch corp.example"
        #expect(Self.servers("www.example", settings) != nil)
    }
}
#endif
