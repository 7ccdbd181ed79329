/// The content of a WISPr message, which gateways put into a comment of a page for programs.
///
/// The elements of version 1.0 are those of "Best Current Practices for Wireless Internet Service Provider Roaming" (Wi-Fi
/// Alliance, 2003), appendix D; those of 2.0 are those that CoovaChilli writes. All values come from the network: texts have at
/// most 256 Unicode scalars and must be made printable before they are shown; URLs are valid or absent.
package struct WISPrMessage: Hashable, Sendable {
    /// The maximum number of Unicode scalars of a text.
    package static let textLengthMax = 256

    /// The type of the message.
    ///
    /// 100 redirects to the login, 110 to another URL behind a proxy; 120 answers a login, 121 a login by EAP, 130 a logoff, 140
    /// a poll, 150 an abort.
    package var messageType: Int?
    /// The outcome; ``responseMeaning`` describes it.
    package var responseCode: Int?
    /// The version of the procedure, such as `1.0`.
    package var accessProcedure: String?
    /// The lowest version of WISPr that the gateway supports; since 2.0.
    package var versionLow: String?
    /// The highest version of WISPr that the gateway supports; since 2.0.
    package var versionHigh: String?
    /// The location in the gateway's own notation, such as `isocc=de,cc=49,ac=30,network=Guests`.
    package var accessLocation: String?
    package var locationName: String?
    /// The URL for sending credentials.
    package var loginURL: HTTPURL?
    package var abortLoginURL: HTTPURL?
    package var logoffURL: HTTPURL?
    /// The target URL of a proxy notification (110).
    package var nextURL: HTTPURL?
    /// The URL for requesting the state of the session; since 2.0.
    package var statusURL: HTTPURL?
    package var replyMessage: String?
    /// The seconds to wait before the next poll.
    package var delay: Int?
    /// The maximum duration of the session in seconds; since 2.0.
    package var maxSessionTime: Int?
    /// Whether the message has a part of an EAP exchange; since 2.0.
    package var hasEAPMessage = false

    /// The meaning of the response code, as a clause for people; `nil` if no version defines the code.
    package var responseMeaning: String? { responseCode.flatMap { Self.meanings[$0] } }

    /// From appendix D of version 1.0; 10, 253 and 254 as in CoovaChilli's `src/redir.c`.
    private static let meanings: [Int: String] = [
        0: "no error",
        10: "the EAP exchange continues",
        50: "the login succeeded",
        100: "the login was refused",
        102: "the authentication server failed or did not answer",
        105: "no authentication server is configured",
        150: "the logoff succeeded",
        151: "the login was aborted",
        200: "a proxy was detected and the request must be repeated",
        201: "the authentication is pending",
        253: "the authentication server requires smaller messages",
        254: "the request violates the protocol",
        255: "the gateway had an internal error",
    ]

    package init() {}

    /// Reads a message; `nil` if the body has none.
    ///
    /// The message is searched for, not parsed as XML: it may be in a comment, its sections may be unclosed or misspelt, and
    /// names may have a prefix and any case. If an element is repeated, the first one counts; values that are not a number or a
    /// valid URL count as absent.
    package init?(in body: [UInt8], base: HTTPURL) {
        guard let reader = WISPrReader(body) else { return nil }
        self.init(reader, base: base)
    }

    package init(_ reader: WISPrReader, base: HTTPURL) {
        func text(_ element: WISPrReader.Element) -> String? {
            reader[element].map { String($0.unicodeScalars.prefix(Self.textLengthMax)) }
        }
        func number(_ element: WISPrReader.Element) -> Int? {
            reader[element].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        }
        func url(_ element: WISPrReader.Element) -> HTTPURL? {
            reader[element].flatMap { try? base.resolving($0).fromNetwork(askedAt: base) }
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
