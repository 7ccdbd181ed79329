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

    var files: SystemFiles { SystemFiles(root: root) }
}
#endif
