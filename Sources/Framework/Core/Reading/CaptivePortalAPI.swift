/// The answer of a captive portal API (RFC 8908, section 5).
///
/// Only `captive` is required. Any other member that is missing, of the wrong type, or a URL that cannot be opened safely counts
/// as absent; unknown members are ignored.
public struct CaptivePortalAPI: Hashable, Sendable {
    /// Whether the network holds the client captive.
    public var isCaptive: Bool
    /// The page on which a person can sign in.
    ///
    /// RFC 8908 requires `https`. Gateways also send `http`, which is accepted, because their redirects lead there too.
    public var userPortalURL: HTTPURL?
    /// The reason why there is no ``userPortalURL`` although one was given.
    package var userPortalURLFault: HTTPURL.Fault?
    /// A page about the venue.
    package var venueInfoURL: HTTPURL?
    /// Whether the session can be extended at ``userPortalURL`` before it ends.
    package var canExtendSession: Bool?
    /// The seconds until the client becomes captive again; not negative.
    public var secondsRemaining: Int?
    /// The bytes until the client becomes captive again; not negative.
    package var bytesRemaining: Int?

    /// Creates an answer.
    public init(isCaptive: Bool) { self.isCaptive = isCaptive }

    /// Reads a response; `nil` if it is not the answer of an API.
    ///
    /// Its body is a JSON object of at most 64 KiB with a Boolean member `captive` (RFC 8908, section 5), with any media type. A
    /// text or a number instead of the Boolean is not accepted.
    package init?(_ response: ProbeResponse) { self.init(JSONBody(response).tree) }

    package init?(_ answer: JSON?) {
        guard let answer, let isCaptive = answer["captive"]?.bool else { return nil }
        self.isCaptive = isCaptive
        if let text = answer["user-portal-url"]?.string {
            do throws(HTTPURL.Fault) {
                userPortalURL = try HTTPURL(text).fromNetwork()
            } catch {
                userPortalURLFault = error
            }
        }
        venueInfoURL = answer["venue-info-url"]?.string.flatMap { try? HTTPURL($0).fromNetwork() }
        canExtendSession = answer["can-extend-session"]?.bool
        secondsRemaining = answer["seconds-remaining"]?.count
        bytesRemaining = answer["bytes-remaining"]?.count
    }

    package static let byteCountMax = JSONBody.byteCountMax
}

extension JSON {
    /// The value as a whole number; `nil` if it is negative or not written as a whole number.
    fileprivate var count: Int? {
        if case .integer(let number) = value, number >= 0 { Int(exactly: number) } else { nil }
    }
}
