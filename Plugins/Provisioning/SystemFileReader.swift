#if os(Linux)
package import ConnectivityCore
import ConnectivityToolkit

/// A reader of system files whose only option in configuration is their root folder.
package protocol SystemFileReader: ProvisioningReader, Hashable, Codable {
    /// The folder that is used as `/`, such as the root of a container's files.
    ///
    /// The system follows links in it, so an absolute link leads out of the folder.
    var root: String { get }

    init(root: String)
}

private enum Option: CodingKey {
    case root
}

extension SystemFileReader {
    /// Decodes a reader from an object with the optional key `root`, `/` by default.
    package init(from decoder: any Decoder) throws {
        self.init(root: try decoder.container(keyedBy: Option.self).decodeIfPresent(String.self, forKey: .root) ?? "/")
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Option.self)
        try container.encode(root, forKey: .root)
    }

    /// Returns the path of a file below the root.
    func systemPath(_ path: String) -> String { root.hasSuffix("/") ? root + path : "\(root)/\(path)" }
}

/// Reads /etc/resolv.conf, see resolv.conf(5).
///
/// A server with a zone, such as `fe80::1%eth0`, is reported for that interface, all others for the system. If the
/// file is a link, the reader follows it, and changes of its target are noticed. Without the file no server is
/// reported, although the C library then asks 127.0.0.1.
package struct ResolverFileReader: SystemFileReader {
    package var root: String

    package init(root: String = "/") { self.root = root }

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
