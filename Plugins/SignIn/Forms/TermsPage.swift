import ConnectivityCore
import ConnectivityTLS

/// The page with the accepted terms, and whether it is unchanged since the user read it.
struct TermsPage {
    private let expected: [String]
    /// The SHA-256 digest of the text of the page that was read; `nil` before that, or without OpenSSL.
    private(set) var digest: String?

    init(_ terms: SignInRule.Terms?, digest: String? = nil) {
        expected = [terms?.digest, digest].compactMap(\.self)
    }

    /// Whether nothing may be accepted without the page.
    var isRequired: Bool { !expected.isEmpty }

    /// Reads the page; throws if it differs from the page that the user read, or if that is unknown.
    mutating func read(_ page: PortalAnswer) throws(SignInStop) {
        guard page.response.completeness == .complete else { throw SignInStop(.signIn("page-cut")) }
        let text = PortalForms.visibleText(of: page.response.body)
        digest = Digest.sha256(of: Array(text.utf8))
        guard isRequired else { return }
        guard let digest else { throw SignInStop(.signIn("terms-unread")) }
        guard expected.allSatisfy({ $0 == digest }) else {
            throw SignInStop(.signIn("terms-changed", ["digest": .text(digest)]))
        }
    }
}
