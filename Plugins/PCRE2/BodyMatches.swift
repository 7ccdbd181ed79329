#if canImport(CPCRE2)
public import ConnectivityCore

/// Expects the body, or a header field, to match a regular expression in PCRE2 syntax.
///
/// The pattern is compiled once, when the validator is created, and may match anywhere in the bytes of the body. Line ends are
/// those of Unicode, CR LF as one, and `\w`, `\b` and classes include the letters of all scripts, as in `NSRegularExpression`,
/// apart from `\u0041`, which is `\x{41}` here. Bytes that are not UTF-8 match nothing and cause no error. A match that exceeds
/// the limits below is undecided: the verdict is then `inconclusive`, not a mismatch. The syntax is described in pcre2pattern(3).
///
/// The texts of named groups, such as `(?<version>[0-9.]+)`, are in the fact `captures` of the reason: at most eight groups, each
/// cut after 100 characters, without control characters.
///
/// Limits: patterns of up to 4,096 bytes and 64 nested parentheses; 1,000,000 match steps and 64 MiB of heap per body.
public struct BodyMatches: ResponseValidator {
    /// Options for the interpretation of a pattern.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Letters match regardless of case.
        public static let caseInsensitive = Options(rawValue: 1)
        /// White space and comments in the pattern are ignored.
        public static let extended = Options(rawValue: 2)
        /// The dot also matches line ends.
        public static let dotMatchesLineEnds = Options(rawValue: 4)
        /// The anchors `^` and `$` match at every line.
        public static let anchorsMatchLines = Options(rawValue: 8)
    }

    /// The pattern in PCRE2 syntax.
    public let pattern: String
    /// The options for the interpretation of the pattern.
    public let options: Options
    /// The name of the header field whose values are matched instead of the body; one of them must match.
    package let field: String?
    private let compiled: CompiledPattern

    /// Compiles a pattern.
    ///
    /// - Throws: ``PatternError`` if the pattern cannot be compiled.
    public init(_ pattern: String, options: Options = [], header field: String? = nil) throws(PatternError) {
        self.pattern = pattern
        self.options = options
        self.field = field
        compiled = try CompiledPattern(pattern, options: options)
    }

    public var role: Verdict.Role { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if let field { return verdict(on: response.headers.values(of: field), of: field, exchange) }
        if let undecided = response.unreadableBody { return undecided }
        switch compiled.match(response.body) {
        case .found(let captures):
            return Verdict(.genuine, because: Reason.bodyMatches(pattern: pattern).capturing(captures))
        case .notFound: return Verdict(.substituted, because: .bodyDoesNotMatch(pattern: pattern))
        case .undecided(let code): return Verdict(.inconclusive, because: .undecided(patternErrorText(code)))
        }
    }

    private func verdict(on values: [String], of field: String, _ exchange: ProbeExchange) -> Verdict {
        var undecided: Int32?
        for value in values {
            switch compiled.match(Array(value.utf8)) {
            case .found(let captures):
                return Verdict(.genuine, because: Reason.headerMatches(name: field, value: value).capturing(captures))
            case .notFound: break
            case .undecided(let code): undecided = code
            }
        }
        if let undecided { return Verdict(.inconclusive, because: .undecided(patternErrorText(undecided))) }
        guard let first = values.first else { return HeaderValue(of: field).validate(exchange) }
        return Verdict(.substituted, because: .headerDoesNotMatch(name: field, pattern: pattern, actual: first))
    }
}

/// The error for a pattern that cannot be compiled.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library's error number.
    package var code: Int32
    /// The position of the fault, in bytes from the start of the pattern.
    package var offset: Int

    /// PCRE2's error message.
    package var detail: String { patternErrorText(code) }

    /// The message and the place, such as `missing closing parenthesis at offset 1`.
    public var description: String { "\(detail) at offset \(offset)" }

    /// Creates an error.
    public init(code: Int32, offset: Int) {
        self.code = code
        self.offset = offset
    }
}
#endif
