import ConnectivityCore
import ConnectivityTLS

/// The page with the accepted terms, and whether it is unchanged since the user read it.
struct TermsPage {
    /// The permitted digests, by each that states some.
    private let expected: [Set<Substring>]
    /// The SHA-256 digest of what the page that was read shows and sends; `nil` before that, or without OpenSSL.
    private(set) var digest: String?
    /// The digests of all pages that were read, separated by spaces, as a rule has them; `nil` without any.
    private(set) var digests: String?
    /// The names of the fields whose values are not part of the digest.
    private(set) var unread: [String] = []

    init(_ terms: SignInRule.Terms?, digest: String? = nil) {
        expected = [terms?.digest, digest].compactMap { $0.map { Set($0.split(separator: " ")) } }
    }

    /// Whether nothing may be accepted without the page.
    var isRequired: Bool { !expected.isEmpty }

    /// Reads the page; throws if it differs from the page that the user read, or if that is unknown.
    mutating func read(_ page: PortalAnswer) throws(SignInStop) {
        guard page.response.completeness == .complete else { throw SignInStop(.signIn("page-cut")) }
        let agreement = PageAgreement(page.response.body)
        (digest, unread) = (Digest.sha256(of: Array(agreement.text.utf8)), agreement.unread)
        digests = digest.map { digest in digests.map { "\($0) \(digest)" } ?? digest }
        guard isRequired else { return }
        guard let digest else { throw SignInStop(.signIn("terms-unread")) }
        guard expected.allSatisfy({ $0.contains(digest[...]) }) else {
            throw SignInStop(.signIn("terms-changed", ["digest": .text(digest)]))
        }
    }

    /// Whether the page may be accepted as well.
    func permits(_ page: PortalAnswer) -> Bool {
        var terms = self
        do throws(SignInStop) { try terms.read(page) } catch { return false }
        return true
    }
}
