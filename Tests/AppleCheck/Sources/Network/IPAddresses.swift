public import Foundation

/// An IPv4 address.
public struct IPv4Address: Sendable {
    public let rawValue: Data
    /// Only this simple here.
    public init(_ bytes: [UInt8]) { rawValue = Data(bytes) }
}

/// An IPv6 address.
public struct IPv6Address: Sendable {
    public let rawValue: Data
    /// Only this simple here.
    public init(_ bytes: [UInt8]) { rawValue = Data(bytes) }
}
