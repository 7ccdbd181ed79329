import ConnectivityCore

/// The first line of a response (RFC 9112, section 4); the reason phrase may be missing, as in HTTP/2.
struct StatusLine {
    var status: Int
    var reason: ArraySlice<UInt8>

    /// Whether another response follows on the same connection: an interim one, of which 101 is none.
    var isInterim: Bool { (100...199).contains(status) && status != 101 }

    /// Whether this is how proxies say that a tunnel is open, which `curl -i` shows before the response.
    var opensTunnel: Bool {
        let usual = "connection established"
        return (200...299).contains(status) && String(decoding: reason, as: UTF8.self).lowercased() == usual
    }

    init?(_ line: ArraySlice<UInt8>) {
        guard line.starts(with: "HTTP/".utf8) else { return nil }
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, Self.isVersion(parts[0].dropFirst(5)) else { return nil }
        let digits = parts[1]
        guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard status >= 100 else { return nil }
        self.status = status
        reason = parts.count > 2 ? parts[2] : []
    }

    /// Such as `1.1` or `2`.
    private static func isVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2).contains(parts.count) && parts.allSatisfy { $0.count == 1 && $0.allSatisfy(\.isASCIIDigit) }
    }

}
