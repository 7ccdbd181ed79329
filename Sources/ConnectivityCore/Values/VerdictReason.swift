/// Why a verdict is what it is, with what was known.
@nonexhaustive
public indirect enum VerdictReason: Hashable, Sendable {
    // The answer is what the endpoint serves.

    /// The status code is the expected one.
    case statusMatches(Int)
    /// The whole body is the expected one.
    case bodyEquals(byteCount: Int)
    /// The body contains the expected text.
    case bodyContains(String)
    /// The body matches the expected pattern.
    case bodyMatches(pattern: String)
    /// The header field is there, with the expected value where one is expected.
    case headerMatches(name: String, value: String)

    // The answer is not what the endpoint serves.

    /// The status code is another one.
    case statusDiffers(expected: [Int], actual: Int)
    /// The body is the expected one, altered on the way.
    case bodyAltered(BodyAlteration)
    /// The body is next to nothing where the endpoint serves something else.
    case bodyEmpty(byteCount: Int)
    /// The body is not the expected one.
    case bodyDiffers(expectedByteCount: Int, actualByteCount: Int)
    /// The body lacks the expected text.
    case bodyLacks(String)
    /// The body does not match the expected pattern.
    case bodyDoesNotMatch(pattern: String)
    /// The header field is missing.
    case headerMissing(name: String)
    /// The header field has another value.
    case headerDiffers(name: String, expected: String, actual: String)

    // Something else answers, and no sign-in helps.

    /// A filter or a provider refuses the asked URL: what says so.
    case blockPage(evidence: String)
    /// A name that nobody uses: what says so.
    case parkedPage(evidence: String)
    /// A proxy in the way wants credentials of its own (RFC 9110, section 15.5.8).
    case proxyAuthenticationRequired

    /// The answer is the expected one, but a public name led to an address that is none of the public Internet.
    case privateAddress(IPAddress)

    // Something wants a sign-in.

    /// A redirect leads away from the asked URL.
    case redirect(status: Int, location: String)
    /// The body leads a browser away from the asked URL.
    case refresh(location: String)
    /// A script in the body leads a browser away, to where it says where that can be read.
    case scriptRedirect(location: String?)
    /// The body shows another page in a frame that fills it.
    case frame(location: String)
    /// The status code 511 says that the network wants a sign-in (RFC 6585, section 6).
    case networkAuthenticationRequired
    /// The body holds a form that asks for credentials or consent.
    case signInForm(action: String?)
    /// The body holds a WISPr message.
    case wispr(messageType: String)
    /// The body is the answer of a captive portal API that says so (RFC 8908).
    case captiveAPI
    /// A page stands where the endpoint serves something else.
    case unexpectedPage(title: String?)

    // The captive portal API that the network names (RFC 8908).

    /// The API says that no sign-in is needed.
    case notCaptive
    /// What answered is no such API; the status code.
    case noCaptiveAPI(status: Int)

    // Nothing usable came.

    /// There is no answer.
    case noAnswer(ProbeFailure.Kind)
    /// The endpoint answers, but says itself that it is in trouble.
    case endpointTrouble(status: Int)
    /// A gateway or proxy says that it does not reach the endpoint: what says so.
    case gatewayError(evidence: String)
    /// The endpoint redirects to the same page, on the same host.
    case ownRedirect(location: String)
    /// The probe was cancelled, because the rest had decided.
    case notNeeded

    // Nothing should have come.

    /// Nothing answers, as it should be.
    case silence
    /// Something answers where nothing can; the status code, where it spoke HTTP.
    case intercepted(status: Int?)

    // Composition.

    /// Every part agrees.
    case allOf([VerdictReason])
    /// No part agrees.
    case noneOf([VerdictReason])
    /// The opposite was expected.
    case inverted(VerdictReason)
    /// The validator could not come to an end within its limits.
    case undecided(String)
    /// A reason in words, of a validator outside this package.
    case stated(String)
    /// No rule applied.
    case noRuleApplied
}

/// How a genuine body can arrive altered.
public enum BodyAlteration: String, Hashable, Sendable, Codable, CaseIterable {
    /// Only its beginning arrived.
    case cutShort = "cut-short"
    /// It stands within something larger: an injected script, a second copy, padding.
    case extended
    /// It differs in white space, in the case of letters or in markup only: a person reads the same.
    case rewritten
    /// It has the title of the expected page, and is another.
    case imitated
}

extension VerdictReason {
    /// The stable name of the reason, such as `redirect` or `body-lacks`, for programs.
    public var code: String {
        switch self {
        case .statusMatches: "status-matches"
        case .bodyEquals: "body-equals"
        case .bodyContains: "body-contains"
        case .bodyMatches: "body-matches"
        case .headerMatches: "header-matches"
        case .statusDiffers: "status-differs"
        case .bodyAltered: "body-altered"
        case .bodyEmpty: "body-empty"
        case .bodyDiffers: "body-differs"
        case .bodyLacks: "body-lacks"
        case .bodyDoesNotMatch: "body-does-not-match"
        case .headerMissing: "header-missing"
        case .headerDiffers: "header-differs"
        case .redirect: "redirect"
        case .refresh: "refresh"
        case .scriptRedirect: "script-redirect"
        case .frame: "frame"
        case .networkAuthenticationRequired: "network-authentication-required"
        case .signInForm: "sign-in-form"
        case .wispr: "wispr"
        case .captiveAPI: "captive-api"
        case .notCaptive: "not-captive"
        case .noCaptiveAPI: "no-captive-api"
        case .unexpectedPage: "unexpected-page"
        case .blockPage: "block-page"
        case .parkedPage: "parked-page"
        case .privateAddress: "private-address"
        case .proxyAuthenticationRequired: "proxy-authentication-required"
        case .gatewayError: "gateway-error"
        case .noAnswer: "no-answer"
        case .endpointTrouble: "endpoint-trouble"
        case .ownRedirect: "own-redirect"
        case .notNeeded: "not-needed"
        case .silence: "silence"
        case .intercepted: "intercepted"
        case .allOf: "all-of"
        case .noneOf: "none-of"
        case .inverted: "inverted"
        case .undecided: "undecided"
        case .stated: "stated"
        case .noRuleApplied: "no-rule-applied"
        }
    }

    /// Whether the endpoint's whole answer is known, and this is not it.
    ///
    /// Text that is missing from a page says less: the page may be the endpoint's all the same.
    var deniesWholeAnswer: Bool {
        switch self {
        case .bodyDiffers: true
        case .statusDiffers(let expected, _): expected.allSatisfy { $0 == 204 }
        default: false
        }
    }

    /// Whether the reason rests on the whole body, byte for byte.
    ///
    /// Such a match outranks signs of a portal: an endpoint may serve a page that looks like one.
    var comparesWholeBody: Bool {
        switch self {
        case .bodyEquals: true
        case .allOf(let parts): parts.contains(where: \.comparesWholeBody)
        default: false
        }
    }

    /// Whether the reason rests on whether anything answered at all, so that no status code excuses it.
    var concernsSilence: Bool {
        switch self {
        case .silence, .intercepted: true
        case .allOf(let parts): parts.contains(where: \.concernsSilence)
        default: false
        }
    }
}

extension VerdictReason: CustomStringConvertible {
    /// One clause for people, in which text from the network is printable and short.
    public var description: String {
        switch self {
        case .statusMatches(let status): "status \(status) as expected"
        case .bodyEquals(let count): "body of \(count) bytes exactly as expected"
        case .bodyContains(let text): "body contains \(quoted(text))"
        case .bodyMatches(let pattern): "body matches \(quoted(pattern))"
        case .headerMatches(let name, let value): "header \(name) is \(quoted(value))"
        case .statusDiffers(let expected, let actual):
            "status \(actual) where \(expected.map(String.init).joined(separator: " or ")) was expected"
        case .bodyAltered(.cutShort): "body is the expected one, cut short"
        case .bodyAltered(.extended): "body is the expected one with something added"
        case .bodyAltered(.rewritten): "body is the expected one, written otherwise"
        case .bodyAltered(.imitated): "body has the expected title, but is another page"
        case .bodyEmpty(let count): "body of \(count) bytes where something else is served"
        case .bodyDiffers(let expected, let actual): "body of \(actual) bytes is not the expected \(expected) bytes"
        case .bodyLacks(let text): "body lacks \(quoted(text))"
        case .bodyDoesNotMatch(let pattern): "body does not match \(quoted(pattern))"
        case .headerMissing(let name): "header \(name) is missing"
        case .headerDiffers(let name, let expected, let actual):
            "header \(name) is \(quoted(actual)) where \(quoted(expected)) was expected"
        case .redirect(let status, let location): "redirected (\(status)) to \(quoted(location, limit: 120))"
        case .refresh(let location): "body leads on to \(quoted(location, limit: 120))"
        case .scriptRedirect(let location?): "a script leads on to \(quoted(location, limit: 120))"
        case .scriptRedirect(nil): "a script leads on to another page"
        case .frame(let location): "body shows \(quoted(location, limit: 120)) in a frame"
        case .networkAuthenticationRequired: "status 511: the network requires authentication"
        case .signInForm(let action): "body holds a sign-in form" + (action.map { " for \(quoted($0))" } ?? "")
        case .wispr(let type): "body holds a WISPr message of type \(quoted(type))"
        case .captiveAPI: "a captive portal API answers that a sign-in is needed"
        case .notCaptive: "the network's captive portal API answers that no sign-in is needed"
        case .noCaptiveAPI(let status): "status \(status), and no answer of a captive portal API"
        case .unexpectedPage(let title?): "a page titled \(quoted(title)) stands where something else is served"
        case .unexpectedPage(nil): "a page stands where something else is served"
        case .blockPage(let evidence): "the page is blocked: \(quoted(evidence))"
        case .parkedPage(let evidence): "the name is parked: \(quoted(evidence))"
        case .privateAddress(let address): "the public name led to \(address), which is no public address"
        case .proxyAuthenticationRequired: "a proxy in the way requires authentication"
        case .gatewayError(let evidence): "a gateway does not reach the endpoint: \(quoted(evidence))"
        case .noAnswer(let kind): kind.description
        case .endpointTrouble(let status): "the endpoint itself answers \(status)"
        case .ownRedirect(let location): "the endpoint redirects to its own \(quoted(location, limit: 120))"
        case .notNeeded: "cancelled: the other answers had decided"
        case .silence: "no answer, as it should be"
        case .intercepted(let status):
            "something on the way answers\(status.map { " \($0)" } ?? "") for an address that nobody has"
        case .allOf(let parts): parts.map(\.description).joined(separator: " and ")
        case .noneOf(let parts): parts.map(\.description).joined(separator: "; ")
        case .inverted(let reason): "unwanted: \(reason)"
        case .undecided(let detail): "undecided: \(detail)"
        case .stated(let text): text.printable(limit: 200)
        case .noRuleApplied: "no rule applied"
        }
    }

    private func quoted(_ text: String, limit: Int = 60) -> String { "\"\(text.printable(limit: limit))\"" }
}

extension ProbeFailure.Kind: CustomStringConvertible {
    /// One clause for people.
    public var description: String {
        switch self {
        case .nameLookup: "the name lookup failed"
        case .connectionRefused: "the connection was refused"
        case .unreachable: "the network or host is unreachable"
        case .timedOut(.nameLookup): "the name lookup took too long"
        case .timedOut(.connect): "the connection took too long"
        case .timedOut(.tls): "the TLS handshake took too long"
        case .timedOut(.response): "the response took too long"
        case .timedOut(.body): "the body took too long"
        case .tls(.expired): "TLS failed: the certificate is not valid at this time"
        case .tls(.unknownAuthority): "TLS failed: the certificate's authority is unknown"
        case .tls(.wrongHost): "TLS failed: the certificate is for another host"
        case .tls(.protocol): "TLS failed: the peer does not speak an acceptable TLS"
        case .tls(.certificate): "TLS failed: the certificate was refused"
        case .connectionReset: "the connection was reset"
        case .emptyReply: "the connection was closed without a reply"
        case .malformed: "the reply is not HTTP"
        case .headerTooLarge: "the reply's header is too large"
        case .truncated: "the reply was cut short"
        case .interfaceUnavailable: "the interface cannot be used"
        case .unsupported: "the prober cannot send such a request"
        case .cancelled: "the probe was cancelled"
        case .notRecorded: "nothing is recorded for this request"
        case .other(let code): "the probe failed with code \(code)"
        }
    }
}
