package import ConnectivityCore
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Expects a text within the body.
public final class ConnectivityResponseContainsStringValidator: ConnectivityResponseValidator, BodyValidator, Sendable {
    /// The expected text; an empty one is nowhere.
    public let expectedResponse: String

    /// Creates a validator.
    /// - Parameter expectedResponse: The expected text.
    public init(expectedResponse: String = "Success") { self.expectedResponse = expectedResponse }

    public func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
        isBodyValid(data)
    }

    package var expectation: any ConnectivityCore.ResponseValidator {
        expectedResponse.isEmpty ? nothingExpected : BodyContains(expectedResponse)
    }
}
