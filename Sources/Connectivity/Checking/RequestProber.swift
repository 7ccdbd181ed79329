import ConnectivityCore

/// Adds to each request the fields that its URL is to be asked with, and follows redirects where that is wanted.
///
/// The exchange holds the request as it was given, so that no credential gets into the evidence.
struct RequestProber: Prober {
    var base: any Prober
    var fields: [HTTPURL: HeaderFields]
    var redirectCountMax: Int

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        var exchange = await base.probe(adding(fields[request.url], to: request))
        var remaining = request.limits.total - exchange.timings.total
        var next = request
        for _ in 0..<redirectCountMax {
            guard case .success(let response) = exchange.outcome, [301, 302, 303, 307, 308].contains(response.status),
                let location = response.headers["Location"], let url = try? next.url.resolving(location),
                remaining > .zero
            else { break }
            next.url = url
            next.limits.total = remaining
            // Fields go to the URL that they were given for, and nowhere else.
            exchange = await base.probe(next)
            remaining -= exchange.timings.total
        }
        exchange.request = request
        return exchange
    }

    private func adding(_ fields: HeaderFields?, to request: ProbeRequest) -> ProbeRequest {
        guard let fields else { return request }
        var request = request
        let given = Set(fields.fields.map { $0.name.lowercased() })
        request.headers.fields.removeAll { given.contains($0.name.lowercased()) }
        request.headers.fields += fields.fields
        return request
    }
}
