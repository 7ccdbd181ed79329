import ConnectivityCore
import ConnectivitySupport
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
