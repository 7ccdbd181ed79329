#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityProvisioning

@Suite
struct HostileFileTests {
    /// Every parser, as a function of bytes.
    private static let parsers: [(name: String, parse: @Sendable ([UInt8]) -> [Provisioning])] = [
        ("link", { [NetworkdReader.link($0, origin: "")] }),
        ("lease", { [NetworkdReader.lease($0, origin: "")] }),
        ("resolved", { [ResolvedReader.link($0, origin: "")] }),
        ("resolv.conf", { [Provisioning(origin: "", nameServers: ResolverFile($0).systemServers)] }),
        ("dhclient", { DHClientLease.all(in: $0).map { $0.provisioning(origin: "") } }),
        ("dhcpcd", { DHCPv4Packet($0).map { [$0.provisioning(origin: "")] } ?? [] }),
        ("dhcpcd 6", { DHCPv6Reply($0).map { [$0.provisioning(origin: "")] } ?? [] }),
    ]

    @Test(arguments: ProvisioningCase.files.map(\.path))
    func `No parser traps on a truncated file`(path: String) throws {
        let bytes = try #require(ProvisioningCase.files.first { $0.path == path }?.bytes)
        for count in LongForm.places(in: bytes.indices, every: 5) {
            for parser in Self.parsers {
                for reported in parser.parse(Array(bytes[..<count])) { try Self.check(reported, parser.name) }
            }
        }
    }

    @Test(arguments: 0..<UInt64(LongForm.count(2, orLong: 8)))
    func `No parser traps on randomly changed bytes`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for (_, bytes) in ProvisioningCase.files where !bytes.isEmpty {
            for _ in 0..<40 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                for parser in Self.parsers {
                    for reported in parser.parse(changed) { try Self.check(reported, parser.name) }
                }
            }
        }
    }

    /// Checks that the result is bounded, and survives encoding to JSON and decoding.
    private static func check(_ reported: Provisioning, _ name: String) throws {
        #expect(reported.nameServers.count <= Provisioning.nameServerCountMax, "\(name)")
        #expect(
            (reported.captivePortalText?.unicodeScalars.count ?? 0) <= Provisioning.captivePortalCountMax,
            "\(name)"
        )
        guard !reported.isEmpty else { return }
        let decoded = try JSONDecoder().decode(Provisioning.self, from: JSONEncoder().encode(reported))
        expect(decoded, reported, "\(name)")
    }

    private static let huge: [(name: String, bytes: [UInt8])] = {
        let size = 1 << 18
        func times(_ text: String) -> [UInt8] {
            Array(repeatElement(Array(text.utf8), count: size / text.utf8.count).joined())
        }
        let header = [UInt8]([2]) + [UInt8](repeating: 1, count: 235) + [99, 130, 83, 99]
        return [
            ("one line", times("a")), ("quotes", times("\"")), ("braces", times("{")), ("backslashes", times("\"\\")),
            ("leases", times("lease{interface \"c0\";}")), ("addresses", times("lease6{iaaddr ::1{}}")),
            ("options", times("lease{option default-url \"a\";")), ("servers", times("nameserver 1.2.3.4\n")),
            ("keys", times("A=1\n")), ("server list", Array("DNS=".utf8) + times("1.2.3.4 ")),
            ("portal parts", header + times("r\u{1}a")), ("pads", header + [UInt8](repeating: 0, count: size)),
            ("portals", [7, 0, 0, 0] + times("\0g\0\u{1}a")), ("associations", [7, 0, 0, 0] + times("\0\u{3}\0\0")),
            ("hexadecimal", Array("VENDOR_SPECIFIC=".utf8) + times("41")),
        ]
    }()

    @Test func `Every parser is fast on a quarter of a mebibyte of repeated input`() throws {
        for (name, bytes) in Self.huge {
            for parser in Self.parsers {
                let start = ContinuousClock.now
                for reported in parser.parse(bytes) { try Self.check(reported, "\(parser.name), \(name)") }
                // In an optimized build it takes less than 10 ms; this limit is for a debug build on a busy machine.
                #expect(ContinuousClock.now - start < .seconds(5), "\(parser.name), \(name)")
            }
        }
    }

    @Test func `An option that exceeds its message is ignored, and earlier options are kept`() throws {
        let fixed: [UInt8] =
            [2] + [UInt8](repeating: 0, count: 15) + [192, 0, 2, 7] + [UInt8](repeating: 0, count: 216)
        let packet = try #require(DHCPv4Packet(fixed + [99, 130, 83, 99, 6, 4, 192, 0, 2, 53, 114, 200, 0x68]))
        let reported = packet.provisioning(origin: "")
        #expect(reported.nameServers == ["192.0.2.53"] && reported.captivePortalText == nil)
        expect(packet.address, "192.0.2.7")
        #expect(DHCPv4Packet(fixed + [99, 130, 83, 98]) == nil)

        // A portal in two parts (RFC 3396), and options in the field for a file name.
        var overloaded = fixed
        overloaded.replaceSubrange(108..<118, with: [114, 7] + Array("example".utf8) + [255])
        let text = Array("https://".utf8)
        let parts: [UInt8] = [99, 130, 83, 99, 52, 1, 1, 114, UInt8(text.count)] + text + [255]
        let whole = try #require(DHCPv4Packet(overloaded + parts)).provisioning(origin: "")
        expect(whole.captivePortalText, "https://example")

        let reply: [UInt8] = [7, 1, 2, 3, 0, 103, 0, 1, 0x61, 0, 23, 0xFF, 0xFF, 0]
        try expect(#require(DHCPv6Reply(reply)).provisioning(origin: "").captivePortalText, "a")
        #expect(DHCPv6Reply([1] + reply.dropFirst()) == nil)
    }

    @Test func `Files that are too large, not plain or outside the root are not read`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "provisioning-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let leases = folder.appending(path: "var/lib/dhcpcd")
        try FileManager.default.createDirectory(at: leases, withIntermediateDirectories: true)
        for (size, isRead) in [(SystemFile.byteCountMax, true), (SystemFile.byteCountMax + 1, false)] {
            let path = leases.appending(path: "large").path()
            try Data(count: size).write(to: URL(filePath: path))
            expect((SystemFile.bytes(path)?.count == size), isRead)
        }
        let made = unsafe mkfifo(leases.appending(path: "pipe").path(), 0o600)
        expect(made, 0)
        expect(SystemFile.bytes(leases.appending(path: "pipe").path()), nil)
        expect(SystemFile.bytes(leases.path()), nil)
        for name in ["..", ".", "a/b", "", "a\0b"] {
            expect(NetworkInterface(name: name, index: 1, kind: .other).fileName, nil)
        }
    }
}
#endif
