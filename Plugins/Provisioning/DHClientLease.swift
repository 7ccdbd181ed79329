import ConnectivityCore

/// One lease in the format of dhclient.leases(5).
struct DHClientLease: Equatable {
    /// Whether the lease is for IPv6 (`lease6`).
    var isIPv6: Bool
    var interface: String?
    /// The addresses of the lease; empty if the device requested only information.
    var addresses: [IPAddress] = []
    var isReleased = false
    private(set) var captivePortal: [UInt8]?
    private(set) var nameServers: [IPAddress] = []
    private(set) var isMetered: Bool?
    private(set) var domains: [String] = []
    private(set) var ipv6OnlyWait: Duration?
    private(set) var proxyScript: [UInt8]?
    private(set) var encryptedResolvers: [EncryptedResolver] = []

    /// The maximum number of leases kept of a file: the last ones.
    static let countMax = 256
    private static let addressCountMax = 64

    /// Decodes the leases of a file, in its order; an unclosed lease, as in a file that is being written, is left out.
    static func all(in bytes: [UInt8]) -> [DHClientLease] {
        var leases: [DHClientLease] = []
        var lease: DHClientLease?
        var depth = 0
        for statement in LeaseStatements(bytes) {
            switch statement {
            case .open(let words):
                if depth == 0 {
                    let keyword = words.first.map { String(decoding: $0, as: UTF8.self) }
                    let isLease = keyword == "lease" || keyword == "lease6"
                    lease = isLease ? DHClientLease(isIPv6: keyword == "lease6") : nil
                }
                depth += 1
                lease?.read(words)
            case .words(let words): lease?.read(words)
            case .close:
                depth = max(depth - 1, 0)
                guard depth == 0, let closed = lease else { continue }
                lease = nil
                leases.append(closed)
                if leases.count >= 2 * countMax { leases.removeFirst(countMax) }
            }
        }
        return leases.suffix(countMax)
    }

    /// Whether the interface uses the lease: the lease names it, is not released, and contains one of its addresses.
    ///
    /// The times of a lease need not be read, because the system removes the address when a lease ends.
    func isInForce(on interface: NetworkInterface) -> Bool {
        guard self.interface == interface.name, !isReleased else { return false }
        guard !addresses.isEmpty else { return isIPv6 }
        return interface.addresses.contains { addresses.contains($0.address) }
    }

    func provisioning(origin: String) -> Provisioning {
        var provisioning = Provisioning(
            origin: origin,
            channel: isIPv6 ? .dhcpv6 : .dhcpv4,
            captivePortal: captivePortal,
            nameServers: nameServers,
            isMetered: isMetered,
            domains: domains,
            ipv6OnlyWait: ipv6OnlyWait
        ).withProxyScript(proxyScript)
        provisioning.encryptedResolvers = encryptedResolvers
        return provisioning
    }

    private init(isIPv6: Bool) { self.isIPv6 = isIPv6 }

    private mutating func read(_ words: [ArraySlice<UInt8>]) {
        func text(_ index: Int) -> String { String(decoding: words[index], as: UTF8.self) }
        guard !words.isEmpty else { return }
        switch text(0) {
        case "interface" where words.count > 1: interface = text(1)
        case "fixed-address" where words.count > 1, "iaaddr" where words.count > 1:
            if let address = try? IPAddress(text(1)), addresses.count < Self.addressCountMax {
                addresses.append(address)
            }
        case "released": isReleased = true
        case "option" where words.count > 2: readOption(text(1), words.dropFirst(2))
        default: break
        }
    }

    private mutating func readOption(_ name: String, _ values: ArraySlice<ArraySlice<UInt8>>) {
        switch (isIPv6, name) {
        case (false, _) where Self.portalNames.contains(name), (true, _) where Self.portalNames6.contains(name):
            captivePortal = values.first.map(Self.octets)
        case (false, "domain-name-servers"), (true, "dhcp6.name-servers"):
            nameServers = values.compactMap { try? IPAddress(String(decoding: $0, as: UTF8.self)) }
        case (false, "domain-name"):
            // Some servers put several names into the option.
            domains = Self.names(values.flatMap { $0.split(separator: 0x20) }) + domains
        case (false, "domain-search"), (true, "dhcp6.domain-search"):
            domains += Self.names(values)
        case (false, "vendor-encapsulated-options"), (false, "unknown-43"):
            isMetered = values.first.map(Self.octets).flatMap(MeteredHint.isMetered)
        case (false, "unknown-108"), (false, "v6-only-preferred"):
            ipv6OnlyWait = values.first.flatMap(Self.number).flatMap(IPv6OnlyOption.wait)
        case (false, "unknown-252"), (false, "wpad"):
            proxyScript = values.first.map(Self.octets)
        case (false, "unknown-162"), (false, "v4-dnr"):
            encryptedResolvers = values.first.map(Self.octets).map(EncryptedResolver.designated(inDHCPv4:)) ?? []
        case (true, "dhcp6.unknown-144"), (true, "dhcp6.v6-dnr"):
            guard encryptedResolvers.count < EncryptedResolver.countMax else { return }
            encryptedResolvers += values.first.map(Self.octets).map { EncryptedResolver.designated(inDHCPv6: $0) } ?? []
        default: break
        }
    }

    /// Decodes a number of four bytes, which is decimal if the configuration declares the option as a number.
    private static func number(_ value: ArraySlice<UInt8>) -> [UInt8]? {
        guard let number = UInt32(String(decoding: value, as: UTF8.self)) else { return octets(value) }
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func names(_ values: some Sequence<ArraySlice<UInt8>>) -> [String] {
        values.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Names of option 114: dhclient's own, a likely one of configurations, and that of an unknown option.
    private static let portalNames: Set = ["default-url", "captive-portal", "unknown-114"]
    /// Names of option 103, in the same order.
    private static let portalNames6: Set = ["dhcp6.v6-captive-portal", "dhcp6.captive-portal", "dhcp6.unknown-103"]

    /// Decodes a value: hexadecimal numbers with colons such as `68:74:74:70`; other values are returned unchanged.
    static func octets(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let parts = value.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return Array(value) }
        var octets: [UInt8] = []
        for part in parts {
            guard (1...2).contains(part.count) else { return Array(value) }
            var octet: UInt8 = 0
            for digit in part {
                guard let number = digit.hexadecimalValue else { return Array(value) }
                octet = octet << 4 | number
            }
            octets.append(octet)
        }
        return octets
    }
}
