/// Why a name server answers as it does, in its own words (RFC 8914).
public struct ExtendedDNSError: Hashable, Sendable {
    /// The most bytes of ``text`` that are kept.
    public static let textByteCountMax = 1024

    /// The number in the registry of IANA.
    public var code: UInt16
    /// What the server adds for people; often empty, and never to be trusted.
    public var text: String

    /// Creates an error.
    /// - Parameters:
    ///   - code: The number.
    ///   - text: What the server adds.
    public init(code: UInt16, text: String = "") {
        self.code = code
        self.text = text
    }

    /// The purpose of the number as its registry has it; `nil` if it is not known here.
    public var purpose: String? { code < Self.purposes.count ? Self.purposes[Int(code)] : nil }

    /// In the order of the numbers.
    private static let purposes = [
        "Other Error", "Unsupported DNSKEY Algorithm", "Unsupported DS Digest Type", "Stale Answer", "Forged Answer",
        "DNSSEC Indeterminate", "DNSSEC Bogus", "Signature Expired", "Signature Not Yet Valid", "DNSKEY Missing",
        "RRSIGs Missing", "No Zone Key Bit Set", "NSEC Missing", "Cached Error", "Not Ready", "Blocked", "Censored",
        "Filtered", "Prohibited", "Stale NXDOMAIN Answer", "Not Authoritative", "Not Supported",
        "No Reachable Authority", "Network Error", "Invalid Data", "Signature Expired before Valid", "Too Early",
        "Unsupported NSEC3 Iterations Value", "Unable to conform to policy", "Synthesized",
    ]
}

extension ExtendedDNSError: CustomStringConvertible {
    /// The purpose, or the number, and the text of the server.
    public var description: String {
        let purpose = purpose ?? "extended error \(code)"
        return text.isEmpty ? purpose : "\(purpose): \(text)"
    }
}
