#if os(Linux)
import CNetlink
import ConnectivityKit
import Foundation
import TestSupport
import Glibc

@testable import ConnectivityNetworkManager

/// A separate NetworkManager for a test, with a private bus, in namespaces that end with it.
///
/// One interface, `up0`, leads to a gateway at 192.0.2.1 that serves the content of the file `check` on port 80.
final class NetworkManagerLab: Sendable {
    /// The requirements of the lab.
    static let need: Need = {
        #if canImport(CSystemd)
        let needs: [Need] = [
            .namespaces, .program("NetworkManager", from: "network-manager"),
            .program("nmcli", from: "network-manager"),
            .program("dbus-daemon", from: "dbus"), .program("busybox"),
        ]
        return needs.first { $0.obstacle != nil } ?? .namespaces
        #else
        return .trait("NetworkManager", isThere: false)
        #endif
    }()

    let folder = FileManager.default.temporaryDirectory.appending(
        path: "connectivity-nm-\(UUID().uuidString.prefix(8))"
    )
    private let process = Process()

    /// Runs a body with a NetworkManager that answers, and then ends it.
    static func with(_ body: @Sendable (NetworkManagerLab) async throws -> Void) async throws {
        let lab = try NetworkManagerLab()
        defer { lab.end() }
        try await lab.wait(for: "nmcli -t general") {
            try await lab.status(of: "nmcli -t general >/dev/null 2>&1") == 0
        }
        try await body(lab)
    }

    private init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in [
            ("bus.conf", Self.bus(folder.path)), ("nm.conf", Self.settings), ("check", "NetworkManager is online\n"),
            ("run", Self.script),
        ] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8", "D=\(folder.path)",
            "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(folder.path)/bus", "unshare", "--net", "--mount", "--pid", "--fork",
            "--kill-child", "--mount-proc", "sh", "\(folder.path)/run",
        ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    private func end() {
        // The process ignores SIGTERM; its end also ends everything in the namespaces.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a shell command in NetworkManager's namespaces.
    func status(of command: String) async throws -> Int32 {
        let (pid, folder) = (process.processIdentifier, folder.path)
        return try await onThread {
            let enter = "nsenter --target \(pid) --net --mount --pid=/proc/\(pid)/ns/pid_for_children"
            let environment =
                "env D='\(folder)' DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(folder)/bus PATH=/usr/sbin:/usr/bin:/sbin:/bin"
            return unsafe system("\(enter) \(environment) sh -c '\(command)'")
        }
    }

    func run(_ command: String) async throws {
        let status = try await status(of: command)
        guard status == 0 else { throw TestNetwork.Failure(what: "status \(status): \(command)") }
    }

    /// Runs lines of the ip command, each without the `ip`.
    func ip(_ lines: String) async throws {
        for line in lines.split(separator: "\n") { try await run("ip \(line)") }
    }

    /// Waits for up to 30 seconds.
    func wait(for what: String, until isSo: () async throws -> Bool) async throws {
        for _ in 0..<300 {
            if try await isSo() { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw TestNetwork.Failure(what: "no \(what)")
    }

    #if canImport(CSystemd)
    /// Returns a source for the private bus, which looks up interface indices in the namespace.
    func source(grace: Duration = .seconds(30)) throws -> NetworkManagerInterfaceSource {
        guard var source = NetworkManagerInterfaceSource(bus: "unix:path=\(folder.path)/bus") else {
            throw TestNetwork.Failure(what: "no bus")
        }
        source.grace = grace
        let pid = process.processIdentifier
        source.enter = {
            let network = unsafe open("/proc/\(pid)/ns/net", O_RDONLY | O_CLOEXEC)
            precondition(setns(network, 0) == 0, "setns: \(errno)")
            close(network)
        }
        return source
    }
    #endif

    private static let script = """
        mount -t tmpfs none /run
        mkdir -p /run/NetworkManager
        for folder in /var/lib/NetworkManager /etc/NetworkManager; do mkdir -p $folder; mount -t tmpfs none $folder; done
        mkdir -p /etc/NetworkManager/system-connections
        mount -t sysfs -o ro none /sys
        ip link set lo up
        ip netns add gateway
        ip link add up0 type veth peer name gw0 netns gateway
        ip -n gateway address add 192.0.2.1/24 dev gw0
        ip -n gateway link set gw0 up
        ip link set up0 up
        ip netns exec gateway busybox httpd -p 192.0.2.1:80 -h $D
        dbus-daemon --config-file=$D/bus.conf --nofork --nopidfile >$D/bus.log 2>&1 &
        while ! [ -S $D/bus ]; do sleep 0.05; done
        while :; do
            NetworkManager --no-daemon --config $D/nm.conf >$D/nm.log 2>&1 &
            echo $! >$D/nm.pid
            wait $!
            while [ -e $D/hold ]; do sleep 0.05; done
        done

        """

    /// The usual settings of NetworkManager, without parts that belong to the machine.
    private static let settings = """
        [main]
        plugins=keyfile
        dhcp=internal
        dns=none
        auth-polkit=false
        rc-manager=unmanaged
        [connectivity]
        enabled=true
        uri=http://192.0.2.1/check
        interval=60

        """

    private static func bus(_ folder: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>system</type>
          <listen>unix:path=\(folder)/bus</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
          </policy>
        </busconfig>

        """
    }
}
#endif
