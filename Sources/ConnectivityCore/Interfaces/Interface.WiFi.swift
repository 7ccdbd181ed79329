extension Interface {
    /// What a wireless interface is associated with (IEEE 802.11).
    public struct WiFi: Hashable, Sendable {
        /// The name of the network: up to 32 bytes of any value, mostly UTF-8; empty where it is hidden.
        public var ssid: [UInt8]
        /// The hardware address of the access point, such as `00:00:5e:00:53:01`; `nil` where not told.
        public var bssid: String?
        /// The centre of the channel in MHz; `nil` where not told.
        public var frequency: Int?
        /// The strength of the access point's signal in dBm, a negative number; `nil` where not told.
        public var signal: Int?

        /// Creates an association.
        /// - Parameters:
        ///   - ssid: The name of the network.
        ///   - bssid: The hardware address of the access point.
        ///   - frequency: The centre of the channel in MHz.
        ///   - signal: The strength of the signal in dBm.
        public init(ssid: [UInt8], bssid: String? = nil, frequency: Int? = nil, signal: Int? = nil) {
            self.ssid = ssid
            self.bssid = bssid
            self.frequency = frequency
            self.signal = signal
        }

        /// The name of the network for people: printable, what is no UTF-8 replaced.
        public var name: String { String(decoding: ssid, as: UTF8.self).printable(limit: 64) }
    }
}
