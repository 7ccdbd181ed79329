/// What a captive portal API answered (RFC 8908, section 5).
///
/// Only `captive` is required. Every other member that is missing, of the wrong type, or a URL that cannot be opened
/// safely is as if absent; unknown members do not count.
public struct CaptivePortalAPI: Hashable, Sendable {
    /// Whether the network holds the client captive.
    public var isCaptive: Bool
    /// The page where a person can sign in.
    ///
    /// RFC 8908 asks for `https`; gateways send `http` too, which is kept: it is where their redirects lead.
    public var userPortalURL: HTTPURL?
    /// Why there is no ``userPortalURL`` although one was given.
    public var userPortalURLFault: HTTPURL.Fault?
    /// A page about the place.
    public var venueInfoURL: HTTPURL?
    /// Whether the session can be extended at ``userPortalURL`` before it ends.
    public var canExtendSession: Bool?
    /// The seconds until the client becomes captive again; not negative.
    public var secondsRemaining: Int?
    /// The bytes until the client becomes captive again; not negative.
    public var bytesRemaining: Int?

    /// Creates an answer.
    /// - Parameter isCaptive: Whether the network holds the client captive.
    public init(isCaptive: Bool) { self.isCaptive = isCaptive }

    /// Whether a byte is neither white space nor part of a byte order mark.
    private static func mayBegin(_ byte: UInt8) -> Bool {
        !byte.isASCIIWhitespace && ![0xEF, 0xBB, 0xBF].contains(byte)
    }

    /// Reads a response; `nil` where it is no answer of an API.
    ///
    /// It is an API's where its body is a JSON object of at most 64 KiB with a boolean member `captive`, whatever its
    /// type says. Where the type is `application/captive+json`, `captive` may also be `"true"`, `"false"`, 1 or 0.
    ///
    /// - Parameter response: Any response.
    public init?(_ response: ProbeResponse) {
        let type = (response.headers["Content-Type"] ?? "").prefix { $0 != ";" && !$0.isWhitespace }
        let isDeclared = type.lowercased() == "application/captive+json"
        guard isDeclared || response.body.prefix(JSON.byteCountMax).first(where: Self.mayBegin) == UInt8(ascii: "{"),
            case .object(let members) = JSON(response.body)
        else { return nil }
        switch members["captive"] {
        case .bool(let value): isCaptive = value
        case .string("true") where isDeclared, .number(1) where isDeclared: isCaptive = true
        case .string("false") where isDeclared, .number(0) where isDeclared: isCaptive = false
        default: return nil
        }
        if case .string(let text) = members["user-portal-url"] {
            do throws(HTTPURL.Fault) {
                userPortalURL = try HTTPURL(text)
            } catch {
                userPortalURLFault = error
            }
        }
        if case .string(let text) = members["venue-info-url"] { venueInfoURL = try? HTTPURL(text) }
        if case .bool(let value) = members["can-extend-session"] { canExtendSession = value }
        secondsRemaining = members["seconds-remaining"]?.count
        bytesRemaining = members["bytes-remaining"]?.count
    }
}

extension JSON {
    /// The value as a whole number that is not negative.
    fileprivate var count: Int? {
        guard case .number(let count?) = self, count >= 0 else { return nil }
        return count
    }
}
