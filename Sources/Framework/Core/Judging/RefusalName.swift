/// The names and addresses that identify the pages of filters.
///
/// A filter that cannot answer instead of the page redirects to its own page, whose host or path is usually named for its
/// purpose: squidGuard's manual redirects to `blocked.html`, DNSFilter's to `block.html`, Netsweeper to `/webadmin/deny/`, and
/// providers have hosts such as `warning` or `lawfilter`. Names are read as whole words; `unblock` and `blockchain` thus do not
/// count.
enum RefusalName {
    /// Returns whether a URL is named for refusal.
    ///
    /// A URL that is also named for an action, such as `login` or `payment`, is not: providers also redirect users who have not
    /// paid to a page named `blocked`. If both hosts are the same, the host does not count, and the path only if the asked path
    /// is not named for refusal itself. This device (RFC 1122, section 3.2.1.3) and the address 0.0.0.0 are sinkholes, unless
    /// this device was asked.
    static func isIn(_ url: HTTPURL, asked: HTTPURL) -> Bool {
        if !asked.isOnThisDevice, url.host != asked.host, isKnown(url) { return true }
        guard !isForAction(url, asked: asked) else { return false }
        let host = url.host != asked.host && url.address == nil ? words(of: url.host) : []
        let path = words(of: url.path)
        if saysRefusal(host) || host.contains(where: labels.contains) { return true }
        let isNew = url.host != asked.host || !saysRefusal(words(of: asked.path))
        return isNew && (saysRefusal(path) || segments(of: url.path).contains(where: wholeSegments.contains))
            || isBlock(query: url.query)
    }

    /// Returns whether a URL is named for an action, such as to sign in or to pay.
    static func isForAction(_ url: HTTPURL, asked: HTTPURL) -> Bool {
        url.host != asked.host && !actions.isDisjoint(with: words(of: url.host))
            || !actions.isDisjoint(with: words(of: url.path))
    }

    /// Returns whether a file is named for refusal.
    static func isIn(file: String) -> Bool {
        let name = words(of: file.split(separator: "/").last.map(String.init) ?? "")
        return saysRefusal(name) || !labels.isDisjoint(with: name)
    }

    /// Returns whether an address belongs to the page of a filter that answers in the name of blocked hosts.
    ///
    /// The addresses are those of FortiGuard (Fortinet community, "Various Block option under DNS filter"), of Cisco Umbrella
    /// ("Learn the Umbrella Block Page IP Addresses") and of the filter in Iran (Aryan, Aryan and Halderman, "Internet Censorship
    /// in Iran: A First Look", 2013).
    static func isKnown(_ address: IPAddress) -> Bool { addresses.contains(address) }

    private static func isKnown(_ url: HTTPURL) -> Bool {
        // OpenDNS has a separate host per kind of block page; only its search page blocks nothing.
        url.isOnThisDevice || url.host.hasSuffix(".opendns.com") && url.host != "guide.opendns.com"
            || url.address.map(isKnown) == true
    }

    private static let addresses: Set<IPAddress> = Set(
        ([
            "208.91.112.55", "2001:cdba::3257:9652", "10.10.34.34", "10.10.34.35", "10.10.34.36",
        ] + [104, 105, 106, 107, 108, 110].map { "146.112.61.\($0)" }).compactMap { try? IPAddress($0) }
    )

    // MARK: Words

    /// Words for refusal, also if they are written as two.
    private static let refusals: Set<String> = {
        let objects = [
            "url", "site", "page", "web", "website", "access", "content", "dns", "domain", "internet", "net", "isp",
        ]
        let verbs = ["block", "blocked", "blocking", "denied", "forbidden", "restricted", "banned", "filter"]
        let others = [
            "page", "site", "screen", "url", "notice", "notification", "info", "message", "list", "warning", "server",
            "category",
        ]
        let joined =
            objects.flatMap { object in verbs.map { object + $0 } }
            + ["block", "blocked"].flatMap { deed in others.map { deed + $0 } }
        return Set(joined).union([
            "block", "blocked", "blocking", "deny", "denied", "forbidden", "prohibited", "restricted", "banned",
            "restrict", "censor", "censored", "censorship", "sinkhole", "sinkholed", "blackhole", "blacklist",
            "blacklisted",
            "illegal", "violation", "webfiltering", "contentfiltering", "urlfiltering", "lawfilter", "familyfilter",
            "parentalcontrol", "parentalcontrols", "contentcontrol", "ageverification", "agerestricted", "agecheck",
            "surfsafely", "safesurf", "courtorder", "legalnotice", "infringing", "noaccess", "notallowed",
            "notpermitted", "stoppage", "dnswarning",
            "sitewarning", "webwarning", "internetpositif", "trustpositif", "internetsehat",
            // Programs whose pages have no other purpose; sgerror is the page of squidGuard on pfSense.
            "squidguard", "sgerror", "dansguardian", "e2guardian", "ufdbguard", "netsweeper",
            "zapret", "zablokirovan", "zablokirovano", "blokirovka", "gesperrt", "sperrseite", "netzsperre",
            "bloqueado", "bloqueada", "bloqueo", "bloqueio", "bloccato", "bloccata", "oscurato", "bloque", "bloquee",
            "blocage", "geblokkeerd", "zablokowano", "zablokowana", "blokada", "zablokovano", "blokirano", "blokeret",
            "blockerad", "estetty", "engellendi", "erisimengeli", "diblokir", "blokir", "disekat",
        ])
    }()
    /// Words for actions of the person.
    private static let actions: Set<String> = [
        "login", "signin", "logon", "signon", "auth", "authenticate", "authentication", "hotspot", "splash", "captive",
        "captiveportal", "portal", "guest", "voucher", "register", "registration", "subscribe", "activate", "pay",
        "payment", "pago", "topup", "recharge", "billing", "balance", "unpaid", "debtor", "debtors", "debt",
        "suspended",
    ]
    /// Words that mean refusal in the name of a host, but not everywhere.
    private static let labels: Set<String> = ["filter", "filtering", "filtro", "filtre", "warning", "warn", "law"]
    /// Words that mean refusal as a whole segment of a path, but not as part of a longer one.
    private static let wholeSegments: Set<String> = ["filter", "filtering", "filtro", "filtre", "warning", "alert"]
    /// Words of the parameters that filters pass to their page.
    private static let parameters: Set<String> = ["block", "blocked", "blocking", "blockpage", "blockedpage"]

    /// The maximum size in bytes of a text whose words are read.
    private static let byteCountMax = 500

    private static func saysRefusal(_ words: [String]) -> Bool {
        words.contains(where: refusals.contains)
            || words.contains { $0.hasPrefix("blocked") || $0.hasSuffix("blocked") && $0 != "unblocked" }
            || zip(words, words.dropFirst()).contains { refusals.contains($0 + $1) }
    }

    /// Returns whether the name or the value of a parameter means refusal; a value that is itself a URL does not count.
    private static func isBlock(query: String?) -> Bool {
        (query ?? "").prefix(byteCountMax).split(separator: "&").contains { parameter in
            let value = parameter.lowercased()
            guard !value.contains("."), !value.contains(":"), !value.contains("%3a") else {
                return words(of: String(parameter.prefix { $0 != "=" })).contains(where: parameters.contains)
            }
            return words(of: String(parameter)).contains(where: parameters.contains)
        }
    }

    private static func segments(of path: String) -> [String] {
        path.prefix(byteCountMax).lowercased().split(separator: "/").map { String($0.prefix { $0 != "." }) }
    }

    /// Returns the words of a name, in lower case and without numbers at their ends.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            while word.last?.isASCIIDigit == true { word.removeLast() }
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        var wasLowercase = false
        for byte in text.utf8.prefix(byteCountMax) {
            let isLetter = byte.isASCIILetter || byte >= 0x80
            let isUppercase = byte.isASCIILetter && byte & 0x20 == 0
            if !isLetter && !byte.isASCIIDigit || isUppercase && wasLowercase { end() }
            if isLetter || byte.isASCIIDigit { word.append(byte.asciiLowercased) }
            wasLowercase = isLetter && !isUppercase
        }
        end()
        return words
    }
}
