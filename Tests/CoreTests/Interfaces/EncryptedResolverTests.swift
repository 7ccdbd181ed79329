import ConnectivityCore
import Foundation
import TestSupport
import Testing

@Suite struct `Encrypted resolvers that a network designates` {
    private static let name: [UInt8] = [3, 0x64, 0x6E, 0x73, 7] + Array("example".utf8) + [0]
    private static let dot: [UInt8] = [0, 1, 0, 4, 3] + Array("dot".utf8)
    private static let doh: [UInt8] = [0, 1, 0, 3, 2] + Array("h2".utf8) + [0, 3, 0, 2, 0x20, 0xFB] + path
    private static let path: [UInt8] = [0, 7, 0, 16] + Array("/dns-query{?dns}".utf8)

    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    private static func instance(_ parameters: [UInt8], addresses: [UInt8] = [192, 0, 2, 53]) -> [UInt8] {
        counted([0, 1, UInt8(name.count)] + name + [UInt8(addresses.count)] + addresses + parameters)
    }

    private static func option6(_ parameters: [UInt8], _ address: IPAddress = "2001:db8::53") -> [UInt8] {
        [0, 1] + counted(name) + counted(address.bytes) + parameters
    }

    @Test func `Reads option 162 of DHCPv4 and option 144 of DHCPv6`() throws {
        let found = EncryptedResolver.designated(inDHCPv4: Self.instance(Self.dot) + Self.instance(Self.doh))
        expect(
            found,
            [
                EncryptedResolver(.designated, .tls, name: "dns.example", addresses: ["192.0.2.53"]),
                EncryptedResolver(
                    .designated,
                    .https,
                    name: "dns.example",
                    addresses: ["192.0.2.53"],
                    port: 8_443,
                    path: "/dns-query"
                ),
            ]
        )
        expect(found.last?.description, "https dns.example (192.0.2.53) port 8443")
        let six = EncryptedResolver.designated(inDHCPv6: Self.option6(Self.dot))
        expect(six, [EncryptedResolver(.designated, .tls, name: "dns.example", addresses: ["2001:db8::53"])])
        // The name alone is permitted.
        expect(EncryptedResolver.designated(inDHCPv6: [0, 1] + Self.counted(Self.name)).first?.addresses, [])
    }

    @Test func `Truncated or unordered options and invalid names designate no resolver`() {
        let whole = Self.instance(Self.doh)
        for count in 0..<whole.count {
            #expect(EncryptedResolver.designated(inDHCPv4: Array(whole.prefix(count))).isEmpty, "\(count)")
        }
        let six = Self.option6(Self.doh)
        for count in 0..<six.count where count != 2 + 2 + Self.name.count {
            let found = EncryptedResolver.designated(inDHCPv6: Array(six.prefix(count)))
            #expect(found.allSatisfy { $0.transport != .https || $0.path != nil }, "\(count)")
        }
        // Keys must be in order, and a resolver over HTTPS needs a path.
        #expect(EncryptedResolver.designated(inDHCPv4: Self.instance(Self.path + Self.dot)).isEmpty)
        #expect(EncryptedResolver.designated(inDHCPv4: Self.instance([0, 1, 0, 3, 2] + Array("h2".utf8))).isEmpty)
        #expect(EncryptedResolver.designated(inDHCPv4: Self.instance(Self.dot, addresses: [127, 0, 0, 1])).isEmpty)
        #expect(EncryptedResolver.designated(inDHCPv4: Self.instance(Self.dot, addresses: [192, 0, 2])).isEmpty)
        // A parameter that must be understood and is not.
        #expect(EncryptedResolver.designated(inDHCPv4: Self.instance([0, 0, 0, 2, 0x40, 0] + Self.dot)).isEmpty)
        #expect(EncryptedResolver.hostName([1, 0x0A, 0]) == nil && EncryptedResolver.hostName([0xC0, 0]) == nil)
        #expect(EncryptedResolver.hostName([1, 0x61]) == nil && EncryptedResolver.hostName([0]) == nil)
    }

    @Test func `Random bytes are read within limits`() {
        var draws = SplitMix64(seed: 38)
        for _ in 0..<20_000 {
            var bytes = (0..<Int(draws.next() % 80)).map { _ in UInt8(truncatingIfNeeded: draws.next()) }
            // Half of them have the right beginning.
            if draws.next() % 2 == 0 { bytes = Array(Self.instance(Self.doh).prefix(Int(draws.next() % 60))) + bytes }
            for resolver in EncryptedResolver.designated(inDHCPv4: bytes)
                + EncryptedResolver.designated(inDHCPv6: bytes)
            {
                #expect(resolver.addresses.count <= EncryptedResolver.addressCountMax)
                #expect((resolver.name?.utf8.count ?? 0) <= 253 && (resolver.path?.utf8.count ?? 0) <= 256)
            }
        }
        let many = (0..<100).flatMap { _ in Self.instance(Self.dot) }
        expect(EncryptedResolver.designated(inDHCPv4: many).count, EncryptedResolver.countMax)
    }

    @Test func `Resolvers are written and read back without invalid names`() throws {
        var stated = Provisioning(origin: "a lease")
        #expect(stated.isEmpty)
        stated.encryptedResolvers = EncryptedResolver.designated(inDHCPv4: Self.instance(Self.doh))
        #expect(!stated.isEmpty)
        let read = try JSONDecoder().decode(Provisioning.self, from: JSONEncoder().encode(stated))
        expect(read, stated)
        let bare = EncryptedResolver(.designated, .https, name: "a\u{1B}[31m", addresses: ["0.0.0.0"], path: "x")
        #expect(bare.name == nil && bare.addresses.isEmpty && bare.path == nil)
    }
}
