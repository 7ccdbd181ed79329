import ConnectivityCore

extension ProbeExchange {
    /// The facts about redirects and TLS, each as a sentence with a space before it.
    var connectionSentences: String {
        var sentences: [String] = []
        let redirects = redirects
        if !redirects.isEmpty, let answeredURL {
            let steps = redirects.map { "\("\($0.url)".printable(limit: 120)) (\($0.status))" }.joined(separator: ", ")
            sentences.append("It followed \(steps) to \("\(answeredURL)".printable(limit: 120)).")
        }
        if let redirectRefusal {
            sentences.append("The redirect in the answer was not followed: \(redirectRefusal.text).")
        }
        if let tls = connection["tls"]?.record, let version = tls["version"]?.text {
            let own = tls["chain"]?.list?.first?.record
            let parts = [
                tls["alpn"]?.text.map { "protocol \($0)" },
                own?["issuer"]?.text.map { "certificate by \($0.printable(limit: 80))" },
                own?["notAfter"]?.text.flatMap { Timestamp(rfc3339: $0) }.map { "valid through \($0.day)" },
                own?["spki"]?.text.map { "key \($0.printable(limit: 44))" },
                tls["staple"]?.text.map { "stapled status \($0)" },
            ].compactMap(\.self)
            sentences.append("TLS: \(([version] + parts).joined(separator: ", ").printable(limit: 300)).")
        }
        return sentences.map { " \($0)" }.joined()
    }
}

extension ProbeExchange.RedirectRefusal {
    /// The refusal in words.
    fileprivate var text: String {
        switch self {
        case .limit: "no more redirects are permitted"
        case .loop: "it leads to a URL that was asked before"
        case .otherSite: "it leads to another site"
        case .downgrade: "it leads from TLS to plain HTTP"
        case .privateAddress: "it comes from a private address"
        case .location: "its target is not a URL that may be requested"
        }
    }
}
