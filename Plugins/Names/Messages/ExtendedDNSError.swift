/// A name server's own explanation of its answer (RFC 8914).
package struct ExtendedDNSError: Hashable, Sendable {
    package static let textByteCountMax = 1024

    /// The code in the IANA registry.
    package var code: UInt16
    /// The server's additional text; often empty, and never trustworthy.
    package var text: String

    /// Creates an error.
    package init(code: UInt16, text: String = "") {
        self.code = code
        self.text = text
    }

    /// The purpose of the code according to the registry; `nil` if the code is unknown.
    package var purpose: String? { code < Self.purposes.count ? Self.purposes[Int(code)] : nil }

    /// The purposes, in the order of the codes.
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
    /// The purpose or the code, with the server's text.
    package var description: String {
        let purpose = purpose ?? "extended error \(code)"
        return text.isEmpty ? purpose : "\(purpose): \(text)"
    }
}
