import ConnectivityCore

// Every reason and failure there is, so that fixtures can be asked which of them they show. The switches make the compiler
// ask for what is added; the raw values are the codes.

enum VerdictReasonName: String, CaseIterable {
    case statusMatches = "status-matches"
    case bodyEquals = "body-equals"
    case bodyContains = "body-contains"
    case bodyMatches = "body-matches"
    case headerMatches = "header-matches"
    case statusDiffers = "status-differs"
    case bodyAltered = "body-altered"
    case bodyEmpty = "body-empty"
    case bodyDiffers = "body-differs"
    case bodyLacks = "body-lacks"
    case bodyDoesNotMatch = "body-does-not-match"
    case headerMissing = "header-missing"
    case headerDiffers = "header-differs"
    case blockPage = "block-page"
    case parkedPage = "parked-page"
    case proxyAuthenticationRequired = "proxy-authentication-required"
    case privateAddress = "private-address"
    case redirect
    case refresh
    case scriptRedirect = "script-redirect"
    case frame
    case networkAuthenticationRequired = "network-authentication-required"
    case signInForm = "sign-in-form"
    case wispr
    case captiveAPI = "captive-api"
    case unexpectedPage = "unexpected-page"
    case notCaptive = "not-captive"
    case noCaptiveAPI = "no-captive-api"
    case noAnswer = "no-answer"
    case endpointTrouble = "endpoint-trouble"
    case gatewayError = "gateway-error"
    case ownRedirect = "own-redirect"
    case notNeeded = "not-needed"
    case silence
    case intercepted
    case allOf = "all-of"
    case noneOf = "none-of"
    case inverted
    case undecided
    case stated
    case noRuleApplied = "no-rule-applied"

    init(_ reason: VerdictReason) {
        switch reason {
        case .statusMatches: self = .statusMatches
        case .bodyEquals: self = .bodyEquals
        case .bodyContains: self = .bodyContains
        case .bodyMatches: self = .bodyMatches
        case .headerMatches: self = .headerMatches
        case .statusDiffers: self = .statusDiffers
        case .bodyAltered: self = .bodyAltered
        case .bodyEmpty: self = .bodyEmpty
        case .bodyDiffers: self = .bodyDiffers
        case .bodyLacks: self = .bodyLacks
        case .bodyDoesNotMatch: self = .bodyDoesNotMatch
        case .headerMissing: self = .headerMissing
        case .headerDiffers: self = .headerDiffers
        case .blockPage: self = .blockPage
        case .parkedPage: self = .parkedPage
        case .proxyAuthenticationRequired: self = .proxyAuthenticationRequired
        case .privateAddress: self = .privateAddress
        case .redirect: self = .redirect
        case .refresh: self = .refresh
        case .scriptRedirect: self = .scriptRedirect
        case .frame: self = .frame
        case .networkAuthenticationRequired: self = .networkAuthenticationRequired
        case .signInForm: self = .signInForm
        case .wispr: self = .wispr
        case .captiveAPI: self = .captiveAPI
        case .unexpectedPage: self = .unexpectedPage
        case .notCaptive: self = .notCaptive
        case .noCaptiveAPI: self = .noCaptiveAPI
        case .noAnswer: self = .noAnswer
        case .endpointTrouble: self = .endpointTrouble
        case .gatewayError: self = .gatewayError
        case .ownRedirect: self = .ownRedirect
        case .notNeeded: self = .notNeeded
        case .silence: self = .silence
        case .intercepted: self = .intercepted
        case .allOf: self = .allOf
        case .noneOf: self = .noneOf
        case .inverted: self = .inverted
        case .undecided: self = .undecided
        case .stated: self = .stated
        case .noRuleApplied: self = .noRuleApplied
        }
    }
}

enum AccessReasonName: String, CaseIterable {
    case noUsableInterface = "no-usable-interface"
    case interfaceNotUsable = "interface-not-usable"
    case noDefaultRoute = "no-default-route"
    case path
    case notYetJudged = "not-yet-judged"
    case enoughGenuine = "enough-genuine"
    case tooFewGenuine = "too-few-genuine"
    case enoughOwners = "enough-owners"
    case tooFewOwners = "too-few-owners"
    case broken
    case contradicted
    case held
    case portal
    case substituted
    case nothingUsable = "nothing-usable"
    case noEndpoint = "no-endpoint"
    case stated

    init(_ reason: AccessReason) {
        switch reason {
        case .noUsableInterface: self = .noUsableInterface
        case .interfaceNotUsable: self = .interfaceNotUsable
        case .noDefaultRoute: self = .noDefaultRoute
        case .path: self = .path
        case .notYetJudged: self = .notYetJudged
        case .enoughGenuine: self = .enoughGenuine
        case .tooFewGenuine: self = .tooFewGenuine
        case .enoughOwners: self = .enoughOwners
        case .tooFewOwners: self = .tooFewOwners
        case .broken: self = .broken
        case .contradicted: self = .contradicted
        case .held: self = .held
        case .portal: self = .portal
        case .substituted: self = .substituted
        case .nothingUsable: self = .nothingUsable
        case .noEndpoint: self = .noEndpoint
        case .stated: self = .stated
        }
    }
}

enum FailureName: Hashable, CaseIterable {
    case nameLookup, connectionRefused, unreachable, connectionReset, emptyReply, malformed, headerTooLarge, truncated
    case interfaceUnavailable, unsupported, cancelled, notRecorded, other
    case timedOut(ProbeFailure.Phase)
    case tls(ProbeFailure.TLSFault)

    static var allCases: [Self] {
        [
            .nameLookup, .connectionRefused, .unreachable, .connectionReset, .emptyReply, .malformed, .headerTooLarge,
            .truncated, .interfaceUnavailable, .unsupported, .cancelled, .notRecorded, .other,
        ] + ProbeFailure.Phase.allCases.map(Self.timedOut) + ProbeFailure.TLSFault.allCases.map(Self.tls)
    }

    init(_ kind: ProbeFailure.Kind) {
        switch kind {
        case .nameLookup: self = .nameLookup
        case .connectionRefused: self = .connectionRefused
        case .unreachable: self = .unreachable
        case .timedOut(let phase): self = .timedOut(phase)
        case .tls(let fault): self = .tls(fault)
        case .connectionReset: self = .connectionReset
        case .emptyReply: self = .emptyReply
        case .malformed: self = .malformed
        case .headerTooLarge: self = .headerTooLarge
        case .truncated: self = .truncated
        case .interfaceUnavailable: self = .interfaceUnavailable
        case .unsupported: self = .unsupported
        case .cancelled: self = .cancelled
        case .notRecorded: self = .notRecorded
        case .other: self = .other
        }
    }
}
