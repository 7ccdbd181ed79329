#if PCRE2
public import ConnectivityCore

/// Expects the body to match a regular expression in PCRE2 syntax.
///
/// The pattern is compiled once, when the validator is made, and matched on the bytes of the body, wherever in it.
/// Bytes that are not UTF-8 match nothing and do no harm. A match that exceeds the limits below is undecided, which is
/// no opinion, never a mismatch. Syntax as in pcre2pattern(3).
///
/// Limits: patterns up to 4,096 bytes and 64 nested parentheses; 1,000,000 match steps and 64 MiB of heap a body.
public struct BodyMatches: ResponseValidator {
    /// How a pattern reads.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Letters match without regard to case.
        public static let caseInsensitive = Options(rawValue: 1)
        /// White space and comments in the pattern do not count.
        public static let extended = Options(rawValue: 2)
        /// The dot matches line ends too.
        public static let dotMatchesLineEnds = Options(rawValue: 4)
        /// The anchors match at every line.
        public static let anchorsMatchLines = Options(rawValue: 8)
    }

    /// The pattern in PCRE2 syntax.
    public let pattern: String
    /// How the pattern reads.
    public let options: Options
    private let compiled: CompiledPattern

    /// Compiles a pattern.
    /// - Parameters:
    ///   - pattern: The pattern in PCRE2 syntax.
    ///   - options: How the pattern reads.
    /// - Throws: ``PatternError`` where the pattern cannot be compiled.
    public init(_ pattern: String, options: Options = []) throws(PatternError) {
        self.pattern = pattern
        self.options = options
        compiled = try CompiledPattern(pattern, options: options)
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        switch compiled.match(response.body) {
        case .found: return Verdict(.genuine, because: .bodyMatches(pattern: pattern))
        case .notFound: return Verdict(.substituted, because: .bodyDoesNotMatch(pattern: pattern))
        case .undecided(let code): return Verdict(.inconclusive, because: .undecided(patternErrorText(code)))
        }
    }
}

/// A pattern that cannot be compiled.
public struct PatternError: Error, Hashable, Sendable {
    /// The library's error number.
    public var code: Int32
    /// Where the fault was noticed, in bytes from the start of the pattern.
    public var offset: Int

    /// What is wrong, in the library's words.
    public var detail: String { patternErrorText(code) }

    /// Creates an error.
    /// - Parameters:
    ///   - code: The library's error number.
    ///   - offset: Where the fault was noticed, in bytes from the start of the pattern.
    public init(code: Int32, offset: Int) {
        self.code = code
        self.offset = offset
    }
}
#endif
