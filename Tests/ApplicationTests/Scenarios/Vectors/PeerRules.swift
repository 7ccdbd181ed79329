import ConnectivityCore
import ConnectivityKit
import Foundation

/// A rule that the values of a header field match a pattern, or do not; a missing field passes only if this is
/// allowed.
struct HeaderRule: ResponseValidator {
    private let field: String
    private let pattern: String
    private let isUnwanted: Bool
    private let allowsMissing: Bool

    init(_ field: String, _ pattern: String, isUnwanted: Bool, allowsMissing: Bool) throws {
        _ = try Regex(pattern)
        self.field = field
        self.pattern = pattern
        self.isUnwanted = isUnwanted
        self.allowsMissing = allowsMissing
    }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome, let pattern = try? Regex(pattern) else {
            return .inconclusive
        }
        let values = response.headers.values(of: field)
        let isMatched = values.contains { $0.firstMatch(of: pattern) != nil }
        let passes = values.isEmpty ? allowsMissing : isMatched != isUnwanted
        return Verdict(passes ? .genuine : .substituted, because: "the peer's rule on \(field)")
    }
}

/// A rule for failure such as `body.a.b == 'text'`.
///
/// An answer passes if its body is JSON in which the member has another value.
struct JSONRule: ResponseValidator {
    private let path: [Substring]
    private let unwanted: String?

    init(_ rule: String) {
        let sides = rule.components(separatedBy: "==").map { $0.trimmingCharacters(in: .whitespaces) }
        path = sides[0].split(separator: ".").dropFirst().map(\.self)
        unwanted = sides.count > 1 ? sides[1].trimmingCharacters(in: ["'"]) : nil
    }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        var value = try? JSON(parsing: String(decoding: response.body, as: UTF8.self))
        for name in path { value = value?[String(name)] }
        let passes = value.map { unwanted == nil ? $0.bool != true : $0.text != unwanted } ?? false
        return Verdict(passes ? .genuine : .substituted, because: "the peer's rule on JSON")
    }
}

/// A rule that a captive portal API (RFC 8908) reports no portal; the validators of portal signs detect a portal.
struct CaptiveAPIRule: ResponseValidator {
    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        let isCaptive = (try? JSON(parsing: String(decoding: response.body, as: UTF8.self)))?["captive"]?.bool
        return Verdict(isCaptive == false ? .genuine : .failed, because: "captive is not false")
    }
}

/// A rule for one URL that a peer checks before it looks for a portal: a status code and the target of a redirect.
struct RedirectRule: ResponseValidator {
    let url: HTTPURL
    private let status: String
    private let location: String?

    /// Reads `URL, status PATTERN, location PATTERN` or `URL -> PATTERN to PATTERN`; the last part may be missing.
    /// - Returns: `nil` if the text has another form.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\S+?),? (?:->|status) ([^, ]+)(?:,? (?:to|location) (.+))?/),
            let url = try? HTTPURL(match.output.1)
        else { return nil }
        self.url = url
        status = String(match.output.2)
        location = match.output.3.map(String.init)
    }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard exchange.request.url == url, case .success(.http(let response)) = exchange.outcome,
            "\(response.status)".isMatched(by: status)
        else { return .inconclusive }
        if let location, let target = response.headers["Location"], !target.isEmpty, !target.isMatched(by: location) {
            return .inconclusive
        }
        return Verdict(.genuine, because: "the peer's rule on redirects")
    }
}

extension String {
    /// Returns whether the whole text matches a regular expression.
    fileprivate func isMatched(by pattern: String) -> Bool {
        ((try? Regex(pattern)).flatMap { wholeMatch(of: $0) }) != nil
    }
}
