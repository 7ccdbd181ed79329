package import ConnectivityCore
import ConnectivityPCRE2
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Expects the body to match a regular expression.
///
/// The expression, in PCRE2 syntax, is compiled once, and matched against the bytes of the body within the limits of
/// `BodyMatches`. Builds without the trait `PCRE2` match with `NSRegularExpression`, which has no limits.
public final class ConnectivityResponseRegExValidator: ConnectivityResponseValidator, BodyValidator, Sendable {
    /// The default expression.
    public static let defaultRegularExpression = ".*?<BODY>.*?Success.*?</BODY>.*"

    /// Whether the expression is valid; an invalid one matches nothing.
    public let isPatternValid: Bool
    package let expectation: any ConnectivityCore.ResponseValidator

    /// Creates a validator.
    ///
    /// Without options, case, and white space and comments in the expression, are ignored, and a dot also matches line ends. Only
    /// these three options, `anchorsMatchLines` and `ignoreMetacharacters` have an effect.
    public init(
        regEx: String = ConnectivityResponseRegExValidator.defaultRegularExpression,
        options: NSRegularExpression.Options? = nil
    ) {
        let options = options ?? [.caseInsensitive, .allowCommentsAndWhitespace, .dotMatchesLineSeparators]
        let compiled = Self.compile(regEx, options)
        isPatternValid = compiled != nil
        expectation = compiled ?? nothingExpected
    }

    public func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
        isBodyValid(data)
    }

    #if canImport(CPCRE2)
    private static func compile(
        _ pattern: String,
        _ options: NSRegularExpression.Options
    ) -> (any ConnectivityCore.ResponseValidator)? {
        var flags: BodyMatches.Options = []
        if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
        if options.contains(.dotMatchesLineSeparators) { flags.insert(.dotMatchesLineEnds) }
        if options.contains(.anchorsMatchLines) { flags.insert(.anchorsMatchLines) }
        guard !options.contains(.ignoreMetacharacters) else {
            // Quotes the text; a quotation end (`\E`) in it needs its own quotation.
            let quoted = pattern.replacing(#"\E"#, with: #"\E\\E\Q"#)
            return try? BodyMatches(#"\Q"# + quoted + #"\E"#, options: flags)
        }
        if options.contains(.allowCommentsAndWhitespace) { flags.insert(.extended) }
        return try? BodyMatches(pattern, options: flags)
    }
    #else
    private static func compile(
        _ pattern: String,
        _ options: NSRegularExpression.Options
    ) -> (any ConnectivityCore.ResponseValidator)? {
        guard let expression = try? NSRegularExpression(pattern: pattern, options: options) else { return nil }
        let matcher = FoundationMatcher(expression: expression)
        return ClosureValidator("regular expression", role: .expectation) { exchange in
            guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
            return matcher.matches(String(decoding: response.body, as: UTF8.self))
                ? Verdict(.genuine, because: .bodyMatches(pattern: pattern))
                : Verdict(.substituted, because: .bodyDoesNotMatch(pattern: pattern))
        }
    }
    #endif
}

#if !canImport(CPCRE2)
/// An immutable expression, which may be used on any thread.
private struct FoundationMatcher: @unchecked Sendable {
    let expression: NSRegularExpression

    func matches(_ text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
#endif
