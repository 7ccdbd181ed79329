import ConnectivityKit

/// One behaviour of another system: what it met, how it was set, and what it concluded.
struct Vector: Sendable {
    /// One request and what came of it.
    struct Exchange: Sendable {
        var url: HTTPURL
        var method: HTTPQuestion.Method
        var outcome: JSON
    }

    var id: String
    var peer: String
    /// The name of the peer's own test.
    var test: String
    var interface: String
    var exchanges: [Exchange]
    var config: JSON
    /// The conclusion in common terms, and those that are as good.
    var expected: String
    var acceptable: Set<String>
    /// Whether the peer's test asserts the conclusion, and whether it is right.
    var isScored: Bool

    init(_ json: JSON) {
        let input = json["input"]
        id = json["id"]?.text ?? ""
        peer = json["peer"]?.text ?? ""
        test = json["source"]?["test"]?.text ?? ""
        interface = input?["interface"]?.text ?? ""
        config = json["config"] ?? .null
        expected = json["mapped"]?["verdict"]?.text ?? ""
        acceptable = Set(json["mapped"]?["acceptable"]?.texts ?? []).union([expected])
        isScored = json["verdict_asserted"]?.bool == true && json["should_we_agree"]?.text == "yes"
        let written = (input?["exchanges"]?.list ?? []).map { written in
            Exchange(
                url: Self.url(written["url"]?.text ?? ""),
                method: HTTPQuestion.Method(rawValue: written["method"]?.text ?? "") ?? .get,
                outcome: written["outcome"] ?? .null
            )
        }
        exchanges = Self.withoutFollowedRedirects(written)
        if exchanges.isEmpty, let passed = statedOutcome {
            // A failure that is only stated says nothing of its cause: an answer that is of no use comes nearest.
            let outcome = JSON.object(passed ? [:] : ["status": .number(503)])
            exchanges = [Exchange(url: Self.placeholder, method: .get, outcome: outcome)]
        }
    }

    /// The endpoint of a vector that names none.
    static let placeholder: HTTPURL = "http://endpoint.invalid/"

    /// The URL asked.
    ///
    /// A bare connection is one to the root of that host; words in place of a URL are no particular one.
    private static func url(_ text: String) -> HTTPURL {
        (try? HTTPURL(text.replacing(/^tcp:/, with: "http:"))) ?? placeholder
    }

    /// Leaves out what a peer asked because a redirect led it there; we do not follow any.
    private static func withoutFollowedRedirects(_ exchanges: [Exchange]) -> [Exchange] {
        var targets: Set<HTTPURL> = []
        return exchanges.filter { exchange in
            if targets.contains(exchange.url) { return false }
            if let location = exchange.outcome["headers"]?["Location"]?.text,
                let target = try? exchange.url.resolving(location)
            {
                targets.insert(target)
            }
            return true
        }
    }

    /// What the checks came to, where a vector states that instead of exchanges.
    private var statedOutcome: Bool? {
        if let passed = config["checksPassed"]?.bool { return passed }
        if let custom = config["custom"]?.text { return custom.contains("success") }
        if interface.contains("isInternetReachable=") { return interface.contains("isInternetReachable=True") }
        return nil
    }

    /// The exchanges by round: a round ends where a URL is asked again.
    var rounds: [[Exchange]] {
        var rounds: [[Exchange]] = []
        for exchange in exchanges {
            if rounds.isEmpty || rounds.last?.contains(where: { $0.url == exchange.url }) == true { rounds.append([]) }
            rounds[rounds.count - 1].append(exchange)
        }
        return rounds
    }
}
