import ConnectivityCore

@testable import ConnectivityFixtures

/// The form of the answer of a gateway, a filter or an endpoint.
enum AnswerForm: String, Sendable {
    // Portals.
    case redirect, refresh
    case refreshField = "refresh-field"
    case script
    case scriptReplace = "script-replace"
    case scriptAssign = "script-assign"
    case scriptTimer = "script-timer"
    case scriptOnload = "script-onload"
    case scriptParts = "script-parts"
    case formPassword = "form-password"
    case formAccept = "form-accept"
    case formRoom = "form-room"
    case formEmail = "form-email"
    case frameset, frame, link, wispr
    case wisprRedirect = "wispr-redirect"
    case networkAuthentication = "511"
    case networkAuthenticationRefresh = "511-refresh"
    case api, garden

    // Filters.
    case block, parked, search, rewritten, empty
    case proxy = "407"
    case legal = "451"
    case blockedBy = "blocked-by"

    // The endpoint itself, and a recording.
    case genuine, recorded

    // The effects of a gateway on a connection that it cannot answer.
    case tlsAuthority = "tls-authority"
    case tlsHost = "tls-host"
    case tlsExpired = "tls-expired"
    case tlsProtocol = "tls-protocol"
    case tlsReset = "tls-reset"
    case tlsRefused = "tls-refused"
    case tlsSilent = "tls-silent"

    static let portals: [AnswerForm] = [
        .redirect, .refresh, .refreshField, .script, .scriptReplace, .scriptAssign, .scriptTimer, .scriptOnload,
        .scriptParts, .formPassword, .formAccept, .formRoom, .formEmail, .frameset, .frame, .link, .wispr,
        .wisprRedirect,
        .networkAuthentication, .networkAuthenticationRefresh, .api, .garden,
    ]
    static let filters: [AnswerForm] = [
        .block, .redirect, .refresh, .script, .frameset, .parked, .search, .rewritten, .empty, .proxy, .legal,
        .blockedBy,
    ]
    static let connections: [AnswerForm] = [
        .tlsAuthority, .tlsHost, .tlsExpired, .tlsProtocol, .tlsReset, .tlsRefused, .tlsSilent,
    ]

    var failure: ProbeFailure.Kind? {
        switch self {
        case .tlsAuthority: .tls(.unknownAuthority)
        case .tlsHost: .tls(.wrongHost)
        case .tlsExpired: .tls(.expired)
        case .tlsProtocol: .tls(.protocol)
        case .tlsReset: .connectionReset
        case .tlsRefused: .connectionRefused
        case .tlsSilent: .timedOut(.tls)
        default: nil
        }
    }

    var isOverTLS: Bool { failure != nil }
    var hasResponse: Bool { failure == nil }
    var isRedirect: Bool { self == .redirect || self == .wisprRedirect || self == .search }
    /// Whether the answer is a page that this package writes.
    var isPage: Bool {
        switch self {
        case .redirect, .wisprRedirect, .search, .api, .garden, .genuine, .recorded, .rewritten, .empty, .proxy: false
        default: failure == nil
        }
    }
    /// Whether a script that contains the target leads to the portal.
    var isScript: Bool {
        self == .script || self == .scriptReplace || self == .scriptAssign || self == .scriptTimer
    }
    /// Whether the page has a form for a person.
    var isForm: Bool { self == .formPassword || self == .formAccept || self == .formRoom || self == .formEmail }
    /// Whether only the words of the page identify a portal.
    var isOnlyWords: Bool { self == .link || self == .frame || self == .scriptParts }
}
