package import ConnectivityCore
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Expects the body to contain, equal or match a text.
public final class ConnectivityResponseStringValidator: ConnectivityResponseValidator, BodyValidator, Sendable {
    /// The name of version 8 for ``ConnectivityResponseStringValidationMode``.
    public typealias ValidationMode = ConnectivityResponseStringValidationMode

    /// The comparison of the text.
    public let responseValidationMode: ValidationMode
    /// The expected text, or the regular expression.
    public let expectedResponse: String
    package let expectation: any ConnectivityCore.ResponseValidator

    /// Creates a validator.
    public init(validationMode: ValidationMode, expectedResponse: String) {
        self.responseValidationMode = validationMode
        self.expectedResponse = expectedResponse
        let validator: any BodyValidator =
            switch validationMode {
            case .containsExpectedResponseString:
                ConnectivityResponseContainsStringValidator(expectedResponse: expectedResponse)
            case .equalsExpectedResponseString:
                ConnectivityResponseStringEqualityValidator(expectedResponse: expectedResponse)
            case .matchesRegularExpression:
                ConnectivityResponseRegExValidator(regEx: expectedResponse)
            }
        expectation = validator.expectation
    }

    public func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
        isBodyValid(data)
    }
}

/// Expects the body to contain a text.
public final class ConnectivityResponseContainsStringValidator: ConnectivityResponseValidator, BodyValidator, Sendable {
    /// The expected text; an empty text is never found.
    public let expectedResponse: String

    /// Creates a validator.
    public init(expectedResponse: String = "Success") { self.expectedResponse = expectedResponse }

    public func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
        isBodyValid(data)
    }

    package var expectation: any ConnectivityCore.ResponseValidator {
        expectedResponse.isEmpty ? nothingExpected : BodyContains(expectedResponse)
    }
}

/// Expects the body to equal a text, ignoring white space around it.
public final class ConnectivityResponseStringEqualityValidator: ConnectivityResponseValidator, BodyValidator, Sendable {
    /// The expected body.
    public let expectedResponse: String

    /// Creates a validator.
    public init(expectedResponse: String = "Success") { self.expectedResponse = expectedResponse }

    public func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
        isBodyValid(data)
    }

    package var expectation: any ConnectivityCore.ResponseValidator { BodyEquals(expectedResponse) }
}
