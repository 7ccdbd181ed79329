package import ConnectivityCore
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Expects one body, white space around it aside.
public final class ConnectivityResponseStringEqualityValidator: ConnectivityResponseValidator, BodyValidator, Sendable {
    /// The expected body.
    public let expectedResponse: String

    /// Creates a validator.
    /// - Parameter expectedResponse: The expected body.
    public init(expectedResponse: String = "Success") { self.expectedResponse = expectedResponse }

    public func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
        isBodyValid(data)
    }

    package var expectation: any ConnectivityCore.ResponseValidator { BodyEquals(expectedResponse) }
}
