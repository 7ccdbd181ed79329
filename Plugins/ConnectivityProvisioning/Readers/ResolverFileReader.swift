#if os(Linux)
public import ConnectivityCore

/// Reads /etc/resolv.conf, see resolv.conf(5).
///
/// A server with a zone, such as `fe80::1%eth0`, is told of that interface, all others of the machine. Where the file is a
/// link, it is followed, and changes of what it leads to are noticed. Without the file nothing is told, although the C
/// library then asks 127.0.0.1.
public struct ResolverFileReader: SystemFileReader {
    public var root: String

    public init(root: String = "/") { self.root = root }

    public var watchedPaths: [String] { [path] + [files.resolved(path)].compactMap(\.self) }

    public func provisioning(of interface: Interface) -> [Provisioning] {
        guard let bytes = files.bytes(path) else { return [] }
        return [Provisioning(origin: path, nameServers: ResolverFile(bytes).servers(on: interface))]
    }

    public func machineNameServers() -> [IPAddress] {
        files.bytes(path).map { ResolverFile($0).machineServers } ?? []
    }

    private var path: String { files.path("etc/resolv.conf") }
}
#endif
