public import ConnectivityRecords

/// Something that reads bytes which anybody may have sent.
public struct Reader: Sendable {
    /// The name on the command line.
    public let name: String
    /// Whether it reads what a server sent: then no 256 KiB may take longer than ten milliseconds.
    public let isTimed: Bool
    /// What a recording holds for it to begin with.
    public let seed: @Sendable (Recording) throws -> [UInt8]
    /// Reads; nothing but a trap is a finding.
    public let read: @Sendable ([UInt8]) -> Void

    /// Finds a reader.
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
