/// What one file of the system, or one of its services, tells of the network that an interface joined.
///
/// RFC 8952, section 2.2, calls what tells a device of its network a provisioning service; DHCP and router advertisements
/// are the usual ones. What came in is kept as it came, so that it can be read again.
public struct Provisioning: Hashable, Sendable {
    /// How a network tells (RFC 8910, section 2).
    ///
    /// The order of the cases is the order of precedence where networks contradict themselves.
    @nonexhaustive
    public enum Channel: String, Hashable, Sendable, Codable, CaseIterable {
        /// DHCP of IPv4: options 6, 43 and 114.
        case dhcpv4
        /// DHCP of IPv6: options 23 and 103.
        case dhcpv6
        /// Router advertisements: options 25 and 37.
        case routerAdvertisement = "router-advertisement"
    }

    /// Where it stands: the path of a file, or the name of a service.
    public var origin: String
    /// How the network told it; `nil` where the origin does not say.
    public var channel: Channel?
    /// The value of the captive portal option as it stands there; `nil` where there is none.
    ///
    /// At most ``captivePortalCountMax`` characters are kept; bytes that are not UTF-8 stand as U+FFFD.
    public private(set) var captivePortalText: String?
    /// The name servers, best first; at most ``nameServerCountMax`` are kept.
    public private(set) var nameServers: [IPAddress]
    /// Whether traffic costs money or is limited; `nil` where not told.
    public var isMetered: Bool?

    /// How many characters of a captive portal option are kept: as many as a router advertisement can carry, which is
    /// more than one option of DHCP for IPv4 can.
    public static let captivePortalCountMax = 2048
    /// How many name servers are kept of an origin, an interface or a machine.
    public static let nameServerCountMax = 16

    /// Creates what an origin tells.
    /// - Parameters:
    ///   - origin: Where it stands.
    ///   - channel: How the network told it.
    ///   - captivePortal: The bytes of the captive portal option, without its type and length.
    ///   - nameServers: The name servers, best first.
    ///   - isMetered: Whether traffic costs money or is limited.
    public init(
        origin: String,
        channel: Channel? = nil,
        captivePortal: [UInt8]? = nil,
        nameServers: [IPAddress] = [],
        isMetered: Bool? = nil
    ) {
        self.origin = origin
        self.channel = channel
        captivePortalText = captivePortal.map { value in
            // Padding is no part of the value: see ``CaptivePortalOption/init(_:)``.
            var text = String(decoding: value.prefix(4 * Self.captivePortalCountMax), as: UTF8.self).unicodeScalars
                .prefix(Self.captivePortalCountMax)
            while text.last == "\0" { text.removeLast() }
            return String(text)
        }
        self.nameServers = Array(nameServers.prefix(Self.nameServerCountMax))
        self.isMetered = isMetered
    }

    /// What the captive portal option means, or why it names nothing that can be asked; `nil` where there is none.
    public var captivePortal: Result<CaptivePortalOption, CaptivePortalOption.Fault>? {
        captivePortalText.map { text in
            Result { () throws(CaptivePortalOption.Fault) in try CaptivePortalOption(Array(text.utf8)) }
        }
    }

    /// Whether anything is told at all.
    public var tellsSomething: Bool { captivePortalText != nil || !nameServers.isEmpty || isMetered != nil }
}

extension Provisioning: Tabulated {
    package static let fields = FieldTable(
        Provisioning(origin: ""),
        [
            .required("origin", \.origin),
            .optional("channel", \.channel),
            .optional("captivePortal", \.writtenCaptivePortal),
            .filled("nameServers", \.writtenNameServers, []),
            .optional("isMetered", \.isMetered),
        ]
    )

    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

    private var writtenCaptivePortal: String? {
        get { captivePortalText }
        set { self = with(captivePortal: newValue, nameServers: nameServers) }
    }

    private var writtenNameServers: [IPAddress] {
        get { nameServers }
        set { self = with(captivePortal: captivePortalText, nameServers: newValue) }
    }

    /// Other facts, within the limits of the initializer.
    private func with(captivePortal: String?, nameServers: [IPAddress]) -> Provisioning {
        Provisioning(
            origin: origin,
            channel: channel,
            captivePortal: captivePortal.map { Array($0.utf8) },
            nameServers: nameServers,
            isMetered: isMetered
        )
    }
}

extension Provisioning.Channel: Described {}
