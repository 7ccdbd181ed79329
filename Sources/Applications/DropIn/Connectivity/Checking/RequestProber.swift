import ConnectivityCore

/// Adds header fields and a body to each request, and follows redirects if requested.
///
/// The exchange holds the request as it was given, so that no credential becomes part of the evidence.
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

    var kinds: Set<QuestionKind> { base.kinds }

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
            // A redirect of a POST is followed with a GET, as browsers do (RFC 9110, sections 15.4.2 to 15.4.4).
            if next.http?.method == .post { next.http?.method = .get }
            next.limits.total = remaining
            // Header fields and bodies are sent only to the URL that they were given for.
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
