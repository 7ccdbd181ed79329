#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit
import Glibc

/// Finds missing rights of this process on this device, and faults of the system's resolver file.
struct SystemFindings {
    /// The errors of the system; zero for a permitted right.
    struct Rights {
        var echo: CInt = 0
        var netlink: CInt = 0
        var binding: CInt = 0

        /// Tries each right; nothing is sent.
        init() {
            echo = Self.error(AF_INET, Descriptor.datagram, Int32(IPPROTO_ICMP))
            // NETLINK_ROUTE (netlink(7))
            netlink = Self.error(AF_NETLINK, Descriptor.raw, 0)
            do throws(Errno) {
                let socket = try Descriptor(socket: AF_INET, Descriptor.datagram)
                binding = DeviceBinding.bind(socket.number, to: "lo")
            } catch {
                binding = error.number
            }
        }

        init(echo: CInt, netlink: CInt, binding: CInt) {
            (self.echo, self.netlink, self.binding) = (echo, netlink, binding)
        }

        private static func error(_ family: CInt, _ type: CInt, _ kind: CInt) -> CInt {
            do throws(Errno) { _ = try Descriptor(socket: family, type, protocol: kind) } catch { return error.number }
            return 0
        }
    }

    /// - Throws: If the system refuses a resource to this process, which shows nothing about the installation.
    static func all(
        _ configuration: PipelineConfiguration,
        _ rights: Rights,
        resolver path: String
    ) throws(CommandError) -> [SetupFinding] {
        for number in [rights.echo, rights.netlink, rights.binding] {
            guard let resource = ProbeFailure.Resource(errno: number) else { continue }
            throw CommandError(lacking: resource, effect: "the rights cannot be examined")
        }
        return self.rights(configuration, rights) + (try resolver(path))
    }

    private static func rights(_ configuration: PipelineConfiguration, _ rights: Rights) -> [SetupFinding] {
        let asked = configuration.asked.map(\.question.kind)
        let findings = [
            SetupFinding(
                "no-echo",
                asked.contains("echo") ? .error : .note,
                "no ICMP echo can be sent (\(Errno(rights.echo))), so explain cannot ask the gateway",
                remedy:
                    "include the group of this user in net.ipv4.ping_group_range (sysctl(8)), for example \"0 2147483647\""
            ),
            SetupFinding(
                "no-netlink",
                configuration.source == nil ? .error : .note,
                "the kernel cannot be asked for interfaces (\(Errno(rights.netlink)))",
                remedy: "permit AF_NETLINK (RestrictAddressFamilies= of a unit), or use source.static"
            ),
            SetupFinding(
                "no-binding",
                configuration.scope == .defaultRoute ? .note : .error,
                "sockets cannot be bound to an interface (\(Errno(rights.binding)))",
                remedy: "use Linux 5.7 or newer, or give this program CAP_NET_RAW (AmbientCapabilities= of a unit)"
            ),
        ]
        return zip(findings, [rights.echo, rights.netlink, rights.binding]).filter { $0.1 != 0 }.map(\.0)
    }

    /// Examines the system's list of name servers (resolv.conf(5)).
    private static func resolver(_ path: String) throws(CommandError) -> [SetupFinding] {
        let remedy =
            "let the system's resolver or DHCP client write it, or add a line such as \"nameserver 192.0.2.53\""
        let name = path.printable(limit: 200)
        let file: WholeFile
        do throws(WholeFile.Fault) {
            file = try WholeFile(path, limit: 1 << 20)
        } catch {
            if let resource = error.number.flatMap(ProbeFailure.Resource.init(errno:)) {
                throw CommandError(lacking: resource, effect: "\(name) cannot be read")
            }
            let reason = "\(name) cannot be read (\(error)), so programs ask a name server on this device"
            return [SetupFinding.error("no-resolver-file", reason, remedy: remedy)]
        }
        let lines = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let servers = lines.map { $0.split { $0 == " " || $0 == "\t" } }.filter { $0.first == "nameserver" }
        var findings: [SetupFinding] = []
        if servers.isEmpty {
            let reason = "\(name) names no name server, so programs ask one on this device"
            findings.append(SetupFinding.warning("no-name-server", reason, remedy: remedy))
        }
        for words in servers {
            // A link-local address has its interface after a percent sign.
            let text = words.dropFirst().first ?? ""
            guard (try? IPAddress(String(text.prefix { $0 != "%" }))) == nil else { continue }
            let reason = "\(name) has a name server that is no address: \"\(String(text).printable(limit: 60))\""
            findings.append(SetupFinding.error("bad-name-server", reason, remedy: remedy))
        }
        if servers.count > 3 {
            // MAXNS of <resolv.h>
            let reason = "\(name) has \(servers.count) name servers, of which the C library uses the first three"
            findings.append(
                SetupFinding.note("many-name-servers", reason, remedy: "remove the others")
            )
        }
        return findings
    }
}
#endif
