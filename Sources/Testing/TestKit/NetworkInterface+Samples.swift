public import ConnectivityCore

extension NetworkInterface {
    /// A Wi-Fi interface for tests, with an address and a gateway from a documentation range (RFC 5737).
    public static let wifi = NetworkInterface(
        name: "wlan0",
        index: 3,
        kind: .wifi,
        addresses: [Address("192.0.2.7", prefixLength: 24)],
        defaultRoutes: [DefaultRoute(family: .ipv4, gateway: "192.0.2.1", metric: 600)]
    )

    /// An Ethernet interface for tests, preferred to `wifi`, with addresses from a documentation range (RFC 5737).
    public static let ethernet = NetworkInterface(
        name: "eth0",
        index: 2,
        kind: .ethernet,
        addresses: [Address("198.51.100.7", prefixLength: 24)],
        defaultRoutes: [DefaultRoute(family: .ipv4, gateway: "198.51.100.1", metric: 100)]
    )
}
