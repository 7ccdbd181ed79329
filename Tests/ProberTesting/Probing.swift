// Shared by the tests of probers through symbolic links.

import ConnectivityCore
import Testing

#if URLSession
import ConnectivityURLSession

/// The prober under test.
enum Tested {
    typealias Prober = URLSessionProber

    /// The failure of a request that would break the protocol: `NSURLErrorBadURL`.
    static let refusal = ProbeFailure.Kind.other(.nsURLError, code: -1000)
}
#elseif canImport(CCurl)
import ConnectivityCurl

/// The prober under test.
enum Tested {
    typealias Prober = CurlProber

    /// The failure of a request that would break the protocol: `CURLE_BAD_FUNCTION_ARGUMENT`.
    static let refusal = ProbeFailure.Kind.other(.curl, code: 43)
}
#endif

#if canImport(CCurl) || URLSession
/// Probes and expects that the time limit is kept, with two extra seconds for a busy machine.
///
/// The task may wait longer for its turn; servers that stall therefore do so for at least 300 seconds.
func probe(
    _ url: HTTPURL,
    with prober: Tested.Prober = Tested.Prober(),
    method: HTTPQuestion.Method = .get,
    headers: HeaderFields = [:],
    body: [UInt8] = [],
    interface: String? = nil,
    family: IPAddress.Family? = nil,
    limits: ProbeRequest.Limits = ProbeRequest.Limits(total: .seconds(5)),
    sourceLocation: SourceLocation = #_sourceLocation
) async -> ProbeExchange {
    let request = ProbeRequest(
        url,
        method: method,
        headers: headers,
        body: body,
        interface: interface,
        family: family,
        limits: limits
    )
    let start = ContinuousClock.now
    let exchange = await prober.probe(request)
    let elapsed = ContinuousClock.now - start
    #expect(exchange.timings.total < limits.total + .seconds(2), sourceLocation: sourceLocation)
    #expect(elapsed < .seconds(290), sourceLocation: sourceLocation)
    #expect(exchange.timings.total <= elapsed, sourceLocation: sourceLocation)
    #expect(exchange.request == request, sourceLocation: sourceLocation)
    return exchange
}
#endif
