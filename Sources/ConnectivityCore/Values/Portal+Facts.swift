extension Portal {
    /// Adds what an answer tells of the portal besides the way to sign in; what is known already stays.
    ///
    /// A `Link` to an API has the relation `captive-portal`. No RFC registers it, but gateways send it.
    ///
    /// - Parameter exchange: The probe that the portal answered.
    public mutating func learn(from exchange: ProbeExchange) {
        guard let response = exchange.response else { return }
        let asked = exchange.request.url
        if wispr == nil { wispr = WISPrMessage(in: response.body, base: asked) }
        if api == nil { api = CaptivePortalAPI(response) }
        if apiURL == nil, let reference = response.headers.linkTarget(relation: "captive-portal"),
            let url = try? asked.resolving(reference), url.scheme == .https
        {
            apiURL = url
        }
        if vendor == nil { vendor = PortalFingerprint.vendor(of: self, in: response) }
    }

    /// What is known besides the way to sign in, as one sentence; text from the network is printable and short in it.
    var facts: String? {
        var clauses: [String] = []
        if let vendor { clauses.append("it looks like \(vendor)") }
        if let name = wispr?.locationName { clauses.append("its name is \"\(name.printable(limit: 60))\"") }
        if let code = wispr?.responseCode, code != 0, let meaning = wispr?.responseMeaning {
            clauses.append("it answers that \(meaning) (WISPr \(code))")
        }
        clauses += api?.facts ?? []
        return clauses.isEmpty ? nil : "Of the portal is known: \(clauses.joined(separator: "; "))."
    }
}

extension CaptivePortalAPI {
    /// What it tells of the session and the place, as parts of a sentence.
    var facts: [String] {
        var clauses: [String] = []
        if let secondsRemaining { clauses.append("\(secondsRemaining) s of the session remain") }
        if let bytesRemaining { clauses.append("\(bytesRemaining) bytes of the session remain") }
        if canExtendSession == true { clauses.append("the session can be extended") }
        if let venueInfoURL { clauses.append("\(venueInfoURL.description.printable(limit: 120)) is about the place") }
        return clauses
    }
}
