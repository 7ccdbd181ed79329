public import Foundation

/// An IPv4 address.
public struct IPv4Address: Sendable {
    public let rawValue: Data
    /// A simplified initializer, which exists only in the stand-in.
    public init(_ bytes: [UInt8]) { rawValue = Data(bytes) }
}

/// An IPv6 address.
public struct IPv6Address: Sendable {
    public let rawValue: Data
    /// A simplified initializer, which exists only in the stand-in.
    public init(_ bytes: [UInt8]) { rawValue = Data(bytes) }
}
