public import ConnectivityCore
public import ConnectivityRegistry

/// Reads the leases of a fictional DHCP client, one file per interface with lines such as `server=192.0.2.53`.
public struct LeaseReader: ProvisioningReader, Configurable, Hashable {
    public static var pluginID: PluginID { "provisioning.example.lease" }

    /// The absolute path of the folder with the files.
    public var folder: String

    /// Creates a reader.
    /// - Parameter folder: The absolute path of the folder with the files.
    public init(folder: String) { self.folder = folder }

    private enum CodingKeys: CodingKey {
        case folder
    }

    public var watchedPaths: [String] { [folder] }

    public func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        // A name with a slash would lead to another folder.
        guard !interface.name.utf8.contains(UInt8(ascii: "/")) else { return [] }
        let path = "\(folder)/\(interface.name).lease"
        guard let bytes = SmallFile.bytes(path) else { return [] }
        var servers: [IPAddress] = []
        var isMetered: Bool?
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(100) {
            let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "server": servers += [try? IPAddress(parts[1])].compactMap(\.self)
            case "metered": isMetered = parts[1] == "yes"
            default: continue
            }
        }
        let provisioning = Provisioning(origin: path, channel: .dhcpv4, nameServers: servers, isMetered: isMetered)
        return provisioning.isEmpty ? [] : [provisioning]
    }
}
