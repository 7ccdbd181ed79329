// The members of the vectors' configurations, so that none is overlooked.
extension Vector {
    /// The members that the translation reads.
    static let translated: Set<String> = [
        // The expected answer: see `expectation`.
        "expected", "expectedContent", "expectedPrefix", "validation", "successRegex", "failRegex", "minLen", "maxLen",
        "validStatusCodes", "compression", "bodySizeLimit", "failIfNotSSL", "failIf", "failIfMatches", "mustMatchAll",
        "header", "regex", "allowMissing", "challenge",
        // The order of judging and the rules of single URLs: see `redirectRules`.
        "spec", "fallbackSpecs", "api", "capportApi",
        // The outcome itself, or the limit of what is read of it: see `Vector` and `VectorOutcome`.
        "checksPassed", "custom", "limit", "maxLength", "dns",
        "checks", "successes",
        // The policy and the schedule: see `VectorRun`.
        "successThreshold", "requireAll", "strict", "threshold", "pollWhileOfflineOnly",
        "checkWhenApplicationDidBecomeActive",
    ]

    /// The members that the translation does not read, with the reason.
    static let undecisive: [String: String] = [
        "http": asked, "https": asked, "fallback": asked, "otherFallback": asked, "fallbackHttp": asked,
        "fallbackHttps": asked, "url": asked, "urls": asked, "addresses": asked, "fallbackUrls": asked, "all": asked,
        "method": asked, "overrideHttp": asked, "overrideHttps": asked, "overrideExpiry": asked, "useHttps": asked,
        "httpOnly": asked, "knownRedirect": "the sign-in URL is not scored",
        "headers": sent, "requestAcceptEncoding": sent, "cache": sent, "insecureSkipVerify": sent,
        "followRedirects": followed, "redirectsFollowed": followed,
        "timeout": timed, "short": timed, "long": timed, "interval": timed, "pollingInterval": timed,
        "polling": timed, "minInterval": timed, "maxInterval": timed, "minIntervalMs": timed, "jitter": timed,
        "initialBackoffPortal": timed, "initialBackoffNoPortal": timed, "now": timed, "retry": timed,
        "maxRetryCount": timed, "dnsTimeoutMs": timed, "consecutiveDnsTimeoutThreshold": timed,
        "userChoice": chosen, "mode": chosen, "enabled": chosen, "shouldRun": chosen, "flag": chosen,
        "previous": "the exchanges hold the state before",
        "privateDns": "the exchanges hold what followed from the name servers",
        "passpoint": "802.11u's terms and conditions are not part of an exchange",
        "framework": "the interface is stated apart",
        "useNativeReachability": "the interface states what the system says",
        "validHTTPVersions": unversioned,
        "server": "the version of the server that wrote the answer",
    ]

    private static let asked = "the exchanges state what was asked"
    private static let sent = "the exchanges state the answers to what was sent"
    private static let followed = "redirects of endpoints are never followed"
    private static let timed = "time is virtual, and the exchanges state what ended in time"
    private static let unversioned = "the version of HTTP shows what a server speaks, not what is in between"
    private static let chosen = "a choice of a person or a switch, after which nothing is judged"

    /// The vectors with whose conclusion ours does not agree, with the reason.
    static let deviating: [String: String] = [
        "and-069": "the portal is known from 802.11u alone, and there is no exchange",
        "chr-004": "two bytes of unknown content are no page, and nothing shows that a person can act",
        "bbx-014": unversioned, "bbx-015": unversioned,
        "vin-012": "there is a default route, and what is missing is behind it",
    ]
}
