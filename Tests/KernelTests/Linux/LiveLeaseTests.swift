#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityProvisioning
import Foundation
import TestSupport
import Testing

/// A real server and a real client in separate network namespaces: dnsmasq and dhclient.
@Suite(.needs(.namespaces, .program("dnsmasq", from: "dnsmasq-base"), .program("dhclient", from: "isc-dhcp-client")))
struct LiveLeaseTests {
    /// One resolver in the form of option 162 (RFC 9463, section 5): `dns.example` at 192.0.2.53, over TLS.
    private static let resolver =
        "00:1d:00:01:0d:03:64:6e:73:07:65:78:61:6d:70:6c:65:00:04:c0:00:02:35:00:01:00:04:03:64:6f:74"

    /// Runs in the gateway's namespace and creates the client's; everything that it starts ends with it.
    private static let script = """
        set -e
        PATH=$PATH:/usr/sbin:/sbin
        unshare --net sleep 600 & client=$!
        trap 'kill -KILL $client $server $lease 2>/dev/null' EXIT
        until [ "$(readlink /proc/$client/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do sleep 0.01; done
        ip link add lan0 type veth peer name c0 netns $client
        ip address add 192.0.2.1/24 dev lan0
        ip link set lan0 up
        nsenter --target $client --net ip link set c0 up
        dnsmasq --keep-in-foreground --conf-file=/dev/null --port=0 --interface=lan0 --bind-interfaces --user=root \\
            --pid-file= --dhcp-leasefile="$ROOT/served" --dhcp-authoritative --no-ping \\
            --dhcp-range=192.0.2.100,192.0.2.100,255.255.255.0,2m --dhcp-option=option:dns-server,192.0.2.53 \\
            --dhcp-option-force=114,https://portal.example/api --dhcp-option-force=43,ANDROID_METERED \\
            --dhcp-option-force=108,00:00:07:08 --dhcp-option-force=252,http://wpad.example/p.pac \\
            --dhcp-option-force=162,\(resolver) & server=$!
        printf '#!/bin/sh\\nexit 0\\n' > "$ROOT/script"
        chmod +x "$ROOT/script"
        : > "$ROOT/client.conf"
        : > "$ROOT/var/lib/dhcp/dhclient.c0.leases"
        nsenter --target $client --net dhclient -4 -1 -d -cf "$ROOT/client.conf" -pf "$ROOT/pid" \\
            -lf "$ROOT/var/lib/dhcp/dhclient.c0.leases" -sf "$ROOT/script" c0 & lease=$!
        until [ -e "$ROOT/end" ]; do sleep 0.05; done
        """

    @Test(.timeLimit(.minutes(10)))
    func `The options of a DHCP server are reported when dhclient has its lease`() async throws {
        let folder = try SystemFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "var/lib/dhcp"),
            withIntermediateDirectories: true
        )
        let address = NetworkInterface.Address("192.0.2.100", prefixLength: 24)
        let interface = NetworkInterface(name: "c0", index: 2, kind: .ethernet, addresses: [address])
        let source = StaticInterfaceSource(InterfaceSnapshot([interface]))
            .provisioned(by: [DHClientReader(root: folder.path)])

        let shell = Process()
        shell.executableURL = URL(filePath: "/usr/bin/env")
        shell.arguments = ["unshare", "--net", "sh", "-c", Self.script]
        shell.environment = ProcessInfo.processInfo.environment.merging(["ROOT": folder.path]) { $1 }
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        defer {
            // Signals do not work: processes that a task starts inherit the signal mask of its thread, which blocks
            // most signals.
            try? folder.write("", to: "end")
            shell.waitUntilExit()
        }
        try await Observation.of(source) { reports in
            let snapshot = try await reports.next("the lease") { $0["c0"]?.captivePortal != nil }
            let announced = try #require(snapshot["c0"])
            expect(announced.captivePortal?.description, "https://portal.example/api")
            #expect(announced.nameServers == ["192.0.2.53"] && announced.isMetered == true)
            expect(announced.provisioning.map(\.channel), [.dhcpv4])
            expect(announced.provisioning.first?.ipv6OnlyWait, .seconds(1_800))
            expect(announced.provisioning.first?.proxyScript, "http://wpad.example/p.pac")
            let resolver = EncryptedResolver(.designated, .tls, name: "dns.example", addresses: ["192.0.2.53"])
            expect(announced.provisioning.first?.encryptedResolvers, [resolver])
        }
    }
}
#endif
