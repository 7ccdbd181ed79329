#if canImport(CCares) && os(Linux)
import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityNames

@Suite struct `The file of names of this device` {
    @Test(
        arguments: [
            ("captive.apple.com", "0.0.0.0", true), ("captive.apple.com", "::1", true),
            ("captive.apple.com", "192.0.2.1", false), ("apple.com", "0.0.0.0", false),
            ("www.example.com", "192.0.2.7", true), ("gone.example", "192.0.2.8", false),
            ("odd.example", "0.0.0.0", false),
        ] as [(String, IPAddress, Bool)]
    )
    func `Leads a name to the addresses of its lines, and no other name`(name: String, address: IPAddress, leads: Bool)
    {
        let file = HostsFile(
            Array(
                """
                127.0.0.1 localhost
                0.0.0.0\tcaptive.apple.com ads.example # blocked
                ::1 Captive.Apple.com
                192.0.2.7   other.example www.example.com\r
                # 192.0.2.8 gone.example
                nonsense odd.example
                """.utf8
            )
        )
        expect(file.leads(name, toOneOf: [address, "198.51.100.1"]), leads)
    }

    @Test func `A file that is missing leads no name`() {
        expect(HostsFile("/nonexistent/hosts").leads("a.example", toOneOf: ["0.0.0.0"]), false)
    }
}
#endif
