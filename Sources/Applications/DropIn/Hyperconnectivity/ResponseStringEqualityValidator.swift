import Connectivity
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

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
