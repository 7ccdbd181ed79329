import Connectivity
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

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
