#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// The system's settings for name lookups that decide whether a program may ask the name servers itself.
struct ResolverSettings: Sendable {
    /// The name servers, best first (resolv.conf(5)).
    private(set) var servers: [IPAddress] = []
    /// Whether names are looked up by asking name servers (nsswitch.conf(5)).
    private let asksServers: Bool
    /// Whether only these name servers are asked: systemd-resolved (`resolve`) may ask others.
    let asksServersOnly: Bool

    /// Reads the settings; a file that is missing or too large counts as empty.
    init(resolvConf: String = "/etc/resolv.conf", nsswitch: String = "/etc/nsswitch.conf") {
        self.init(resolvConfText: Self.text(of: resolvConf), nsswitchText: Self.text(of: nsswitch))
    }

    init(resolvConfText: String, nsswitchText: String) {
        let hosts = Self.lines(of: nsswitchText).first { $0.first == "hosts:" } ?? []
        // Without the file or the line, the system asks name servers.
        asksServers = hosts.isEmpty || hosts.contains("dns") || hosts.contains("resolve")
        asksServersOnly = asksServers && !hosts.contains("resolve")
        for line in Self.lines(of: resolvConfText) {
            if line.first == "nameserver", line.count > 1, servers.count < 3, let server = try? IPAddress(line[1]) {
                servers.append(server)
            }
        }
    }

    /// Returns the lookup that a program may add to the system's; `nil` if the system's rules are not simple.
    ///
    /// The first server is asked last, because it has not answered the system.
    func lookup(of name: String, families: [IPAddress.Family], limit: Duration) -> NameLookup? {
        let labels = name.split(separator: ".")
        guard asksServers, labels.count > 1, labels.last != "local", !servers.isEmpty
        else { return nil }
        let turned = Array(servers.dropFirst() + servers.prefix(1))
        return NameLookup(name: name, servers: turned, families: families, limit: limit)
    }

    private static func lines(of text: String) -> [[Substring]] {
        // By bytes, because "\r\n" is one character.
        text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            Substring(line).prefix { $0 != "#" && $0 != ";" }.split(whereSeparator: \.isWhitespace)
        }
    }

    /// The largest file that is read, in bytes.
    private static let byteCountMax = 64 * 1024

    private static func text(of path: String) -> String {
        (try? WholeFile(path, limit: byteCountMax)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }
}
#endif
