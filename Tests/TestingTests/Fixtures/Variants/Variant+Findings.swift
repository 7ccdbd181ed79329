import ConnectivityCore

@testable import ConnectivityFixtures

// The expected findings, by the rules of gateways and browsers.

extension Variant {
    private static let notGenuine: Set<Verdict.Finding> = [.captive, .substituted, .failed, .inconclusive]

    var findings: Set<Verdict.Finding> {
        if form.isOverTLS { return [.failed, .inconclusive] }
        switch base {
        case .genuine: return endpointFindings
        case .filter: return Self.notGenuine
        case .recorded(let fixture):
            if self[.peer] == "private", fixture.finding == .genuine {
                // TLS identifies the peer, wherever the host is.
                return fixture.url.scheme == .https ? Self.notGenuine.union([.genuine]) : Self.notGenuine
            }
            return isUnreadable ? Self.notGenuine.union([fixture.finding]) : [fixture.finding]
        case .portal:
            if form == .garden { return endpointFindings }
            guard showsSign || status == 511, self[.type] != "plain", !isUnreadable else { return Self.notGenuine }
            if form.isOnlyWords {
                // With the status of an error, in a page that breaks off, or after the page of the endpoint, words and
                // a link can also be a server's; so can a small frame next to the words of the endpoint.
                let isError = self[.page].map { $0 != "511" } ?? false
                let isMixed = self[.decoy] == "whole" || self[.decoy] != nil && form == .frame
                if isError || isBroken || isMixed { return Self.notGenuine }
            }
            // Only the user's statements about a custom page are known.
            return asked.isOwn ? [.captive, .substituted, .inconclusive] : [.captive]
        }
    }

    /// The URL to which the answer leads a person who has to sign in.
    ///
    /// It is `nil` if the answer names none, if its sign does not arrive, or if only a browser can find it.
    var signInURL: HTTPURL? {
        guard base == .portal, showsSign, findings == [.captive], let asked = asked.endpoint.url else { return nil }
        // The status 511 means that the requested URL shows the page (RFC 6585, section 6); only a refresh leads on from there.
        if status == 511, form != .refresh, form != .networkAuthenticationRefresh { return asked }
        switch form {
        case .redirect:
            switch self[.location] {
            case "app": return nil
            case "path": return try? asked.resolving("/login?from=gate")
            case "segment": return try? asked.resolving("login.html")
            case "schemeless": return try? HTTPURL("http://\(portalURL.host)/login")
            case "spaces": return portalURL
            default: return try? HTTPURL(location)
            }
        case .formPassword, .formAccept, .formRoom, .formEmail, .networkAuthentication: return asked
        case .link, .frame, .scriptParts, .api: return nil
        default: return ["concatenated", "variable"].contains(self[.script]) ? nil : portalURL
        }
    }

    /// The findings on the endpoint's own answer.
    private var endpointFindings: Set<Verdict.Finding> {
        // A name does not lead to a private address, so another host may have answered.
        if self[.peer] == "private" { return [.inconclusive, .substituted] }
        return isUnreadable ? [.genuine, .inconclusive, .failed] : [.genuine, .inconclusive]
    }

    /// Whether a part of the answer arrives before the connection ends.
    private var isBroken: Bool { self[.cut]?.hasPrefix("broken") == true }

    /// Whether the body claims a coding that its bytes cannot refute; a browser shows nothing.
    private var isUnreadable: Bool { self[.coding] == "br-mislabelled" }
}
