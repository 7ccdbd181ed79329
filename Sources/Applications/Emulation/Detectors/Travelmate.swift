import ConnectivityCore

extension Detector {
    /// The rule of OpenWrt's travelmate, which joins a travel router to hotspots.
    ///
    /// It runs curl, which follows redirects and fails from status 400 on. The last page is a portal if a line of it redirects
    /// with `<meta http-equiv=refresh … url=` or `location.href=` to an absolute URL; any other page with status 200 or 204 is
    /// the Internet, regardless of its content. A redirect to a host whose name cannot be looked up is also a portal. It also
    /// reads curl's `redirect_url`, but curl does not state one if it follows redirects. It reads curl's own output after the
    /// first `{`, so a page with this character is no Internet.
    ///
    /// The second check after another DNS setting, and the sign-in scripts, are not modelled. Source: openwrt/packages,
    /// net/travelmate/files/travelmate-functions.sh, f_net and f_conf (0627b412); curl(1).
    package static let travelmate = Detector(
        name: "travelmate",
        system: "OpenWrt: travelmate",
        questions: [Travelmate.question],
        expects: "200 or 204 after redirects, without a redirect in the page",
        source: "openwrt/packages: net/travelmate/files/travelmate-functions.sh (0627b412)",
        rule: Travelmate.conclude
    )
}

private enum Travelmate {
    static let question = Detector.Question.page(
        "http://detectportal.firefox.com/",
        "success\n",
        [
            "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
            "Cache-Control": "no-cache, no-store, must-revalidate, max-age=0",
            "Referer": "http://www.example.com",
        ]
    )

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let landing = try answers.following([question])[0]
        let exchange = landing.exchange
        switch landing.end {
        case .unknown: return DetectorConclusion(.inconclusive, "unknown", because: Detector.Landing.unknownReason)
        case .lost(let reason): return DetectorConclusion(.offline, "net nok", because: reason)
        case .arrived: break
        }
        switch exchange.outcome {
        case .success(.http(let response)) where [200, 204].contains(response.status):
            guard !response.body.contains(UInt8(ascii: "{")) else {
                let reason = "the page contains \"{\", after which it reads curl's output"
                return DetectorConclusion(.offline, "net nok", because: reason)
            }
            return redirects(response.body)
                ? DetectorConclusion(.captive, "net cp", because: "the page redirects to another host")
                : DetectorConclusion(.online, "net ok", because: "\(exchange.outline), not a redirect")
        case .failure(let failure) where failure.kind == .nameLookup && exchange.request.url != question.url:
            let reason = "it redirects to a host whose name cannot be looked up"
            return DetectorConclusion(.captive, "net cp", because: reason)
        default:
            return DetectorConclusion(.offline, "net nok", because: exchange.outline)
        }
    }

    // MARK: Reading the page as its awk programs do, which work line by line in lower case

    /// Whether the first redirecting line, of either form, names a host.
    private static func redirects(_ body: [UInt8]) -> Bool {
        let lines = body.split(separator: UInt8(ascii: "\n")).map { $0.map(\.asciiLowercased) }
        return [target(inRefreshOf:), target(inScriptOf:)].contains { target in
            // The fourth field between colons and slashes: the host, after the scheme and two empty fields.
            let fields = lines.lazy.compactMap(target).first?
                .split(maxSplits: 4, omittingEmptySubsequences: false) { $0 == Self.colon || $0 == Self.slash }
            return fields?.dropFirst(3).first?.isEmpty == false
        }
    }

    private static let (colon, slash) = (UInt8(ascii: ":"), UInt8(ascii: "/"))
    private static let quotes: Set = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    private static let blanks: Set = [UInt8(ascii: " "), UInt8(ascii: "\t")]

    /// The text after the last `url=` that follows a refreshing meta element.
    private static func target(inRefreshOf line: [UInt8]) -> ArraySlice<UInt8>? {
        let elements = line.endings(of: "<meta").lazy.compactMap { start -> Int? in
            let attribute = line[start...].drop(while: blanks.contains)
            guard attribute.startIndex > start, attribute.starts(with: "http-equiv=".utf8) else { return nil }
            let value = attribute.dropFirst("http-equiv=".utf8.count).drop(while: quotes.contains)
            return value.starts(with: "refresh".utf8) ? value.startIndex + "refresh".utf8.count : nil
        }
        guard let element = elements.first else { return nil }
        let end = [" url=", "\turl=", ";url="].flatMap { line.endings(of: $0) }.filter { $0 - 5 >= element }.max()
        return end.map { line[$0...] }
    }

    /// The text after the last `location.href=` and its quotes.
    private static func target(inScriptOf line: [UInt8]) -> ArraySlice<UInt8>? {
        line.endings(of: "location.href=").last.map { line[$0...].drop(while: quotes.contains) }
    }
}

extension [UInt8] {
    /// The offsets after each occurrence of a text.
    fileprivate func endings(of text: String) -> [Int] {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return [] }
        return (wanted.count...count).filter { self[($0 - wanted.count)..<$0].elementsEqual(wanted) }
    }
}
