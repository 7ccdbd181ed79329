#if os(Linux)
import CNetlink
import ConnectivityCore

/// The facts of an `RTM_NEWADDR` message about an address.
struct AddressRecord: Hashable {
    var interfaceIndex: Int
    var address: NetworkInterface.Address

    var family: IPAddress.Family { address.address.family }

    /// Decodes the payload of an `RTM_NEWADDR` message; `nil` for other families and invalid lengths.
    init?(_ payload: ArraySlice<UInt8>) {
        guard let family = payload.first.flatMap(IPAddress.Family.init(kernel:)),
            let prefixLength = payload.integer(at: 1, as: UInt8.self),
            let shortFlags = payload.integer(at: 2, as: UInt8.self),
            let scope = payload.integer(at: 3, as: UInt8.self),
            let index = payload.integer(at: 4, as: Int32.self), index > 0,
            let attributes = payload.bytes(from: 8, to: payload.count)
        else { return nil }
        var local: IPAddress?
        var plain: IPAddress?
        var flags = UInt32(shortFlags)
        var assigned: Duration?
        var preferred: Duration?
        var valid: Duration?
        for attribute in NetlinkAttributes(attributes) {
            switch attribute.number {
            case Int(IFA_LOCAL): local = IPAddress(attribute.value, family: family)
            case Int(IFA_ADDRESS): plain = IPAddress(attribute.value, family: family)
            // The header's flags have only eight bits; this attribute replaces them.
            case Int(IFA_FLAGS): flags = attribute.value.integer(at: 0, as: UInt32.self) ?? flags
            case Int(IFA_CACHEINFO):
                // struct ifa_cacheinfo
                preferred = Self.lifetime(attribute.value.integer(at: 0, as: UInt32.self))
                valid = Self.lifetime(attribute.value.integer(at: 4, as: UInt32.self))
                // In hundredths of a second.
                assigned = attribute.value.integer(at: 8, as: UInt32.self).map { .milliseconds(Int64($0) * 10) }
            default: break
            }
        }
        // If the address has a peer, IFA_ADDRESS is the peer's address and IFA_LOCAL is ours.
        guard let address = local ?? plain, Int(prefixLength) <= address.bytes.count * 8 else { return nil }
        interfaceIndex = Int(index)
        self.address = NetworkInterface.Address(
            address,
            prefixLength: Int(prefixLength),
            scope: NetworkInterface.Address.Scope(kernel: scope),
            state: NetworkInterface.Address.State(flags: flags),
            assignedAt: assigned,
            preferredLifetime: preferred,
            validLifetime: valid
        )
    }

    /// Converts a lifetime in seconds; `nil` if all bits are set, which means infinite (`INFINITY_LIFE_TIME`).
    private static func lifetime(_ seconds: UInt32?) -> Duration? {
        seconds.flatMap { $0 == .max ? nil : .seconds(Int64($0)) }
    }
}

extension NetworkInterface.Address.Scope {
    /// Converts the kernel's number (`RT_SCOPE_`).
    ///
    /// Administrators may define further numbers; a higher number means a narrower scope.
    fileprivate init(kernel number: UInt8) {
        switch UInt32(number) {
        case ..<RT_SCOPE_SITE.rawValue: self = .global
        case ..<RT_SCOPE_LINK.rawValue: self = .site
        case ..<RT_SCOPE_HOST.rawValue: self = .link
        default: self = .host
        }
    }
}

extension NetworkInterface.Address.State {
    /// Converts the kernel's `IFA_F_` bits; of several bits the worst counts.
    ///
    /// An optimistic address is also tentative until duplicate address detection has finished.
    fileprivate init(flags: UInt32) {
        let bits: [(bit: Int, state: Self)] = [
            (Int(IFA_F_DADFAILED), .duplicate), (Int(IFA_F_OPTIMISTIC), .optimistic),
            (Int(IFA_F_TENTATIVE), .tentative), (Int(IFA_F_DEPRECATED), .deprecated),
        ]
        self = bits.first { flags & UInt32($0.bit) != 0 }?.state ?? .preferred
    }
}

extension IPAddress.Family {
    var kernel: UInt8 { UInt8(self == .ipv4 ? AF_INET : AF_INET6) }

    /// Converts the kernel's number; `nil` for other families, such as phonet.
    init?(kernel number: UInt8) {
        switch Int32(number) {
        case AF_INET: self = .ipv4
        case AF_INET6: self = .ipv6
        default: return nil
        }
    }
}

extension IPAddress {
    /// Creates an address; `nil` unless the bytes have exactly the length of the family.
    init?(_ bytes: ArraySlice<UInt8>, family: Family) {
        self.init(bytes: bytes)
        guard self.family == family else { return nil }
    }
}
#endif
