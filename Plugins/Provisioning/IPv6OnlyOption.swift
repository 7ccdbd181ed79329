import ConnectivityCore

/// The DHCP option of a network that works without IPv4 (108, RFC 8925, section 3.1).
enum IPv6OnlyOption {
    /// The minimum time (RFC 8925, section 3.4).
    private static let waitMin: Duration = .seconds(300)

    /// Decodes the option; `nil` unless it has four bytes.
    ///
    /// It is the number of seconds for which the device may do without an address.
    static func wait(_ option: [UInt8]) -> Duration? {
        var reader = ByteReader(option[...])
        guard option.count == 4, let seconds = reader.uint32() else { return nil }
        return max(.seconds(Int64(seconds)), waitMin)
    }
}
