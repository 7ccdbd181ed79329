import Connectivity
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Expects the body to contain, equal or match a text.
public final class ResponseStringValidator: NamedValidator, Sendable {
    /// The comparison of the text.
    public enum ValidationMode: Int, Hashable, Sendable {
        /// The body must contain the text.
        case containsExpectedResponseString
        /// The body must equal the text.
        case equalsExpectedResponseString
        /// The body must match the text as a regular expression.
        case matchesRegularExpression
    }

    /// The comparison of the text.
    public let responseValidationMode: ValidationMode
    /// The expected text or regular expression; `nil` means `Success`, or ``ResponseRegExValidator/defaultRegularExpression``.
    public let expectedResponse: String?
    let base: any ConnectivityResponseValidator & Sendable

    /// Creates a validator.
    public init(validationMode: ValidationMode, expectedResponse: String? = nil) {
        responseValidationMode = validationMode
        self.expectedResponse = expectedResponse
        base =
            switch validationMode {
            case .containsExpectedResponseString:
                ConnectivityResponseContainsStringValidator(expectedResponse: expectedResponse ?? "Success")
            case .equalsExpectedResponseString:
                ConnectivityResponseStringEqualityValidator(expectedResponse: expectedResponse ?? "Success")
            case .matchesRegularExpression:
                ConnectivityResponseRegExValidator(
                    regEx: expectedResponse ?? ResponseRegExValidator.defaultRegularExpression
                )
            }
    }

    public func isResponseValid(_ response: URLResponse, data: Data) -> Bool { isBodyValid(data) }
}

/// Expects the body to contain a text.
public final class ResponseContainsStringValidator: NamedValidator, Sendable {
    /// The expected text.
    public let expectedResponse: String

    /// Creates a validator.
    public init(expectedResponse: String = "Success") { self.expectedResponse = expectedResponse }

    var base: any ConnectivityResponseValidator & Sendable {
        ConnectivityResponseContainsStringValidator(expectedResponse: expectedResponse)
    }

    public func isResponseValid(_ response: URLResponse, data: Data) -> Bool { isBodyValid(data) }
}

/// Expects the body to equal a text, ignoring white space around it.
public final class ResponseStringEqualityValidator: NamedValidator, Sendable {
    /// The expected body.
    public let expectedResponse: String

    /// Creates a validator.
    public init(expectedResponse: String = "Success") { self.expectedResponse = expectedResponse }

    var base: any ConnectivityResponseValidator & Sendable {
        ConnectivityResponseStringEqualityValidator(expectedResponse: expectedResponse)
    }

    public func isResponseValid(_ response: URLResponse, data: Data) -> Bool { isBodyValid(data) }
}

/// Expects the body to match a regular expression, in PCRE2 syntax.
public final class ResponseRegExValidator: NamedValidator, Sendable {
    /// The default expression.
    public static let defaultRegularExpression = ConnectivityResponseRegExValidator.defaultRegularExpression

    let base: any ConnectivityResponseValidator & Sendable

    /// Creates a validator; an invalid expression matches nothing.
    ///
    /// Without options, case, and white space and comments in the expression, are ignored, and a dot also matches line ends.
    public init(
        regEx: String = ResponseRegExValidator.defaultRegularExpression,
        options: NSRegularExpression.Options? = nil
    ) {
        base = ConnectivityResponseRegExValidator(regEx: regEx, options: options)
    }

    public func isResponseValid(_ response: URLResponse, data: Data) -> Bool { isBodyValid(data) }
}
