/// What the vendor's option of DHCP (43) tells of the cost of traffic.
///
/// A phone with Android that shares its connection sends the text `ANDROID_METERED` in it. Android and NetworkManager,
/// as clients, take the text anywhere in the option for a hint. That it is missing says nothing.
enum MeteredHint {
    private static let text = Array("ANDROID_METERED".utf8)

    /// - Parameter option: The value of the option.
    /// - Returns: `true` where traffic is metered, else `nil`.
    static func isMetered(_ option: [UInt8]) -> Bool? {
        guard option.count >= text.count else { return nil }
        let isThere = (0...(option.count - text.count)).contains { option[$0...].starts(with: text) }
        return isThere ? true : nil
    }
}
