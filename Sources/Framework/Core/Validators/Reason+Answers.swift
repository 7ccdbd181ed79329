// The reasons of this package's verdicts on one answer. Each code has its template in ConnectivityText.

extension Reason {
    package static func testimonyMissing(from witness: String) -> Reason {
        Reason("testimony-missing", ["witness": .text(witness)])
    }
    package static func testimonyLate(of witness: String) -> Reason {
        Reason("testimony-late", ["witness": .text(witness)])
    }

    package static func pluginFailed(_ witness: String, fault: String, detail: String) -> Reason {
        Reason("plugin-failed", ["witness": .text(witness), "fault": .text(fault), "detail": .text(detail)])
    }
    /// The witness found an answer genuine that does not exist, or that has the signs of a portal.
    package static func testimonyOverruled(_ witness: String, by sign: Reason) -> Reason {
        Reason("testimony-overruled", ["witness": .text(witness)], parts: [sign])
    }

    // The answer is the endpoint's content.

    package static func statusMatches(_ status: Int) -> Reason { Reason("status-matches", ["status": Fact(status)]) }
    /// The whole body is the expected one.
    package static func bodyEquals(byteCount: Int) -> Reason {
        Reason("body-equals", ["byteCount": Fact(byteCount)])
    }
    package static func bodyContains(_ text: String) -> Reason { Reason("body-contains", ["text": .text(text)]) }
    package static func bodyMatches(pattern: String) -> Reason {
        Reason("body-matches", ["pattern": .text(pattern)])
    }
    /// The header field is present, and has the expected value if one is stated.
    package static func headerMatches(name: String, value: String, isStated: Bool = false) -> Reason {
        var facts: Facts = ["name": .text(name), "value": .text(value)]
        if isStated { facts["stated"] = true }
        return Reason(headerMatchesCode, facts)
    }
    package static let headerMatchesCode = "header-matches"
    /// The answer is as expected, but has a sign that portals' pages also have; `parts` holds it.
    package static func expectedButSigned(_ sign: Reason) -> Reason { Reason(expectedButSignedCode, parts: [sign]) }
    package static let expectedButSignedCode = "expected-but-signed"
    /// The answer is as expected, but every page of a portal meets the expectation.
    package static let expectedOfAnyPage = Reason("expected-of-any-page")
    /// The answer is as expected, but every answer of a gateway without content meets the expectation.
    package static let expectedOfAnyAnswer = Reason("expected-of-any-answer")
    /// The answer is as expected, but its kind is one that gateways let through or answer themselves.
    package static func unprovenKind(_ kind: Question.Kind, met: Reason? = nil) -> Reason {
        Reason(unprovenKindCode, ["kind": .text(kind.rawValue)], parts: met.map { [$0] } ?? [])
    }
    package static let unprovenKindCode = "unproven-kind"
    /// An answer to which a validator of the user objects has a sign of a portal.
    package static func refused(_ objection: Reason, by sign: Reason) -> Reason {
        Reason("refused", parts: [sign, objection])
    }

    // The answer is not the endpoint's content.

    package static func statusDiffers(expected: [Int], actual: Int) -> Reason {
        statusDiffers(expected: expected.map { Fact($0) }, actual: actual)
    }
    /// The status code differs from the expected ones, each a number or a range such as `200-299`.
    static func statusDiffers(expected: [Fact], actual: Int) -> Reason {
        Reason("status-differs", ["expected": .list(expected), "actual": Fact(actual)])
    }
    package static let bodyAlteredCode = "body-altered"
    /// The body is the expected one, but was altered on the path.
    package static func bodyAltered(_ alteration: BodyAlteration) -> Reason {
        Reason(bodyAlteredCode, ["alteration": .text(alteration.rawValue)])
    }
    /// The body is almost empty, but the endpoint serves a longer one.
    package static func bodyEmpty(byteCount: Int) -> Reason { Reason("body-empty", ["byteCount": Fact(byteCount)]) }
    package static func bodyDiffers(expectedByteCount: Int, actualByteCount: Int) -> Reason {
        Reason("body-differs", ["expected": Fact(expectedByteCount), "actual": Fact(actualByteCount)])
    }
    package static func bodyLacks(_ text: String) -> Reason { Reason("body-lacks", ["text": .text(text)]) }
    package static func bodyDoesNotMatch(pattern: String) -> Reason {
        Reason("body-does-not-match", ["pattern": .text(pattern)])
    }
    package static func headerMissing(name: String) -> Reason { Reason("header-missing", ["name": .text(name)]) }
    package static func headerDiffers(name: String, expected: String, actual: String) -> Reason {
        Reason("header-differs", ["name": .text(name), "expected": .text(expected), "actual": .text(actual)])
    }

    // Another server answered, and no sign-in helps.

    /// A filter or a provider blocks the requested URL; `evidence` shows it.
    package static func blockPage(evidence: String) -> Reason { Reason("block-page", ["evidence": .text(evidence)]) }
    /// The domain name is parked; `evidence` shows it.
    package static func parkedPage(evidence: String) -> Reason {
        Reason("parked-page", ["evidence": .text(evidence)])
    }
    /// The answer leads to a search page for the asked name.
    package static func nameSearch(location: String) -> Reason {
        Reason("name-search", ["location": .text(location)])
    }
    /// A proxy on the path asks for its own credentials (RFC 9110, section 15.5.8).
    package static let proxyAuthenticationRequired = Reason("proxy-authentication-required")
    package static func proxyRefuses(status: Int) -> Reason { Reason("proxy-refuses", ["status": Fact(status)]) }
    /// A public name resolved to an address outside the public Internet.
    package static func privateAddress(_ address: IPAddress) -> Reason {
        Reason("private-address", ["address": .text(address.description)])
    }

    // A portal asks for a sign-in.

    package static func redirect(status: Int, location: String) -> Reason {
        Reason("redirect", ["status": Fact(status), "location": .text(location)])
    }
    /// The body redirects a browser away from the requested URL.
    package static func refresh(location: String) -> Reason { Reason("refresh", ["location": .text(location)]) }
    /// A script in the body redirects a browser; `location` is its target, if that can be read.
    package static func scriptRedirect(location: String?) -> Reason {
        Reason("script-redirect", ["location": Fact(location)])
    }
    /// The body shows another page in a frame that fills it.
    package static func frame(location: String) -> Reason { Reason("frame", ["location": .text(location)]) }
    /// The page has the wording of a portal; `evidence` shows it.
    package static func portalPage(evidence: String) -> Reason {
        Reason("portal-page", ["evidence": .text(evidence)])
    }
    /// The status code is 511: the network asks for a sign-in (RFC 6585, section 6).
    package static let networkAuthenticationRequired = Reason("network-authentication-required")
    package static func signInForm(action: String?) -> Reason { Reason("sign-in-form", ["action": Fact(action)]) }
    package static func wispr(messageType: String) -> Reason {
        Reason("wispr", ["messageType": .text(messageType)])
    }
    /// The body is the answer of a captive portal API that reports a captive client (RFC 8908).
    package static let captiveAPI = Reason("captive-api")
    /// A page answered, but the endpoint has other content.
    package static func unexpectedPage(title: String?) -> Reason {
        Reason("unexpected-page", ["title": Fact(title)])
    }

    // The captive portal API of the network (RFC 8908).

    /// The API reports that no sign-in is needed.
    package static let notCaptive = Reason("not-captive")
    /// The answer is not from a captive portal API; `status` is its status code.
    package static func noCaptiveAPI(status: Int) -> Reason { Reason("no-captive-api", ["status": Fact(status)]) }
    /// The answer of the network's captive portal API has another media type than `application/captive+json`.
    package static func captiveAPIType(_ type: String) -> Reason {
        Reason("captive-api-type", ["type": Fact(type.isEmpty ? nil : type)])
    }

    /// The endpoint itself answers, verified by TLS, but not as expected; `parts` holds the difference.
    package static func ownAnswerDiffers(_ reason: Reason) -> Reason { Reason("own-answer-differs", parts: [reason]) }

    // There is no usable answer.

    /// There is no answer; the code is a separate one if the cause of a failed name lookup is known.
    package static func noAnswer(_ failure: ProbeFailure) -> Reason {
        let isOfName = failure.kind == .nameLookup || failure.kind == .timedOut(.nameLookup)
        var facts = failure.facts
        facts["failure"] = .text(failure.kind.name)
        return Reason(isOfName && facts["cause"] != nil ? nameLookupCode : noAnswerCode, facts)
    }
    /// There is no answer, and only the kind of the failure is known.
    package static func noAnswer(_ kind: ProbeFailure.Kind) -> Reason { noAnswer(ProbeFailure(kind)) }
    package static let noAnswerCode = "no-answer"
    private static let nameLookupCode = "name-lookup-failed"
    package var isNoAnswer: Bool { code == Self.noAnswerCode || code == Self.nameLookupCode }
    /// The endpoint answers, but reports a fault of its server.
    package static func endpointFailure(status: Int) -> Reason {
        Reason("endpoint-failure", ["status": Fact(status)])
    }
    /// A gateway or proxy reports that it does not reach the endpoint; `evidence` shows it.
    package static func gatewayError(evidence: String) -> Reason {
        Reason("gateway-error", ["evidence": .text(evidence)])
    }
    /// The endpoint redirects to the same page on the same host.
    package static func ownRedirect(location: String) -> Reason {
        Reason(ownRedirectCode, ["location": .text(location)])
    }
    private static let ownRedirectCode = "own-redirect"
    package var isOwnRedirect: Bool { code == Self.ownRedirectCode }
    /// The probe was cancelled because the other answers had decided.
    package static let notNeeded = Reason("not-needed")

    // No answer is expected.

    /// Nothing answered, as expected.
    package static let silence = Reason("silence")
    /// A server answered at an unassigned address; `status` is the status code, if the answer was HTTP.
    package static func intercepted(status: Int?) -> Reason { Reason("intercepted", ["status": Fact(status)]) }

    // Composition.

    package static func allOf(_ parts: [Reason]) -> Reason { Reason("all-of", parts: parts) }
    package static func noneOf(_ parts: [Reason]) -> Reason { Reason("none-of", parts: parts) }
    package static func inverted(_ reason: Reason) -> Reason { Reason("inverted", parts: [reason]) }
    /// The validator could not finish within its limits.
    package static func undecided(_ detail: String) -> Reason { Reason(undecidedCode, ["detail": .text(detail)]) }
    private static let undecidedCode = "undecided"
    private static let noTestimonyCodes: Set = ["testimony-missing", "testimony-late", "plugin-failed", "tls-unknown"]
    /// Whether the validator could not finish, so the answer may still be the expected one.
    package var isUndecided: Bool { code == Self.undecidedCode || Self.noTestimonyCodes.contains(code) }
    /// There is no expectation of the endpoint, and the answer proves nothing by itself.
    package static let expectationMissing = Reason("expectation-missing")
}

/// The alteration of a genuine body on the path.
package enum BodyAlteration: String, CaseIterable {
    case cutShort = "cut-short"
    /// The body is part of a larger one: an injected script, a second copy, padding.
    case extended
    /// The body differs only in white space, in the case of letters or in markup, with the same visible text.
    case rewritten
    /// The body has the title of the expected page, but is another page.
    case imitated
}
