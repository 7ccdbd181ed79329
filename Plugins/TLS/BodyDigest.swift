#if canImport(COpenSSL) && os(Linux)
package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Expects the body to have a SHA-256 digest (FIPS 180-4), computed over its bytes after content codings are undone.
///
/// A body that was cut at a limit has no verdict.
package struct BodyDigest: ResponseValidator, Hashable {
    /// The digest as 64 hexadecimal digits in lower case, as sha256sum(1) prints it.
    package private(set) var sha256 = ""

    private init() {}

    /// Creates an expectation; `nil` if the text is not 64 hexadecimal digits.
    package init?(sha256: String) {
        guard let digest = Self.form.read(sha256) else { return nil }
        self.sha256 = digest
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

extension BodyDigest: Configurable, FieldCodable {
    package static var pluginID: PluginID { "validator.digest" }
    package static var summary: String { "expects a body with a SHA-256 digest" }
    package static let fields = FieldTable(Self(), [.converted("sha256", \.sha256, form)])

    private static let form = FieldForm<String, String>("must be 64 hexadecimal digits, as sha256sum prints them") {
        $0.utf8.count == 64 && $0.utf8.allSatisfy(\.isASCIIHexDigit) ? $0.lowercased() : nil
    } write: {
        $0
    }
}
#endif
