#if canImport(COpenSSL) && os(Linux)
package import ConnectivityCore

/// Expects the body to have a SHA-256 digest (FIPS 180-4), computed over its bytes after content codings are undone.
///
/// A body that was cut at a limit has no verdict.
package struct BodyDigest: ResponseValidator, Codable, Hashable {
    /// The digest as 64 hexadecimal digits in lower case, as sha256sum(1) prints it.
    package let sha256: String

    /// Creates an expectation; `nil` if the text is not 64 hexadecimal digits.
    package init?(sha256: String) {
        guard sha256.utf8.count == 64, sha256.allSatisfy({ $0.isHexDigit && $0.isASCII }) else { return nil }
        self.sha256 = sha256.lowercased()
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let digest = Self(sha256: try container.decode(String.self, forKey: .sha256)) else {
            throw container.fault(.sha256, "must be 64 hexadecimal digits, as sha256sum prints them")
        }
        self = digest
    }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if let undecided = response.unreadableBody { return undecided }
        guard response.completeness == .complete else {
            return Verdict(.inconclusive, because: .undecided("the body was cut after \(response.body.count) bytes"))
        }
        guard let actual = Digest.sha256(of: response.body) else {
            return Verdict(.inconclusive, because: .undecided("OpenSSL made no digest"))
        }
        // Any host can give an empty answer.
        if actual == sha256, !response.body.isEmpty { return Verdict(.genuine, because: Reason("digest-matches")) }
        let differs = Reason("digest-differs", ["actual": .text(actual)])
        return response.emptySuccess ?? Verdict(.substituted, because: differs)
    }
}
#endif
