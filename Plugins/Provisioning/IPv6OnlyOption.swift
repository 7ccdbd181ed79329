import ConnectivityCore

/// The option in DHCP with which a network says that it works without IPv4 (108, RFC 8925, section 3.1).
enum IPv6OnlyOption {
    /// The least time that counts (RFC 8925, section 3.4).
    private static let waitMin: Duration = .seconds(300)

    /// Decodes the option, a number of seconds in four bytes for which the device may do without an address; `nil` if
    /// the value has another length.
    static func wait(_ option: [UInt8]) -> Duration? {
        var reader = ByteReader(option[...])
        guard option.count == 4, let seconds = reader.uint32() else { return nil }
        return max(.seconds(Int64(seconds)), waitMin)
    }
}
