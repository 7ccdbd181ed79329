import ConnectivityCore
import ConnectivityKit

extension Vector {
    /// Returns an endpoint with the peer's configured expectation; without one, a successful status is expected.
    func endpoint(_ exchange: Exchange) throws -> Endpoint {
        var endpoint = try endpointWithoutRules(exchange)
        let rules = redirectRules.filter { $0.url == exchange.url }
        if !rules.isEmpty { endpoint.expectation = AnyOf(rules + [endpoint.expectation].compactMap(\.self)) }
        return endpoint
    }

    private func endpointWithoutRules(_ exchange: Exchange) throws -> Endpoint {
        let url = exchange.url
        let apis = (config["api"]?.texts ?? []) + (config["capportApi"]?.texts ?? [])
        if apis.contains(where: { (try? HTTPURL($0)) == url }) { return Endpoint(url, expecting: CaptiveAPIRule()) }
        var parts = try expectations
        if config["challenge"]?.bool == true {
            parts += [StatusCode(204), HeaderValue(of: "X-Tailscale-Response", is: "response ts_\(url.host)")]
        }
        if parts.isEmpty, let builtIn = Endpoint.builtIn(at: url) { return builtIn }
        // The path of such a URL names its genuine status code.
        if parts.isEmpty, url.path.hasSuffix("204") {
            return Endpoint(url, method: exchange.method, expecting: StatusCode(204))
        }
        return parts.isEmpty
            ? Endpoint(url, method: exchange.method, expecting: StatusCode(200, 201, 202, 203, 204))
            : Endpoint(url, method: exchange.method, expecting: AllOf(parts))
    }

    private var expectations: [any ResponseValidator] {
        get throws {
            var parts: [any ResponseValidator] = []
            parts += try expectedText.map { [$0] } ?? []
            if let prefix = config["expectedPrefix"]?.text { parts.append(Self.begins(with: prefix)) }
            if let codes = config["validStatusCodes"] { parts.append(Self.status(codes)) }
            if config["spec"]?.text?.contains("status-code") == true { parts.append(StatusCode(204)) }
            if let coding = config["compression"]?.text {
                parts.append(HeaderValue(of: "Content-Encoding", is: coding))
            }
            if config["bodySizeLimit"] != nil { parts.append(Self.isComplete) }
            if config["failIfNotSSL"]?.bool == true { parts.append(Self.isOverTLS) }
            if let rule = config["failIf"]?.text { parts.append(JSONRule(rule)) }
            parts += try (config["failIfMatches"]?.texts ?? []).map { Inverted(try matches($0)) }
            parts += try (config["mustMatchAll"]?.texts ?? []).map(matches)
            // A pattern that cannot be read never matches, so nothing fails by it.
            if let pattern = config["failRegex"]?.text, let rule = try? matches(pattern) {
                parts.append(Inverted(rule))
            }
            if let field = config["header"]?.text, let pattern = config["regex"]?.text {
                let allowsMissing = config["allowMissing"]?.bool == true
                // Only the name of the peer's test states which of its two rules is meant.
                let isUnwanted = test.contains("FailIfHeaderMatches")
                let rule = try HeaderRule(field, pattern, isUnwanted: isUnwanted, allowsMissing: allowsMissing)
                parts.append(rule)
            }
            return parts
        }
    }

    /// The expectation that `expected` and related members state, in the notations of the peers.
    private var expectedText: (any ResponseValidator)? {
        get throws {
            if let code = config["expected"]?.int { return StatusCode(code) }
            if let content = config["expectedContent"]?.text { return BodyEquals(Self.plain(content)) }
            guard let expected = config["expected"]?.text else { return nil }
            switch config["validation"]?.text {
            case "regex": return try matches(expected)
            case "equals": return BodyEquals(expected)
            case "contains", "containsExpectedResponseString": return BodyContains(expected)
            default: break
            }
            if let match = expected.wholeMatch(of: /(?:status )?(\d{3})(, or 200 with Content-Length 0)?/),
                let code = Int(match.output.1)
            {
                let other: any ResponseValidator = AllOf {
                    StatusCode(200)
                    BodyEquals("")
                }
                let success = try config["successRegex"]?.text.map { pattern in
                    AllOf([StatusCode(200), hasLength, try matches(pattern)])
                }
                return AnyOf([StatusCode(code)] + (match.output.2 == nil ? [] : [other]) + (success.map { [$0] } ?? []))
            }
            return BodyEquals(Self.plain(expected))
        }
    }

    /// Returns a text without the remark at its end, and with real line ends.
    static func plain(_ text: String) -> String {
        text.replacing(/\s\([^)]*\)$/, with: "").replacing("\\n", with: "\n")
    }

    private static func status(_ written: JSON) -> any ResponseValidator {
        let codes = (written.list?.compactMap(\.int) ?? []) + (written.text == "2xx" ? Array(200...299) : [])
        return AnyOf(codes.map { StatusCode($0) })
    }

    private func matches(_ pattern: String) throws -> any ResponseValidator {
        #if canImport(CPCRE2)
        return try BodyMatches(pattern)
        #else
        _ = try Regex(pattern)
        return Self.rule { response, _ in
            let text = String(decoding: response.body, as: UTF8.self)
            return ((try? Regex(pattern)).flatMap { text.firstMatch(of: $0) }) != nil
        }
        #endif
    }

    private static func begins(with prefix: String) -> any ResponseValidator {
        rule { response, _ in response.body.starts(with: prefix.utf8) }
    }

    /// A rule that the body is longer than the shorter limit and shorter than the longer one.
    private var hasLength: any ResponseValidator {
        let (low, high) = (config["minLen"]?.int ?? -1, config["maxLen"]?.int ?? .max)
        return Self.rule { response, _ in low < response.body.count && response.body.count < high }
    }

    private static let isComplete = rule { response, _ in response.completeness == .complete }
    private static let isOverTLS = rule { _, request in request.url?.scheme == .https }

    private static func rule(
        _ holds: @escaping @Sendable (ProbeResponse, ProbeRequest) -> Bool
    ) -> any ResponseValidator {
        ClosureValidator { exchange in
            guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
            return Verdict(holds(response, exchange.request) ? .genuine : .substituted, because: "the peer's rule")
        }
    }
}

extension Vector {
    /// The chain of a peer.
    ///
    /// One with rules for redirects checks them before it looks for a portal. Peers believe a status.
    var order: JudgingChain {
        redirectRules.isEmpty
            ? JudgingChain.standard.leavingOut(.weakExpectation) : .only([PortalSignals().asked(.afterMismatch)])
    }

    /// The rules for single URLs.
    private var redirectRules: [RedirectRule] {
        ((config["fallbackSpecs"]?.texts ?? []) + (config["spec"]?.texts ?? [])).compactMap(RedirectRule.init)
    }
}
