package import ConnectivityCore

extension CaptivePortal {
    /// Advice for a person, as a clause; text from the network in it is printable and short.
    package var advice: String { advice(isShort: false) }

    /// Returns advice for a person, as a clause; the sign-in URL may be cut before its query, which often has hundreds
    /// of characters.
    package func advice(isShort: Bool) -> String {
        if let url = signInURL {
            let page = isShort ? url.withoutQueryForPeople : url.description.printable(limit: 2_000)
            return kind == .payment ? "pay or renew at \(page)" : "sign in at \(page)"
        }
        let fault = signInURLFault.map { ", because the one that it gave cannot be opened: \($0)" } ?? ""
        return "open any http page in a browser; the portal gave no usable sign-in URL\(fault)"
    }

    /// Returns a reason for people who have read the sign-in URL: a reason that leads to that page names it as such; a
    /// reason about another page stays the same.
    package func withoutURL(_ reason: Reason, of portal: CaptivePortal?) -> Reason {
        guard let page = signInURL, let other = portal?.signInURL, page.isSamePage(as: other) else { return reason }
        var reason = reason
        reason.facts["place"] = "sign-in"
        return reason
    }

    /// Returns a reason for people who have read the sign-in URL: a location that is that page is named as such.
    package func withoutURL(_ reason: Reason) -> Reason {
        guard let text = reason.facts["location"]?.text, let url = try? HTTPURL(text) else { return reason }
        return withoutURL(reason, of: CaptivePortal(signInURL: url, kind: kind))
    }

    /// Further facts about the portal as one sentence; text from the network in it is printable and short.
    var facts: String? {
        var clauses: [String] = []
        if let vendor { clauses.append("the vendor is probably \(vendor)") }
        if let name = wispr?.locationName { clauses.append("the location is \"\(name.printable(limit: 60))\"") }
        if let code = wispr?.responseCode, code != 0, let meaning = wispr?.responseMeaning {
            clauses.append("the portal reports that \(meaning) (WISPr \(code))")
        }
        clauses += api?.facts ?? []
        return clauses.isEmpty ? nil : "Facts about the portal: \(clauses.joined(separator: "; "))."
    }
}

extension CaptivePortalAPI {
    /// The facts that the API reports about the session and the venue, as parts of a sentence.
    var facts: [String] {
        var clauses: [String] = []
        if let secondsRemaining { clauses.append("\(secondsRemaining) s of the session are left") }
        if let bytesRemaining { clauses.append("\(bytesRemaining) bytes of the session are left") }
        if canExtendSession == true { clauses.append("the session can be extended") }
        if let url = venueInfoURL?.description.printable(limit: 120) {
            clauses.append("\(url) has information about the venue")
        }
        return clauses
    }
}

extension HTTPURL {
    /// The URL for people; an ellipsis replaces the query and the fragment.
    fileprivate var withoutQueryForPeople: String {
        let whole = description
        let page = whole.prefix { $0 != "?" && $0 != "#" }
        return String(page).printable(limit: 120) + (page.count < whole.count ? "?…" : "")
    }

    /// Whether the URLs differ at most in query and fragment; the query often has a different value in each answer.
    fileprivate func isSamePage(as other: HTTPURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port && path == other.path
    }
}
