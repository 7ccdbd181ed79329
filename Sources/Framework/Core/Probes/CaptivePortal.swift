/// A captive portal (RFC 8952), as far as its answers describe it.
public struct CaptivePortal: Hashable, Sendable {
    /// The form in which a portal appears.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A redirect to another URL.
        case redirect
        /// A page instead of the requested one.
        case page
        /// The status code 511 (RFC 6585, section 6).
        case networkAuthenticationRequired = "network-authentication-required"
        /// A WISPr message.
        case wispr
        /// The answer of a captive portal API (RFC 8908).
        case api
        /// A page that asks to pay or to renew a paid service, or the status code 402.
        case payment
        /// Not known.
        case unknown
    }

    /// The place in the answer where the sign-in URL was found.
    @nonexhaustive
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// The `Location` field.
        case location
        /// The `Refresh` field.
        case refresh
        /// A `meta` element with a refresh.
        case metaRefresh = "meta-refresh"
        /// A script that sets the location.
        case script
        /// A frame that fills the page.
        case frame
        /// The page itself, which is shown at the requested URL.
        case page
        /// The `LoginURL` or `NextURL` of a WISPr message.
        case wispr
        /// The `user-portal-url` of a captive portal API (RFC 8908).
        case api
    }

    /// The page on which a person can sign in; `nil` if none was given or the given one cannot be opened safely.
    public var signInURL: HTTPURL?
    /// The place where ``signInURL`` was found.
    public var source: Source?
    /// The reason why there is no ``signInURL`` although the portal gave one.
    package var signInURLFault: HTTPURL.Fault?
    /// The form in which the portal appears.
    public var kind: Kind
    /// The vendor of the gateway, such as `MikroTik`; `nil` unless a sign in the answer is unique to one vendor.
    public var vendor: String?
    @Shared package var wispr: WISPrMessage? = nil
    /// The answer of a captive portal API, if such an API answered instead of the endpoint.
    package var api: CaptivePortalAPI?
    /// The captive portal API that the answer's `Link` field names; always `https`.
    package var apiURL: HTTPURL?

    /// A portal without any details.
    public static let unknown = CaptivePortal(signInURL: nil, kind: .unknown)

    /// Creates a portal.
    public init(signInURL: HTTPURL?, source: Source? = nil, kind: Kind) {
        self.signInURL = signInURL
        self.source = source
        self.kind = kind
    }

    /// Creates a portal from a reference in its answer to a request for the base URL.
    ///
    /// The reference comes from the network. It becomes a sign-in URL only if it is a valid ``HTTPURL`` and does not lead from
    /// another host to this device; otherwise `signInURLFault` holds the reason.
    public init(reference: String, base: HTTPURL, source: Source, kind: Kind) {
        self.init(signInURL: nil, source: source, kind: kind)
        do throws(HTTPURL.Fault) {
            signInURL = try base.resolving(reference).fromNetwork(askedAt: base)
        } catch {
            signInURLFault = error
        }
    }
}
