import ConnectivityCore
import ConnectivityFixtures
import ConnectivityURLSession
import Testing

/// Probes and expects that the limit on time was kept, two seconds on top for a busy machine.
func probe(
    _ url: HTTPURL,
    with prober: URLSessionProber = URLSessionProber(),
    method: ProbeRequest.Method = .get,
    headers: HeaderFields = [:],
    body: [UInt8] = [],
    interface: String? = nil,
    family: AddressFamily? = nil,
    limits: ProbeLimits = ProbeLimits(total: .seconds(5)),
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
    let exchange = await prober.probe(request)
    #expect(exchange.timings.total < limits.total + .seconds(2), sourceLocation: sourceLocation)
    #expect(exchange.request == request, sourceLocation: sourceLocation)
    return exchange
}
