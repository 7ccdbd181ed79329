package import ConnectivityCore
import ConnectivitySupport
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

/// A validator of this module: it judges the body alone, by an expectation of the pipeline.
package protocol BodyValidator: ConnectivityResponseValidator {
    var expectation: any ConnectivityCore.ResponseValidator { get }
}

extension BodyValidator {
    /// Judges a body outside a check; white space around it and invalid bytes are as in a check.
    func isBodyValid(_ data: Data?) -> Bool {
        guard let data else { return false }
        let response = ProbeResponse(status: 200, body: Array(data))
        let exchange = ProbeExchange(request: ProbeRequest("http://body.invalid/"), outcome: .success(response))
        return expectation.validate(exchange).finding == .genuine
    }
}

/// An expectation that nothing meets.
let nothingExpected: any ConnectivityCore.ResponseValidator = AnyOf([])

/// Holds a validator that came from outside, which may be of one thread: it is asked once at a time.
final class CustomValidator: @unchecked Sendable {
    let validator: any ConnectivityResponseValidator
    private let turn = Mutex(())

    init(_ validator: any ConnectivityResponseValidator) { self.validator = validator }

    /// What the validator expects of the answer to a request.
    func expectation(for request: URLRequest) -> any ConnectivityCore.ResponseValidator {
        if let validator = validator as? any BodyValidator { return validator.expectation }
        return ClosureValidator("\(type(of: validator))") { exchange in
            guard case .success(.http(let answer)) = exchange.outcome else { return .inconclusive }
            return self.accepts(answer, to: request)
                ? Verdict(.genuine, because: "the validator accepts the response")
                : Verdict(.substituted, because: "the validator does not accept the response")
        }
    }

    private func accepts(_ answer: ProbeResponse, to request: URLRequest) -> Bool {
        // A repeated field is one with the values in a list (RFC 9110, section 5.3).
        let fields = Dictionary(answer.headers.fields.map { ($0.name, $0.value) }) { "\($0), \($1)" }
        let response = request.url.flatMap {
            HTTPURLResponse(url: $0, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: fields)
        }
        return turn.withLock { _ in
            validator.isResponseValid(urlRequest: request, response: response, data: Data(answer.body))
        }
    }
}
