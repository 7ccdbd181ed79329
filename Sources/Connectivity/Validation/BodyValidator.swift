package import ConnectivityCore
import Foundation

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
