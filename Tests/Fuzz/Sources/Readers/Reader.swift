public import ConnectivityRecords

/// A reader of bytes that may come from anybody.
public struct Reader: Sendable {
    /// The name on the command line.
    public let name: String
    /// Whether it reads a server's response; if so, 256 KiB must not take longer than ten milliseconds.
    public let isTimed: Bool
    /// Returns the reader's first input from a recording.
    public let seed: @Sendable (Recording) throws -> [UInt8]
    /// Reads the bytes; only a trap is a finding.
    public let read: @Sendable ([UInt8]) -> Void

    /// Returns the reader with a name.
    public static func named(_ name: String) -> Reader? { all.first { $0.name == name } }

    init(
        _ name: String,
        isTimed: Bool = true,
        seed: @escaping @Sendable (Recording) throws -> [UInt8],
        read: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.isTimed = isTimed
        self.seed = seed
        self.read = read
    }
}
