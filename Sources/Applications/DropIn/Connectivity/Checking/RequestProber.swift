import ConnectivityCore

/// Adds header fields and a body to each request, and follows redirects if requested.
///
/// The exchange records the request without these additions, so that no credential becomes part of the evidence.
struct RequestProber: Prober {
    /// The URL and method that identify a request.
    struct Target: Hashable {
        var url: HTTPURL
        var method: HTTPQuestion.Method
    }

    struct Content: Sendable {
        var fields: HeaderFields
        var body: [UInt8]
    }

    var base: any Prober
    var contents: [Target: Content]
    var redirectCountMax: Int

    var kinds: Set<Question.Kind> { base.kinds }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let content = request.http.flatMap { contents[Target(url: $0.url, method: $0.method)] }
        var exchange = await base.probe(adding(content, to: request))
        var remaining = request.limits.total - exchange.timings.total
        var next = request
        for _ in 0..<redirectCountMax {
            guard case .success(.http(let response)) = exchange.outcome,
                [301, 302, 303, 307, 308].contains(response.status),
                let location = response.headers["Location"], let url = try? next.url?.resolving(location),
                remaining > .zero
            else { break }
            next.http?.url = url
            if next.http?.method == .post {
                // A POST continues with a GET, as in browsers, but not after 307 and 308, which keep the method and the body
                // (RFC 9110, section 15.4): a body is sent only to its own URL.
                guard response.status < 307 else { break }
                next.http?.method = .get
            }
            next.limits.total = remaining
            // Header fields and bodies are sent only to their own URL.
            exchange = await base.probe(next)
            remaining -= exchange.timings.total
        }
        exchange.request = request
        return exchange
    }

    private func adding(_ content: Content?, to request: ProbeRequest) -> ProbeRequest {
        guard let content, var http = request.http else { return request }
        var request = request
        let given = Set(content.fields.fields.map { $0.name.lowercased() })
        http.headers.fields.removeAll { given.contains($0.name.lowercased()) }
        http.headers.fields += content.fields.fields
        http.body = content.body
        request.http = http
        return request
    }
}
