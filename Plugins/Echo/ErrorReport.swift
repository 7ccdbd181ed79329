#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// A report from the error queue of a socket: `struct sock_extended_err` of ip(7), and its sender.
struct ErrorReport {
    /// `SO_EE_ORIGIN_LOCAL` of ip(7).
    private static let localOrigin: UInt8 = 1

    private var error: UInt32
    private var origin, type, code: UInt8
    private var info: UInt32
    private var source: IPAddress?

    /// Reads the first report among control messages; `nil` without a report.
    init?(_ control: ArraySlice<UInt8>) {
        // struct cmsghdr: length (of a word), level, type; then the data, and padding to a word.
        let word = MemoryLayout<Int>.size
        var rest = control
        while rest.count >= word + 8 {
            let count = Int(clamping: rest.little(0, word))
            guard count >= word + 8, count <= rest.count else { return nil }
            let level = Int32(truncatingIfNeeded: rest.little(word, 4))
            let kind = Int32(truncatingIfNeeded: rest.little(word + 4, 4))
            let data = rest.dropFirst(word + 8).prefix(count - word - 8)
            let isReport =
                level == Int32(IPPROTO_IP) && kind == IP_RECVERR
                || level == Int32(IPPROTO_IPV6) && kind == IPV6_RECVERR
            if isReport, data.count >= 16 {
                error = UInt32(data.little(0, 4))
                (origin, type, code) = (UInt8(data.little(4, 1)), UInt8(data.little(5, 1)), UInt8(data.little(6, 1)))
                info = UInt32(data.little(8, 4))
                source = IPAddress(SocketAddress(data.dropFirst(16)))
                return
            }
            rest = rest.dropFirst((count + word - 1) / word * word)
        }
        return nil
    }

    /// Returns the error of the report.
    ///
    /// If no neighbour has the address, the device itself reports in its own name that the host is unreachable.
    func error(isIPv4: Bool, ownAddress: IPAddress?) -> EchoError {
        let isOwn = origin == Self.localOrigin || source == nil || source == ownAddress
        if origin == Self.localOrigin {
            if error == UInt32(EMSGSIZE) { return EchoError(.tooBig, mtu: Int(info)) }
            return EchoError(error == UInt32(EHOSTUNREACH) ? .noNeighbour : .noRoute)
        }
        let kind = isIPv4 ? Self.kind(ofICMP: type, code) : Self.kind(ofICMPv6: type, code)
        let isOfHost = isIPv4 ? type == 3 && code == 1 : type == 1 && code == 3
        if isOwn, isOfHost { return EchoError(.noNeighbour) }
        return EchoError(kind, from: isOwn ? nil : source, mtu: kind == .tooBig && info > 0 ? Int(info) : nil)
    }

    /// The kinds of RFC 792 and RFC 1812, section 5.2.7.
    private static func kind(ofICMP type: UInt8, _ code: UInt8) -> EchoError.Kind {
        switch (type, code) {
        case (3, 0), (3, 1), (3, 5...8), (3, 11), (3, 12): .noRoute
        case (3, 2), (3, 3): .closed
        case (3, 4): .tooBig
        case (3, 9), (3, 10), (3, 13): .prohibited
        case (11, _): .expired
        default: .other
        }
    }

    /// The kinds of RFC 4443, section 3.
    private static func kind(ofICMPv6 type: UInt8, _ code: UInt8) -> EchoError.Kind {
        switch (type, code) {
        case (1, 0), (1, 2), (1, 3): .noRoute
        case (1, 1), (1, 5), (1, 6): .prohibited
        case (1, 4): .closed
        case (2, _): .tooBig
        case (3, _): .expired
        default: .other
        }
    }
}

extension ArraySlice<UInt8> {
    /// Returns a number in the byte order of the host, which is little-endian on every Linux that Swift supports.
    fileprivate func little(_ offset: Int, _ count: Int) -> UInt64 {
        dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
#endif
