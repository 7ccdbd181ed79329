/// What a WISPr message says, which gateways hide in the comment of a page for programs to read.
///
/// Elements of version 1.0 are those of "Best Current Practices for Wireless Internet Service Provider Roaming" (Wi-Fi
/// Alliance, 2003), appendix D; those of 2.0 are the ones that CoovaChilli writes. Every value comes from the network: texts
/// are at most ``textLengthMax`` scalars long and not printable as they are, URLs are usable or absent.
public struct WISPrMessage: Hashable, Sendable {
    /// The most Unicode scalars that are kept of a text.
    public static let textLengthMax = 256

    /// The kind of message: 100 sends to the login, 110 to another URL behind a proxy, 120 answers a login, 121 one by EAP,
    /// 130 a logoff, 140 a poll, 150 an abort.
    public var messageType: Int?
    /// The outcome; ``responseMeaning`` says what it means.
    public var responseCode: Int?
    /// The version of the procedure, such as `1.0`.
    public var accessProcedure: String?
    /// The lowest version of WISPr that the gateway speaks; since 2.0.
    public var versionLow: String?
    /// The highest version of WISPr that the gateway speaks; since 2.0.
    public var versionHigh: String?
    /// The place in the gateway's own notation, such as `isocc=de,cc=49,ac=30,network=Guests`.
    public var accessLocation: String?
    /// The name of the place.
    public var locationName: String?
    /// Where a program sends credentials.
    public var loginURL: HTTPURL?
    /// Where a program gives up a login that is under way.
    public var abortLoginURL: HTTPURL?
    /// Where a program ends the session.
    public var logoffURL: HTTPURL?
    /// Where a proxy notification (110) leads on to.
    public var nextURL: HTTPURL?
    /// Where a program asks for the state of the session; since 2.0.
    public var statusURL: HTTPURL?
    /// The gateway's text for people.
    public var replyMessage: String?
    /// The seconds to wait before the next poll.
    public var delay: Int?
    /// The most seconds that the session may last; since 2.0.
    public var maxSessionTime: Int?
    /// Whether the message carries a part of an EAP exchange; since 2.0.
    public var hasEAPMessage = false

    /// What the response code means, as a clause for people; `nil` for a code that no version defines.
    public var responseMeaning: String? { responseCode.flatMap { Self.meanings[$0] } }

    /// Appendix D of version 1.0; 10, 253 and 254 as CoovaChilli's `src/redir.c` writes them.
    private static let meanings: [Int: String] = [
        0: "no error",
        10: "the EAP exchange goes on",
        50: "the login succeeded",
        100: "the login was refused",
        102: "the authentication server failed or did not answer",
        105: "no authentication server is set up",
        150: "the logoff succeeded",
        151: "the login was aborted",
        200: "a proxy was found, the request is to be repeated",
        201: "the authentication is pending",
        253: "the authentication server asks for smaller messages",
        254: "the request breaks the protocol",
        255: "the gateway itself failed",
    ]

    /// Creates a message that says nothing.
    public init() {}

    /// Reads a message; `nil` where the body holds none.
    ///
    /// It is searched for, not parsed as XML: it may stand in a comment, its sections may be unclosed or misspelt, names may
    /// have a prefix and any case. Of an element that is repeated, the first counts; what is no number or usable URL is
    /// as if absent.
    ///
    /// - Parameters:
    ///   - body: The body of a response.
    ///   - base: The URL whose answer it is.
    public init?(in body: [UInt8], base: HTTPURL) {
        guard let reader = WISPrReader(body) else { return nil }
        self.init(reader, base: base)
    }

    init(_ reader: WISPrReader, base: HTTPURL) {
        func text(_ element: WISPrReader.Element) -> String? {
            reader[element].map { String($0.unicodeScalars.prefix(Self.textLengthMax)) }
        }
        func number(_ element: WISPrReader.Element) -> Int? {
            reader[element].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        }
        func url(_ element: WISPrReader.Element) -> HTTPURL? {
            reader[element].flatMap { try? base.resolving($0) }
        }
        messageType = number(.messageType)
        responseCode = number(.responseCode)
        accessProcedure = text(.accessProcedure)
        versionLow = text(.versionLow)
        versionHigh = text(.versionHigh)
        accessLocation = text(.accessLocation)
        locationName = text(.locationName)
        loginURL = url(.loginURL)
        abortLoginURL = url(.abortLoginURL)
        logoffURL = url(.logoffURL)
        nextURL = url(.nextURL)
        statusURL = url(.statusURL)
        replyMessage = text(.replyMessage)
        delay = number(.delay)
        maxSessionTime = number(.maxSessionTime)
        hasEAPMessage = reader[.eapMessage] != nil
    }
}
