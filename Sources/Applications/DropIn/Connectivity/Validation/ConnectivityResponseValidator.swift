package import ConnectivityCore
import ConnectivityToolkit
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Decides whether a response is the expected one.
public protocol ConnectivityResponseValidator: AnyObject {
    /// Judges a response.
    ///
    /// It is called on a thread of the check, never concurrently for one ``Connectivity``, and must return soon. It is called
    /// for answers with any status, but not without an answer, and not for answers with a sign of a portal unless
    /// ``Connectivity/Compatibility/bodyAlone`` is set.
    ///
    /// - Parameters:
    ///   - urlRequest: The request from ``Connectivity/connectivityURLRequests``.
    ///   - response: The response, an `HTTPURLResponse`.
    ///   - data: The body.
    /// - Returns: Whether the response is the expected one.
    func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool
}

/// The rule for expected responses.
public enum ConnectivityResponseValidationMode: Int, Hashable, Sendable {
    /// The body contains ``Connectivity/expectedResponseString``.
    case containsExpectedResponseString
    /// The body equals ``Connectivity/expectedResponseString``, ignoring white space around it.
    case equalsExpectedResponseString
    /// The body matches ``Connectivity/expectedResponseRegEx``.
    case matchesRegularExpression
    /// ``Connectivity/responseValidator`` judges the response.
    case custom
}

/// The comparison of ``ConnectivityResponseStringValidator``.
public enum ConnectivityResponseStringValidationMode: Int, Hashable, Sendable {
    /// The body contains the expected text.
    case containsExpectedResponseString
    /// The body equals the expected text, ignoring white space around it.
    case equalsExpectedResponseString
    /// The body matches the expected text as a regular expression.
    case matchesRegularExpression
}

/// A validator of this module, which judges only the body, with an expectation of the pipeline.
package protocol BodyValidator: ConnectivityResponseValidator {
    var expectation: any ConnectivityCore.ResponseValidator { get }
}

extension BodyValidator {
    /// Judges a body outside a check, with the same treatment of surrounding white space and invalid bytes.
    func isBodyValid(_ data: Data?) -> Bool {
        guard let data else { return false }
        let response = ProbeResponse(status: 200, body: Array(data))
        let exchange = ProbeExchange(request: ProbeRequest("http://body.invalid/"), outcome: .success(response))
        return expectation.validate(exchange).finding == .genuine
    }
}

/// An expectation that nothing meets.
let nothingExpected: any ConnectivityCore.ResponseValidator = AnyOf([])

/// Holds a client's validator, which may not be thread-safe, and serializes its calls.
final class CustomValidator: @unchecked Sendable {
    let validator: any ConnectivityResponseValidator
    private let turn = Lock(())

    init(_ validator: any ConnectivityResponseValidator) { self.validator = validator }

    func expectation(for request: URLRequest) -> any ConnectivityCore.ResponseValidator {
        // A cast, because the predecessor's protocol has one method and cannot get another.
        if let validator = validator as? any BodyValidator { return validator.expectation }
        return ClosureValidator("\(type(of: validator))", role: .expectation) { exchange in
            // A client's validator judges only real answers.
            guard !exchange.isImitated, case .success(.http(let answer)) = exchange.outcome else {
                return .inconclusive
            }
            return self.accepts(answer, to: request)
                ? Verdict(.genuine, because: "the validator accepts the response")
                : Verdict(.substituted, because: "the validator does not accept the response")
        }
    }

    private func accepts(_ answer: ProbeResponse, to request: URLRequest) -> Bool {
        // A repeated field becomes one field with a list of its values (RFC 9110, section 5.3).
        let fields = Dictionary(answer.headers.fields.map { ($0.name, $0.value) }) { "\($0), \($1)" }
        let response = request.url.flatMap {
            HTTPURLResponse(url: $0, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: fields)
        }
        return turn.withLock { _ in
            validator.isResponseValid(urlRequest: request, response: response, data: Data(answer.body))
        }
    }
}
