public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Says whether a response is the expected one.
public protocol ConnectivityResponseValidator: AnyObject {
    /// Judges a response.
    ///
    /// Called on a thread of the check, never twice at the same time for one ``Connectivity``; it must return soon. It
    /// judges answers of every status, but none with a sign of a portal, unless ``Connectivity/Compatibility/bodyAlone`` is
    /// set. Where no answer came it is not asked.
    ///
    /// - Parameters:
    ///   - urlRequest: The request as it was given to ``Connectivity/connectivityURLRequests``.
    ///   - response: The response, an `HTTPURLResponse`.
    ///   - data: The body.
    /// - Returns: Whether the response is the expected one.
    func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool
}

/// How responses are judged.
public enum ConnectivityResponseValidationMode: Int, Hashable, Sendable {
    /// The body contains ``Connectivity/expectedResponseString``.
    case containsExpectedResponseString
    /// The body is ``Connectivity/expectedResponseString``, white space around it aside.
    case equalsExpectedResponseString
    /// The body matches ``Connectivity/expectedResponseRegEx``.
    case matchesRegularExpression
    /// ``Connectivity/responseValidator`` says so.
    case custom
}

/// How ``ConnectivityResponseStringValidator`` judges.
public enum ConnectivityResponseStringValidationMode: Int, Hashable, Sendable {
    /// The body contains the expected text.
    case containsExpectedResponseString
    /// The body is the expected text, white space around it aside.
    case equalsExpectedResponseString
    /// The body matches the expected text as a regular expression.
    case matchesRegularExpression
}
