// An expectation that any intermediary could meet proves nothing without an author, for any status and kind.

extension ResponseValidator {
    /// Returns the reason why an answer that meets this expectation, and whose author is not verified, proves nothing;
    /// `nil` if it proves something.
    ///
    /// Over plain HTTP the expectation is tested with imitations by a gateway: answers with the same status and fields, with
    /// ``GatewayAnswer/bodies`` in the place of the content. If one of them meets it as well, the expectation states no content.
    /// Built-in endpoints are exempt while their own expectation is met, because the policy weighs them. So is this device
    /// itself.
    ///
    /// An answer of another kind proves nothing without ``ProbeExchange/authentication``, because gateways let it through or give
    /// it themselves.
    func weakness(on exchange: ProbeExchange) -> Reason? {
        guard case .success(let answer) = exchange.outcome else { return nil }
        guard case .http(let response) = answer else {
            return exchange.isOfAnybody ? .unprovenKind(answer.kind, met: validate(exchange).reason) : nil
        }
        guard let url = exchange.request.url, !url.isOnThisDevice,
            url.scheme == .http || exchange.authentication == .intercepted
        else { return nil }
        if let known = Endpoint.builtIn(at: url)?.expectation, known.validate(exchange).finding == .genuine {
            return nil
        }
        guard exchange.imitations.contains(where: { validate($0).finding == .genuine }) else { return nil }
        return response.body.count > ProbeResponse.emptyByteCountMax ? .expectedOfAnyPage : .expectedOfAnyAnswer
    }
}

extension ResponseValidator {
    /// Returns the reason why no answer over HTTP that meets this expectation proves anything; `nil` if no gateway's answer
    /// meets it.
    ///
    /// The expectation is tested with the answers of gateways with any status, before an answer has arrived.
    package func weakness(askedOf request: ProbeRequest) -> Reason? {
        guard let url = request.url, url.scheme == .http, !url.isOnThisDevice else { return nil }
        var request = request
        if let target = leaves.lazy.compactMap({ $0 as? LandingURL }).first { request.http?.url = target.url }
        let names = ["Content-Type", "Server"] + leaves.compactMap { ($0 as? HeaderValue)?.field }
        let headers = HeaderFields(
            names.map { .init(name: $0, value: $0 == "Content-Type" ? "text/html" : GatewayAnswer.value) }
        )
        let sizes = [64, 1_024, 16_384].map { GatewayAnswer.resized(GatewayAnswer.bodies[2], to: $0) }
        for status in GatewayAnswer.statuses + Array(100...599) {
            for body in GatewayAnswer.statuses.contains(status) ? GatewayAnswer.bodies + sizes : GatewayAnswer.bodies {
                let response = ProbeResponse(status: status, headers: headers, body: body)
                let exchange = ProbeExchange(request: request, outcome: .success(response))
                guard validate(exchange).finding == .genuine else { continue }
                if let weakness = weakness(on: exchange) { return weakness }
            }
        }
        return nil
    }

    /// Its innermost validators; itself if it has no parts.
    private var leaves: [any ResponseValidator] { parts.isEmpty ? [self] : parts.flatMap(\.leaves) }
}

extension ProbeExchange {
    /// Whether nothing verifies the author of the answer.
    fileprivate var isOfAnybody: Bool { authentication == nil || authentication == .intercepted }

    /// The answers that a gateway could give instead, with the same status and field names, but without the content.
    fileprivate var imitations: [ProbeExchange] {
        guard case .success(.http(let response)) = outcome else { return [] }
        var imitation = response
        imitation.headers.fields = response.headers.fields.map { field in
            let name = field.name.lowercased()
            if name == "content-encoding" { return .init(name: field.name, value: "identity") }
            return GatewayAnswer.isTypical(name, field.value)
                ? field : .init(name: field.name, value: GatewayAnswer.value)
        }
        let count = response.body.count
        return (GatewayAnswer.bodies + GatewayAnswer.bodies.map { GatewayAnswer.resized($0, to: count) }).map { body in
            imitation.body = body
            var exchange = self
            exchange.outcome = .success(.http(imitation))
            exchange.isImitated = true
            return exchange
        }
    }
}

extension ProbeExchange {
    /// Answers of gateways to a plain request, for programs that state content.
    package static var gatewayAnswers: [ProbeExchange] {
        GatewayAnswer.statuses.flatMap { status in
            GatewayAnswer.bodies.map { body in
                let response = ProbeResponse(status: status, headers: ["Content-Type": "text/html"], body: body)
                return ProbeExchange(request: ProbeRequest("http://unknown.invalid/"), outcome: .success(response))
            }
        }
    }
}

/// Typical answers of gateways in the place of a server, with which expectations are tested.
package enum GatewayAnswer {
    /// The most frequent statuses of such answers.
    static let statuses = [200, 204, 302, 400, 403, 404, 503]

    /// Bodies of pages, of data and of empty answers; none has the text of an endpoint.
    package static let bodies: [[UInt8]] = [
        "", "\n",
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Welcome</title>
        <style>body { margin: 0 }</style><script>var list = ['a'];</script></head>
        <body class="page"><div><h1>Welcome to the guest Wi-Fi</h1>
        <p>To use the Internet, please log in with the number of your room, for example 21743.</p>
        <p><a href="http://www.gateway.example.com/login?id=1">Sign in</a> &copy; 2026, https://gateway.example/</p></div></body>
        </html>
        """,
        "<!doctype html><HTML><HEAD><TITLE>Error 404</TITLE></HEAD><BODY><H1>URL Not Found</H1><HR>nginx/1.22.1</BODY></HTML>\n",
        "Access denied: please sign in first.\n", "{}", "[]", "0",
        #"{"error": "denied", "status": "denied", "message": "please sign in", "code": 403}"#,
    ].map { Array($0.utf8) }

    /// The value of a field without a typical value, with the common parts of such values.
    static let value =
        #"sid=0; Path=/, Basic realm="login", Thu, 01 Jan 2026 00:00:00 GMT, http://gateway.example/login"#

    /// A body of a given size, the only statement of a size bound.
    static func resized(_ body: [UInt8], to byteCount: Int) -> [UInt8] {
        Array(body.prefix(byteCount)) + Array(repeating: 0x20, count: max(0, byteCount - body.count))
    }

    /// Whether any web server may send the field with this value.
    static func isTypical(_ name: String, _ value: String) -> Bool {
        switch name {
        case "content-type":
            ["text/html", "text/plain"].contains(value.lowercased().split(separator: ";").first.map(String.init))
        case "server": servers.contains { value.lowercased().hasPrefix($0) }
        default: fields.contains(name)
        }
    }

    private static let servers = ["nginx", "apache", "lighttpd", "cloudflare", "microsoft-iis", "squid", "mini_httpd"]

    /// Fields with a few typical values, the same for all servers.
    private static let fields: Set = [
        "accept-ranges", "access-control-allow-origin", "age", "allow", "cache-control", "connection",
        "content-language", "content-length", "date", "expires", "keep-alive", "last-modified", "pragma",
        "proxy-connection",
        "referrer-policy", "strict-transport-security", "transfer-encoding", "upgrade", "vary", "via",
        "x-content-type-options", "x-frame-options", "x-xss-protection",
    ]
}
