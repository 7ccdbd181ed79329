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
        guard isDeclared || response.body.prefix(Self.byteCountMax).first(where: Self.mayBegin) == UInt8(ascii: "{")
        else { return nil }
        var reader = JSONReader(response.body, byteCountMax: Self.byteCountMax, depthMax: 16, isTolerant: true)
        guard let answer = try? reader.document() else { return nil }
        switch answer["captive"]?.value {
        case .bool(let value): isCaptive = value
        case .string("true") where isDeclared, .integer(1) where isDeclared: isCaptive = true
        case .string("false") where isDeclared, .integer(0) where isDeclared: isCaptive = false
        default: return nil
        }
        if let text = answer["user-portal-url"]?.string {
            do throws(HTTPURL.Fault) {
                userPortalURL = try HTTPURL(text)
            } catch {
                userPortalURLFault = error
            }
        }
        venueInfoURL = answer["venue-info-url"]?.string.flatMap { try? HTTPURL($0) }
        canExtendSession = answer["can-extend-session"]?.bool
        secondsRemaining = answer["seconds-remaining"]?.count
        bytesRemaining = answer["bytes-remaining"]?.count
    }

    /// The longest body that is read; an answer has a few hundred bytes.
    static let byteCountMax = 64 * 1024
}

extension JSON {
    /// The value as a whole number that is not negative.
    fileprivate var count: Int? {
        guard case .integer(let count) = value, count >= 0 else { return nil }
        return Int(exactly: count)
    }
}
