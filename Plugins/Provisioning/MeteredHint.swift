/// The hint in DHCP's vendor option (43) that traffic is metered.
///
/// An Android phone that shares its connection sends the text `ANDROID_METERED` in it. As clients, Android and
/// NetworkManager accept the text anywhere in the option as a hint. If the text is missing, the cost is unknown.
enum MeteredHint {
    private static let text = Array("ANDROID_METERED".utf8)

    /// Searches the value of the option for the hint: `true` if traffic is metered, otherwise `nil`.
    static func isMetered(_ option: [UInt8]) -> Bool? {
        guard option.count >= text.count else { return nil }
        let isThere = (0...(option.count - text.count)).contains { option[$0...].starts(with: text) }
        return isThere ? true : nil
    }
}
