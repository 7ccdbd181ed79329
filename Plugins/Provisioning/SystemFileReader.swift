#if os(Linux)
package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityToolkit

package protocol SystemFileReader: ProvisioningReader, Hashable, OptionlessConfigurable {
    /// The folder that is used as `/`, as in tests.
    ///
    /// The system follows links in it, so an absolute link leads out of the folder.
    var root: String { get }

    init(root: String)
}

extension SystemFileReader {
    package init() { self.init(root: "/") }

    func systemPath(_ path: String) -> String { root.hasSuffix("/") ? root + path : "\(root)/\(path)" }
}

/// Reads /etc/resolv.conf, see resolv.conf(5).
///
/// A server with a zone, such as `fe80::1%eth0`, is reported for that interface, all others for the system. If the file
/// is a link, the reader follows it, and changes of its target are noticed. Without the file no server is reported,
/// although the C library then asks 127.0.0.1.
package struct ResolverFileReader: SystemFileReader {
    package var root: String

    package init(root: String) { self.root = root }

    package var watchedPaths: [String] { [path] + [SystemFile.resolved(path)].compactMap(\.self) }

    package func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        guard let bytes = SystemFile.bytes(path) else { return [] }
        return [Provisioning(origin: path, nameServers: ResolverFile(bytes).servers(on: interface))]
    }

    package func systemNameServers() -> [IPAddress] {
        SystemFile.bytes(path).map { ResolverFile($0).systemServers } ?? []
    }

    private var path: String { systemPath("etc/resolv.conf") }
}

extension NetworkInterface {
    /// The name as part of a file name; `nil` if the name could lead to another folder.
    var fileName: String? { name.isFileName ? name : nil }
}
#endif
