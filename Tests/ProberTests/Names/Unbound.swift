#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityNames
import Foundation

/// A machine with the interface `uplink`, and Debian's unbound on its other end.
///
/// One instance answers at 192.0.2.1, also on another port. One behind it, at 192.0.2.3, refuses all clients except
/// the first.
final class Unbound: Sendable {
    static let server = NameServer("192.0.2.1")
    static let otherPort = NameServer("192.0.2.1", port: 5300)
    static let closedPort = NameServer("192.0.2.1", port: 5399)
    static let refusing = NameServer("192.0.2.3")
    static let missing = NameServer("192.0.2.99")

    let machine: NetworkNamespace
    private let side: NetworkNamespace
    private let folder: URL

    init() async throws {
        machine = try await NetworkNamespace()
        side = try await NetworkNamespace()
        folder = FileManager.default.temporaryDirectory.appending(path: "unbound-\(UUID().uuidString)")
        let (machine, side, folder) = (machine, side, folder)
        try await machine.link("uplink", to: side, as: "peer")
        try await machine.run {
            try machine.shell("ip address add 192.0.2.10/24 dev uplink; ip link set uplink up")
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in [("front", Self.front), ("back", Self.back)] {
            let common = Self.common.replacing("FOLDER", with: folder.path)
            let many = (1...40).map { "  local-data: 'many.zone.example. 60 IN TXT \"\($0) \(Self.filling)\"'\n" }
            let whole = "server:\n\(common)\(text)".replacing("  MANY\n", with: many.joined())
            try whole.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        try await side.run {
            // The processes end by themselves if the tests do not end them.
            let run = "timeout --kill-after=1 100 unbound -p -c"
            try side.shell(
                """
                # That nobody listens is said to each who asks, also after many who asked before unbound was there.
                echo 0 >/proc/sys/net/ipv4/icmp_ratelimit
                for last in 1 3; do ip address add 192.0.2.$last/24 dev peer; done
                ip link set peer up
                cd \(folder.path)
                for name in front back; do \(run) $name </dev/null >$name.log 2>&1 & echo $! >>pids; done
                """
            )
        }
        try await machine.run {
            for server in [Self.server, Self.refusing] {
                let end = ContinuousClock.now + .seconds(20)
                while case .failure = await ask("four.zone.example", .a, of: server, within: .milliseconds(300)).outcome
                {
                    guard ContinuousClock.now < end else { throw NetworkNamespace.Failure(what: "unbound is silent") }
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
    }

    deinit {
        let pids = (try? String(contentsOf: folder.appending(path: "pids"), encoding: .utf8)) ?? ""
        for pid in pids.split(separator: "\n").compactMap({ pid_t($0) }) { kill(pid, SIGTERM) }
        try? FileManager.default.removeItem(at: folder)
    }

    private static let filling = String(repeating: "filling ", count: 6)

    private static let common = """
          do-daemonize: no
          username: ""
          chroot: ""
          directory: "FOLDER"
          pidfile: ""
          use-syslog: no
          ede: yes

        """

    private static let front = """
          interface: 192.0.2.1
          interface: 192.0.2.1@5300
          access-control: 192.0.2.0/24 allow
          module-config: "validator iterator"
          qname-minimisation: no
          val-max-restart: 0
          outbound-msg-retry: 1
          max-sent-count: 8
          trust-anchor: "bogus.example. DS 1 13 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
          local-zone: "zone.example." static
          local-data: "zone.example. 300 IN SOA ns.zone.example. admin.zone.example. 1 3600 600 86400 60"
          local-data: "four.zone.example. 120 IN A 192.0.2.80"
          local-data: "both.zone.example. 120 IN A 192.0.2.80"
          local-data: "both.zone.example. 120 IN AAAA 2001:db8::80"
          local-data: 'web.zone.example. 60 IN HTTPS 1 . alpn="h2,h3"'
          MANY
          local-zone: "refused.example." always_refuse
          local-zone: "silent.example." always_deny
        remote-control:
          control-enable: no
        forward-zone:
          name: "bogus.example."
          forward-addr: 192.0.2.3
        forward-zone:
          name: "failing.example."
          forward-addr: 192.0.2.1@5399

        """

    private static let back = """
          interface: 192.0.2.3
          access-control: 192.0.2.1/32 allow
          access-control: 192.0.2.3/32 allow
          local-zone: "bogus.example." static
          local-data: "bogus.example. 300 IN SOA ns.bogus.example. admin.bogus.example. 1 3600 600 86400 60"
          local-data: "www.bogus.example. 300 IN A 192.0.2.9"
        remote-control:
          control-enable: no

        """
}

/// Asks one server through the interface.
func ask(
    _ text: String,
    _ type: DNSRecordType,
    of server: NameServer = Unbound.server,
    through interface: String? = "uplink",
    within limit: Duration = .seconds(60),
    _ change: (inout DNSQuery) -> Void = { _ in }
) async -> NameExchange {
    var request = NameExchangeRequest(
        DNSQuery.Question(name(text), type),
        servers: [server],
        interface: interface,
        deadline: .now + limit
    )
    change(&request.query)
    return await CaresDriver().exchange(request)
}
#endif
