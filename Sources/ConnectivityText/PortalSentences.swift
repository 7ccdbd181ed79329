public import ConnectivityCore

extension CaptivePortal {
    /// What a person can do, as a clause; text from the network in it is printable and short.
    public var advice: String {
        if kind == .payment, let url = signInURL { return "pay or renew at \(url.description.printable(limit: 200))" }
        if let url = signInURL { return "sign in at \(url.description.printable(limit: 200))" }
        let fault = signInURLFault.map { ", because the one that it gave cannot be opened: \($0)" } ?? ""
        return "open any http page in a browser; the portal gave no usable sign-in URL\(fault)"
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
    /// What the API reports about the session and the venue, as parts of a sentence.
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
