import ConnectivityCore
import ConnectivityKit

/// One behaviour of another system: the exchanges, its configuration and its conclusion.
struct Vector: Sendable {
    /// One request and its outcome.
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
    /// The exchanges with those that the peer made because it followed a redirect.
    var written: [Exchange]
    var config: JSON
    /// The conclusion in the peer's own words.
    var ownWords: String
    /// The conclusion in common terms, and the set of acceptable conclusions.
    var expected: String
    var acceptable: Set<String>
    /// Why ours is not compared with the peer's conclusion; `nil` if it is.
    var unscored: String?

    init(_ json: JSON) {
        let input = json["input"]
        id = json["id"]?.text ?? ""
        peer = json["peer"]?.text ?? ""
        test = json["source"]?["test"]?.text ?? ""
        interface = input?["interface"]?.text ?? ""
        config = json["config"] ?? .null
        expected = json["mapped"]?["verdict"]?.text ?? ""
        acceptable = Set(json["mapped"]?["acceptable"]?.texts ?? []).union([expected])
        switch (json["verdict_asserted"]?.bool, json["should_we_agree"]?.text) {
        case (true, "yes"): unscored = nil
        case (true, let opinion): unscored = opinion ?? "no opinion"
        default: unscored = "its test asserts no conclusion"
        }
        ownWords = json["expected_peer"]?.text ?? ""
        written = (input?["exchanges"]?.list ?? []).map { written in
            Exchange(
                url: Self.url(written["url"]?.text ?? ""),
                method: HTTPQuestion.Method(rawValue: written["method"]?.text ?? "") ?? .get,
                outcome: written["outcome"] ?? .null
            )
        }
        exchanges = Self.withoutFollowedRedirects(written)
        if exchanges.isEmpty { exchanges = lookups + counted }
        if exchanges.isEmpty, let passed = statedOutcome {
            // A failure without exchanges states no cause. The closest equivalent is an unusable answer.
            let outcome = JSON.object(passed ? [:] : ["status": .number(503)])
            exchanges = [Exchange(url: Self.placeholder, method: .get, outcome: outcome)]
        }
    }

    /// The URL for a vector that names no endpoint.
    static let placeholder: HTTPURL = "http://endpoint.invalid/"

    /// Returns the requested URL.
    ///
    /// A bare connection becomes a request for the root of the host. Words instead of a URL become the placeholder.
    private static func url(_ text: String) -> HTTPURL {
        (try? HTTPURL(text.replacing(/^tcp:/, with: "http:"))) ?? placeholder
    }

    /// Removes the exchanges that a peer made because it followed a redirect; this package does not follow
    /// redirects.
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

    /// The failed look-ups of a vector that states only these.
    private var lookups: [Exchange] {
        (config["dns"]?.members ?? [:]).filter { $0.value.texts.isEmpty || $0.value.text == "timeout" }.map { name, _ in
            Exchange(url: Self.url("http://\(name)/"), method: .get, outcome: .object(["error": .text("dns")]))
        }
    }

    /// As many exchanges as a vector counts, of which the stated number succeeded.
    private var counted: [Exchange] {
        let successes = config["successes"]?.int ?? 0
        return (0..<(config["checks"]?.int ?? 0)).map { index in
            let status = index < successes ? 204.0 : 503.0
            let outcome = JSON.object(["status": .number(status)])
            return Exchange(url: Self.url("http://endpoint.invalid/\(index)"), method: .get, outcome: outcome)
        }
    }

    /// Whether the conclusion is that while the first check still runs.
    var isBeforeAnswers: Bool { interface.contains("native reachability missing") }

    /// The addresses that the name of a URL has, if the vector states them.
    func addresses(of url: HTTPURL) -> [IPAddress] {
        (config["dns"]?[url.host]?.list ?? []).compactMap { $0.text.flatMap { try? IPAddress($0) } }
    }

    /// Whether the checks passed, if a vector states this instead of exchanges.
    private var statedOutcome: Bool? {
        if let passed = config["checksPassed"]?.bool { return passed }
        if let custom = config["custom"]?.text { return custom.contains("success") }
        if interface.contains("isInternetReachable=") { return interface.contains("isInternetReachable=True") }
        return nil
    }

    /// The exchanges by round; a new round begins when a URL is requested again.
    var rounds: [[Exchange]] {
        var rounds: [[Exchange]] = []
        for exchange in exchanges {
            if rounds.isEmpty || rounds.last?.contains(where: { $0.url == exchange.url }) == true { rounds.append([]) }
            rounds[rounds.count - 1].append(exchange)
        }
        return rounds
    }
}
