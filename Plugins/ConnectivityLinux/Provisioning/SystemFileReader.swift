#if os(Linux)
public import ConnectivityCore

/// A reader of files of the system, whose only option in configuration is the folder that they are below.
public protocol SystemFileReader: ProvisioningReader, Hashable, Codable {
    /// The folder that stands for `/`, such as the root of a container's files. Links in it are followed by the system,
    /// so that an absolute one leads out of it.
    var root: String { get }

    /// Creates a reader.
    /// - Parameter root: The folder that stands for `/`.
    init(root: String)
}

private enum Option: CodingKey {
    case root
}

extension SystemFileReader {
    /// Decodes a reader from an object whose only key, `root`, may be missing and then means `/`.
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` where the value is not a string.
    public init(from decoder: any Decoder) throws {
        self.init(root: try decoder.container(keyedBy: Option.self).decodeIfPresent(String.self, forKey: .root) ?? "/")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Option.self)
        try container.encode(root, forKey: .root)
    }

    /// The path of a file below the root.
    func systemPath(_ path: String) -> String { root.hasSuffix("/") ? root + path : "\(root)/\(path)" }
}

/// Reads /etc/resolv.conf, see resolv.conf(5).
///
/// A server with a zone, such as `fe80::1%eth0`, is told of that interface, all others of the machine. Where the file is a
/// link, it is followed, and changes of what it leads to are noticed. Without the file nothing is told, although the C
/// library then asks 127.0.0.1.
public struct ResolverFileReader: SystemFileReader {
    public var root: String

    public init(root: String = "/") { self.root = root }

    public var watchedPaths: [String] { [path] + [SystemFile.resolved(path)].compactMap(\.self) }

    public func provisioning(of interface: Interface) -> [Provisioning] {
        guard let bytes = SystemFile.bytes(path) else { return [] }
        return [Provisioning(origin: path, nameServers: ResolverFile(bytes).servers(on: interface))]
    }

    public func machineNameServers() -> [IPAddress] {
        SystemFile.bytes(path).map { ResolverFile($0).machineServers } ?? []
    }

    private var path: String { systemPath("etc/resolv.conf") }
}

extension Interface {
    /// The name as part of a file's name; `nil` of a name that could lead elsewhere.
    var fileName: String? { name.isFileName ? name : nil }
}
#endif
