// The reasons of this package's verdicts on one answer. Each code has its template in ConnectivityText.

extension Reason {
    /// A witness has not testified on the exchange.
    package static func testimonyMissing(from witness: String) -> Reason {
        Reason("testimony-missing", ["witness": .text(witness)])
    }
    /// A witness did not answer in time.
    package static func testimonyLate(of witness: String) -> Reason {
        Reason("testimony-late", ["witness": .text(witness)])
    }

    // The answer is what the endpoint serves.

    /// The status code is the expected one.
    package static func statusMatches(_ status: Int) -> Reason { Reason("status-matches", ["status": Fact(status)]) }
    /// The whole body is the expected one.
    package static func bodyEquals(byteCount: Int) -> Reason {
        Reason("body-equals", ["byteCount": Fact(byteCount)])
    }
    /// The body contains the expected text.
    package static func bodyContains(_ text: String) -> Reason { Reason("body-contains", ["text": .text(text)]) }
    /// The body matches the expected pattern.
    package static func bodyMatches(pattern: String) -> Reason {
        Reason("body-matches", ["pattern": .text(pattern)])
    }
    /// The header field is there, with the expected value if one is expected.
    package static func headerMatches(name: String, value: String) -> Reason {
        Reason("header-matches", ["name": .text(name), "value": .text(value)])
    }

    // The answer is not what the endpoint serves.

    /// The status code is another one.
    package static func statusDiffers(expected: [Int], actual: Int) -> Reason {
        Reason("status-differs", ["expected": .list(expected.map { Fact($0) }), "actual": Fact(actual)])
    }
    /// The body is the expected one, altered on the way.
    package static func bodyAltered(_ alteration: BodyAlteration) -> Reason {
        Reason("body-altered", ["alteration": .text(alteration.rawValue)])
    }
    /// The body is next to nothing, and the endpoint serves something else.
    package static func bodyEmpty(byteCount: Int) -> Reason { Reason("body-empty", ["byteCount": Fact(byteCount)]) }
    /// The body is not the expected one.
    package static func bodyDiffers(expectedByteCount: Int, actualByteCount: Int) -> Reason {
        Reason("body-differs", ["expected": Fact(expectedByteCount), "actual": Fact(actualByteCount)])
    }
    /// The body lacks the expected text.
    package static func bodyLacks(_ text: String) -> Reason { Reason("body-lacks", ["text": .text(text)]) }
    /// The body does not match the expected pattern.
    package static func bodyDoesNotMatch(pattern: String) -> Reason {
        Reason("body-does-not-match", ["pattern": .text(pattern)])
    }
    /// The header field is missing.
    package static func headerMissing(name: String) -> Reason { Reason("header-missing", ["name": .text(name)]) }
    /// The header field has another value.
    package static func headerDiffers(name: String, expected: String, actual: String) -> Reason {
        Reason("header-differs", ["name": .text(name), "expected": .text(expected), "actual": .text(actual)])
    }

    // Something else answers, and no sign-in helps.

    /// A filter or a provider refuses the asked URL: what says so.
    package static func blockPage(evidence: String) -> Reason { Reason("block-page", ["evidence": .text(evidence)]) }
    /// A name that nobody uses: what says so.
    package static func parkedPage(evidence: String) -> Reason {
        Reason("parked-page", ["evidence": .text(evidence)])
    }
    /// A proxy in the way wants credentials of its own (RFC 9110, section 15.5.8).
    package static let proxyAuthenticationRequired = Reason("proxy-authentication-required")
    /// The answer is the expected one, but a public name led to an address that is not of the public Internet.
    package static func privateAddress(_ address: IPAddress) -> Reason {
        Reason("private-address", ["address": .text(address.description)])
    }

    // Something wants a sign-in.

    /// A redirect leads away from the asked URL.
    package static func redirect(status: Int, location: String) -> Reason {
        Reason("redirect", ["status": Fact(status), "location": .text(location)])
    }
    /// The body leads a browser away from the asked URL.
    package static func refresh(location: String) -> Reason { Reason("refresh", ["location": .text(location)]) }
    /// A script in the body leads a browser away, to where it says if that can be read.
    package static func scriptRedirect(location: String?) -> Reason {
        Reason("script-redirect", ["location": Fact(location)])
    }
    /// The body shows another page in a frame that fills it.
    package static func frame(location: String) -> Reason { Reason("frame", ["location": .text(location)]) }
    /// The status code 511 says that the network wants a sign-in (RFC 6585, section 6).
    package static let networkAuthenticationRequired = Reason("network-authentication-required")
    /// The body holds a form that asks for credentials or consent.
    package static func signInForm(action: String?) -> Reason { Reason("sign-in-form", ["action": Fact(action)]) }
    /// The body holds a WISPr message.
    package static func wispr(messageType: String) -> Reason {
        Reason("wispr", ["messageType": .text(messageType)])
    }
    /// The body is the answer of a captive portal API that says so (RFC 8908).
    package static let captiveAPI = Reason("captive-api")
    /// A page answers, and the endpoint serves something else.
    package static func unexpectedPage(title: String?) -> Reason {
        Reason("unexpected-page", ["title": Fact(title)])
    }

    // The captive portal API that the network names (RFC 8908).

    /// The API says that no sign-in is needed.
    package static let notCaptive = Reason("not-captive")
    /// What answered is no such API; the status code.
    package static func noCaptiveAPI(status: Int) -> Reason { Reason("no-captive-api", ["status": Fact(status)]) }

    // Nothing usable came.

    /// There is no answer; if it is known why the name led nowhere, the code says that it was the name.
    package static func noAnswer(_ failure: ProbeFailure) -> Reason {
        let isOfName = failure.kind == .nameLookup || failure.kind == .timedOut(.nameLookup)
        var facts = failure.facts
        facts["failure"] = .text(failure.kind.name)
        return Reason(isOfName && facts["cause"] != nil ? nameLookupCode : noAnswerCode, facts)
    }
    /// There is no answer, and nothing else is known.
    package static func noAnswer(_ kind: ProbeFailure.Kind) -> Reason { noAnswer(ProbeFailure(kind)) }
    static let noAnswerCode = "no-answer"
    private static let nameLookupCode = "name-lookup-failed"
    /// Whether the reason is that there is no answer.
    var isNoAnswer: Bool { code == Self.noAnswerCode || code == Self.nameLookupCode }
    /// The endpoint answers, but says itself that it is in trouble.
    package static func endpointTrouble(status: Int) -> Reason {
        Reason("endpoint-trouble", ["status": Fact(status)])
    }
    /// A gateway or proxy says that it does not reach the endpoint: what says so.
    package static func gatewayError(evidence: String) -> Reason {
        Reason("gateway-error", ["evidence": .text(evidence)])
    }
    /// The endpoint redirects to the same page, on the same host.
    package static func ownRedirect(location: String) -> Reason {
        Reason("own-redirect", ["location": .text(location)])
    }
    /// The probe was cancelled, because the rest had decided.
    package static let notNeeded = Reason("not-needed")

    // Nothing should have come.

    /// Nothing answers, as it should be.
    package static let silence = Reason("silence")
    /// Something answers for what nobody can answer for; the status code, if it spoke HTTP.
    package static func intercepted(status: Int?) -> Reason { Reason("intercepted", ["status": Fact(status)]) }

    // Composition.

    /// Every part agrees.
    package static func allOf(_ parts: [Reason]) -> Reason { Reason("all-of", parts: parts) }
    /// No part agrees.
    package static func noneOf(_ parts: [Reason]) -> Reason { Reason("none-of", parts: parts) }
    /// The opposite was expected.
    package static func inverted(_ reason: Reason) -> Reason { Reason("inverted", parts: [reason]) }
    /// The validator could not come to an end within its limits.
    package static func undecided(_ detail: String) -> Reason { Reason("undecided", ["detail": .text(detail)]) }
    /// A reason in words, for quick use; one that programs can compare has a code of its own.
    public static func stated(_ text: String) -> Reason { Reason("stated", ["text": .text(text)]) }
    /// No rule applied.
    package static let noRuleApplied = Reason("no-rule-applied")
    /// Nothing states what to expect of the endpoint, and the answer proves nothing by itself.
    package static let expectationMissing = Reason("expectation-missing")
}

/// How a genuine body can arrive altered.
package enum BodyAlteration: String, CaseIterable {
    /// Only its beginning arrived.
    case cutShort = "cut-short"
    /// It stands within something larger: an injected script, a second copy, padding.
    case extended
    /// It differs in white space, in the case of letters or in markup only: a person reads the same.
    case rewritten
    /// It has the title of the expected page, and is another.
    case imitated
}
