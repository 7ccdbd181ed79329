import Connectivity
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Decides whether a response is the expected one.
public protocol ResponseValidator {
    /// Judges a response.
    ///
    /// It is called for answers with a status of success and without a sign of a portal.
    ///
    /// - Parameters:
    ///   - response: The response, an `HTTPURLResponse`.
    ///   - data: The body.
    /// - Returns: Whether the response is the expected one.
    func isResponseValid(_ response: URLResponse, data: Data) -> Bool
}

/// A validator of this module, which wraps a validator of Connectivity.
protocol NamedValidator: ResponseValidator {
    var base: any ConnectivityResponseValidator & Sendable { get }
}

extension NamedValidator {
    func isBodyValid(_ data: Data) -> Bool {
        base.isResponseValid(urlRequest: URLRequest(url: URL(filePath: "/")), response: nil, data: data)
    }
}

/// Adapts a client's validator to Connectivity.
final class GivenValidator: ConnectivityResponseValidator {
    private let validator: any ResponseValidator

    init(_ validator: any ResponseValidator) { self.validator = validator }

    func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
        guard let response, let data else { return false }
        return validator.isResponseValid(response, data: data)
    }
}

extension ResponseValidator {
    var connectivityValidator: any ConnectivityResponseValidator {
        // A cast, because the predecessor's protocol cannot get another requirement.
        (self as? any NamedValidator)?.base ?? GivenValidator(self)
    }
}
