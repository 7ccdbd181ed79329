/// The data of one file or service of the system about the network that an interface joined.
///
/// RFC 8952, section 2.2, calls the source of such data a provisioning service; DHCP and router advertisements are the usual
/// ones. The data is kept as received and can be read again.
public struct Provisioning: Hashable, Sendable {
    /// The protocol by which a network provides data (RFC 8910, section 2).
    ///
    /// The order of the cases is the precedence of contradictory data.
    @nonexhaustive
    public enum Channel: String, Hashable, Sendable, Codable, CaseIterable {
        /// DHCPv4: options 6, 43, 108, 114, 162 and 252.
        case dhcpv4
        /// DHCPv6: options 23, 103 and 144.
        case dhcpv6
        /// Router advertisements: options 25, 31, 37 and 38.
        case routerAdvertisement = "router-advertisement"
    }

    /// The origin of the data: the path of a file, or the name of a service.
    public var origin: String
    /// The channel of the data; `nil` if the origin does not state it.
    public var channel: Channel?
    /// The value of the captive portal option as received; `nil` if it was not received.
    ///
    /// At most 2,048 characters are kept; bytes that are not UTF-8 become U+FFFD.
    public package(set) var captivePortalText: String?
    /// The name servers, best first; at most 16 are kept.
    public package(set) var nameServers: [IPAddress]
    /// Whether traffic costs money or is limited; `nil` if not known.
    public var isMetered: Bool?
    /// The domain names that the network gives to its clients (RFC 2132, section 3.17; RFC 3397; RFC 8106, section 5.2), without
    /// a trailing dot; at most 16 of 253 bytes are kept.
    public package(set) var domains: [String]
    /// The prefixes under which the network translates IPv4 addresses (RFC 8781); at most four are kept.
    package var nat64Prefixes: [NAT64Prefix]
    /// The time for which the device may omit an IPv4 address, because the network works without IPv4 (RFC 8925, option 108);
    /// `nil` if the network does not state it.
    package var ipv6OnlyWait: Duration?
    /// The URL of the network's script that chooses proxies (PAC), as written in DHCP option 252; `nil` without one.
    ///
    /// It is neither fetched nor executed. At most 1024 printable characters are kept.
    package var proxyScript: String?
    /// The encrypted resolvers that the network designates (RFC 9463) or that this device is configured to use; at most eight are
    /// kept.
    package var encryptedResolvers: [EncryptedResolver] = [] {
        didSet { encryptedResolvers = Array(encryptedResolvers.prefix(EncryptedResolver.countMax)) }
    }

    /// The maximum number of kept characters of a captive portal option.
    ///
    /// A router advertisement can carry this many, more than an option of DHCPv4.
    package static let captivePortalCountMax = 2048
    /// The maximum number of name servers per origin, interface or device.
    package static let nameServerCountMax = 16
    private static let domainCountMax = 16
    private static let nat64PrefixCountMax = 4

    /// Creates the data of an origin.
    public init(
        origin: String,
        channel: Channel? = nil,
        captivePortal: [UInt8]? = nil,
        nameServers: [IPAddress] = [],
        isMetered: Bool? = nil,
        domains: [String] = [],
        nat64Prefixes: [String] = [],
        ipv6OnlyWait: Duration? = nil
    ) {
        self.origin = origin
        self.channel = channel
        captivePortalText = captivePortal.map { value in
            // Padding is not part of the value: see ``Provisioning/CaptivePortalOption/init(_:)``.
            var text = String(decoding: value.prefix(4 * Self.captivePortalCountMax), as: UTF8.self).unicodeScalars
                .prefix(Self.captivePortalCountMax)
            while text.last == "\0" { text.removeLast() }
            return String(text)
        }
        self.nameServers = Array(nameServers.prefix(Self.nameServerCountMax))
        self.isMetered = isMetered
        let names = domains.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        self.domains = Array(names.filter { (1...253).contains($0.utf8.count) }.prefix(Self.domainCountMax))
        self.nat64Prefixes = Array(
            nat64Prefixes.lazy.compactMap { NAT64Prefix($0) }.prefix(Self.nat64PrefixCountMax)
        )
        self.ipv6OnlyWait = ipv6OnlyWait
    }

    /// The parsed captive portal option, or the reason why it cannot be requested; `nil` if it was not received.
    public var captivePortal: Result<CaptivePortalOption, CaptivePortalOption.Fault>? {
        captivePortalText.map { text in
            Result { () throws(CaptivePortalOption.Fault) in try CaptivePortalOption(Array(text.utf8)) }
        }
    }

    /// Whether the origin has no data.
    public var isEmpty: Bool {
        captivePortalText == nil && nameServers.isEmpty && isMetered == nil && domains.isEmpty && nat64Prefixes.isEmpty
            && ipv6OnlyWait == nil && proxyScript == nil && encryptedResolvers.isEmpty
    }

    /// Returns the data with the value of DHCP option 252, which some servers end with a zero or a line break.
    package func withProxyScript(_ option: [UInt8]?) -> Provisioning {
        var copy = self
        var text = String(decoding: (option ?? []).prefix(Self.proxyScriptCountMax), as: UTF8.self).unicodeScalars
        while let last = text.last, last == "\0" || last.properties.isWhitespace { text.removeLast() }
        let isPlain = text.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
        copy.proxyScript = isPlain && !text.isEmpty ? String(text) : nil
        return copy
    }

    private static let proxyScriptCountMax = 1024
}
