/// Finds what says nothing about the network: no answer, or an endpoint in trouble of its own.
///
/// 404, 410, 429 and every 5xx but 511 are the endpoint's trouble, never a sign of a portal.
public struct EndpointTrouble: ResponseValidator, Codable, Hashable {
    /// Creates a validator.
    public init() {}

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        switch exchange.outcome {
        case .failure(let failure):
            return Verdict(.failed, because: .noAnswer(failure.kind))
        case .success(let response):
            switch response.status {
            case 404, 410, 429, 500...510, 512...599:
                return Verdict(.failed, because: .endpointTrouble(status: response.status))
            default:
                return .inconclusive
            }
        }
    }
}
