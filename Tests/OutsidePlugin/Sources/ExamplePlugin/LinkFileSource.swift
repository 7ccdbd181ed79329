public import ConnectivityCore
public import ConnectivityRegistry

/// Reports one interface, whose link is up as long as a file contains `up`.
///
/// It reads the file ten times per second. A source whose backend can wait for changes would do that instead.
public struct LinkFileSource: InterfaceSource, Configurable, Hashable {
    public static var pluginID: PluginID { "source.example.link-file" }

    /// The path of the file.
    public var file: String
    /// The name of the interface.
    public var name: String
    /// The address with the prefix length, such as `192.0.2.7/24`.
    public var address: String

    /// Creates a source.
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - name: The name of the interface.
    ///   - address: The address with the prefix length.
    public init(file: String, name: String, address: String) {
        self.file = file
        self.name = name
        self.address = address
    }

    private enum CodingKeys: CodingKey {
        case file, name, address
    }

    /// Reads the options; invalid ones are refused here, before anything runs.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        file = try container.decode(String.self, forKey: .file)
        name = try container.decode(String.self, forKey: .name)
        address = try container.decode(String.self, forKey: .address)
        guard (try? NetworkInterface.Address(address)) != nil else {
            throw DecodingError.dataCorruptedError(forKey: .address, in: container, debugDescription: "is no address")
        }
    }

    public func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        var last: InterfaceSnapshot?
        while true {
            try Task.checkCancellation()
            let snapshot = current
            if snapshot != last { report(snapshot) }
            last = snapshot
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private var current: InterfaceSnapshot {
        let isUp = SmallFile.bytes(file)?.starts(with: "up".utf8) == true
        let addresses = [try? NetworkInterface.Address(address)].compactMap(\.self)
        let routes = addresses.map {
            NetworkInterface.DefaultRoute(family: $0.address.family, gateway: nil, metric: 100)
        }
        return InterfaceSnapshot([
            NetworkInterface(
                name: name,
                index: 1,
                kind: .other,
                hasCarrier: isUp,
                addresses: isUp ? addresses : [],
                defaultRoutes: isUp ? routes : []
            )
        ])
    }
}
