/// A captive portal (RFC 8952), as far as its answers tell.
public struct Portal: Hashable, Sendable {
    /// How a portal shows itself.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A redirect to another URL.
        case redirect
        /// A page in place of the asked one.
        case page
        /// The status code 511 (RFC 6585, section 6).
        case networkAuthenticationRequired = "network-authentication-required"
        /// A WISPr message.
        case wispr
        /// The answer of a captive portal API (RFC 8908).
        case api
        /// Not known.
        case unknown
    }

    /// Where the sign-in URL stood.
    @nonexhaustive
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// The `Location` field.
        case location
        /// The `Refresh` field.
        case refresh
        /// A `meta` element that refreshes.
        case metaRefresh = "meta-refresh"
        /// A script that sets the location.
        case script
        /// A frame that fills the page.
        case frame
        /// The page itself, which is shown at the asked URL.
        case page
        /// The `LoginURL` or `NextURL` of a WISPr message.
        case wispr
        /// The `user-portal-url` of a captive portal API (RFC 8908).
        case api
    }

    /// The page where a person can sign in; `nil` where none was given or the given one cannot be opened safely.
    public var signInURL: HTTPURL?
    /// Where ``signInURL`` stood.
    public var source: Source?
    /// Why there is no ``signInURL`` although the portal gave one.
    public var signInURLFault: HTTPURL.Fault?
    /// How the portal shows itself.
    public var kind: Kind
    /// Who made the gateway, such as `MikroTik`, where the answer shows something that no other one does.
    public var vendor: String?
    /// The WISPr message in the answer.
    public var wispr: WISPrMessage?
    /// The answer of a captive portal API, where that answered in the endpoint's place.
    public var api: CaptivePortalAPI?
    /// The captive portal API that the answer's `Link` field names; always `https`.
    public var apiURL: HTTPURL?

    /// A portal of which nothing is known.
    public static let unknown = Portal(signInURL: nil, kind: .unknown)

    /// Creates a portal.
    /// - Parameters:
    ///   - signInURL: The page where a person can sign in, where there is one.
    ///   - source: Where the URL stood.
    ///   - kind: How the portal shows itself.
    public init(signInURL: HTTPURL?, source: Source? = nil, kind: Kind) {
        self.signInURL = signInURL
        self.source = source
        self.kind = kind
    }

    /// Creates a portal from a reference that it gave.
    ///
    /// The reference comes from the network. It becomes a sign-in URL only if it is a usable ``HTTPURL``; otherwise
    /// the fault is kept in its place.
    ///
    /// - Parameters:
    ///   - reference: The absolute or relative reference.
    ///   - base: The URL whose answer held it.
    ///   - source: Where the reference stood.
    ///   - kind: How the portal shows itself.
    public init(reference: String, base: HTTPURL, source: Source, kind: Kind) {
        self.init(signInURL: nil, source: source, kind: kind)
        do throws(HTTPURL.Fault) {
            signInURL = try base.resolving(reference)
        } catch {
            signInURLFault = error
        }
    }
}

extension Portal {
    /// Adds what an answer tells of the portal besides the way to sign in; what is known already stays.
    ///
    /// A `Link` to an API has the relation `captive-portal`. No RFC registers it, but gateways send it.
    ///
    /// - Parameter exchange: The probe that the portal answered.
    public mutating func learn(from exchange: ProbeExchange) {
        guard let response = exchange.response, let asked = exchange.request.url else { return }
        if wispr == nil { wispr = exchange.wispr.map { WISPrMessage($0, base: asked) } }
        if api == nil { api = exchange.captivePortalAPI }
        if apiURL == nil, let link = exchange.links.first(where: { $0.has("captive-portal") }),
            let url = try? asked.resolving(link.target), url.scheme == .https
        {
            apiURL = url
        }
        if vendor == nil { vendor = PortalFingerprint.vendor(of: self, in: response) }
    }
}
