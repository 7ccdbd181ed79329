#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Foundation
import Testing
import TestSupport

@testable import ConnectivityProvisioning

@Suite struct `A look at the system's files` {
    /// Writes files below a new folder.
    private static func makeRoot(_ files: [String: String]) throws -> String {
        let root = NSTemporaryDirectory() + "system-look-\(UUID().uuidString)"
        for (path, text) in files {
            let url = URL(filePath: "\(root)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
        return root
    }

    private static let files = [
        "etc/resolv.conf": "nameserver 192.0.2.1\nnameserver fe80::1%eth7\n",
        "run/systemd/netif/links/3": "DNS=192.0.2.3\n", "run/systemd/netif/links/39": "DNS=192.0.2.39\n",
        "run/systemd/resolve/netif/20": "SERVERS=192.0.2.20\n",
        "run/systemd/resolve/resolv.conf": "nameserver 192.0.2.2\n",
        "var/lib/dhcp/dhclient.eth5.leases":
            "lease {\n  interface \"eth5\";\n  fixed-address 198.51.100.5;\n  option domain-name-servers 192.0.2.5;\n}\n",
    ]

    private static let interfaces = (1...40).map { (index: Int) in
        NetworkInterface(
            name: "eth\(index)",
            index: index,
            kind: .ethernet,
            addresses: [NetworkInterface.Address(IPAddress(stringLiteral: "198.51.100.\(index)"), prefixLength: 24)]
        )
    }

    private static func readers(_ root: String) -> [any ProvisioningReader] {
        [
            NetworkdReader(root: root), ResolvedReader(root: root), DHClientReader(root: root),
            DHCPCDReader(root: root),
            ResolverFileReader(root: root),
        ]
    }

    @Test func `Gives every interface the same facts as without a look`() throws {
        let root = try Self.makeRoot(Self.files)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let snapshot = InterfaceSnapshot(Self.interfaces)
        let apart = snapshot.provisioned(by: Self.readers(root))
        let together = SystemFile.$look.withValue(SystemLook()) { snapshot.provisioned(by: Self.readers(root)) }
        expect(together, apart)
        // Otherwise the comparison would prove nothing.
        expect(apart.interfaces.count { !$0.nameServers.isEmpty }, 5)
        expect(apart.nameServers, ["192.0.2.2"])
    }

    @Test func `Reads no file twice per look, and reads again at the next look`() throws {
        let root = try Self.makeRoot(Self.files)
        let snapshot = InterfaceSnapshot(Self.interfaces)
        SystemFile.$look.withValue(SystemLook()) {
            let before = snapshot.provisioned(by: Self.readers(root))
            try? FileManager.default.removeItem(atPath: root)
            expect(snapshot.provisioned(by: Self.readers(root)), before)
        }
        let after = SystemFile.$look.withValue(SystemLook()) { snapshot.provisioned(by: Self.readers(root)) }
        expect(after, snapshot)
    }
}
#endif
