import ConnectivityCore

extension SessionRecording {
    /// Returns the exchanges as an HTTP Archive (HAR), version 1.2, for the tools of browsers.
    ///
    /// Interfaces, expectations and exchanges other than HTTP are left out. A failure has the status 0 and its name
    /// under `_error`.
    /// - Parameter tool: The name and the version of the program that writes the file.
    /// - Returns: The contents of the file.
    package func encodedAsHAR(by tool: (name: String, version: String)) -> [UInt8] {
        let entries = exchanges.compactMap { at, exchange in
            JSON.entry(exchange, Timestamp(sinceEpoch: provenance.recordedAt.sinceEpoch + at))
        }
        let creator = JSON.object([("name", .string(tool.name)), ("version", .string(tool.version))])
        return JSON.object([
            (
                "log",
                .object([
                    ("version", .string("1.2")), ("creator", creator), ("pages", .array([])),
                    ("entries", .array(entries)), ("comment", .string(provenance.source)),
                ])
            )
        ])
        .encoded(.pretty)
    }
}

extension JSON {
    fileprivate static func entry(_ exchange: ProbeExchange, _ time: Timestamp) -> JSON? {
        guard let http = exchange.request.http else { return nil }
        let timings = exchange.timings
        let connect = timings.connect.map { $0 + (timings.tls ?? .zero) }
        let known = [timings.nameLookup, connect, timings.response].compactMap(\.self).reduce(.zero, +)
        return .object([
            ("startedDateTime", .string(time.description)),
            ("time", .milliseconds(timings.total)),
            ("request", request(http)),
            ("response", response(exchange)),
            ("cache", .object([])),
            (
                "timings",
                .object([
                    ("blocked", .integer(-1)), ("dns", .milliseconds(timings.nameLookup)),
                    ("connect", .milliseconds(connect)), ("ssl", .milliseconds(timings.tls)),
                    ("send", .integer(0)), ("wait", .milliseconds(timings.response ?? .zero)),
                    ("receive", .milliseconds(max(.zero, timings.total - known))),
                ])
            ),
            ("serverIPAddress", exchange.remoteAddress.map { .string("\($0)") }),
        ])
    }

    private static func request(_ request: HTTPQuestion) -> JSON {
        let parameters = request.url.query?.split(separator: "&", omittingEmptySubsequences: true) ?? []
        return .object([
            ("method", .string(request.method.rawValue)), ("url", .string(request.url.description)),
            ("httpVersion", .string("HTTP/1.1")), ("cookies", .array([])), ("headers", fields(request.headers)),
            (
                "queryString",
                .array(
                    parameters.map { parameter in
                        let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                        return .object([
                            ("name", .string(String(parts[0]))),
                            ("value", .string(parts.count > 1 ? String(parts[1]) : "")),
                        ])
                    }
                )
            ),
            ("headersSize", .integer(-1)), ("bodySize", .integer(0)),
        ])
    }

    private static func response(_ exchange: ProbeExchange) -> JSON {
        var failure: String?
        var response = ProbeResponse(status: 0)
        switch exchange.outcome {
        case .success(let complete): response = complete.response ?? response
        case .failure(let fault): failure = fault.kind.name
        }
        let text = String(validUTF8: response.body)
        return .object([
            ("status", .integer(response.status)), ("statusText", .string("")), ("httpVersion", .string("HTTP/1.1")),
            ("cookies", .array([])), ("headers", fields(response.headers)),
            (
                "content",
                .object([
                    ("size", .integer(response.body.count)),
                    ("mimeType", .string(response.headers["Content-Type"] ?? "")),
                    ("text", .string(text ?? Base64.encoded(response.body))),
                    ("encoding", text == nil ? .string("base64") : nil),
                ])
            ),
            ("redirectURL", .string(response.headers["Location"] ?? "")),
            ("headersSize", .integer(-1)), ("bodySize", .integer(response.body.count)),
            ("_error", failure.map(JSON.string)),
        ])
    }

    private static func fields(_ headers: HeaderFields) -> JSON {
        .array(headers.fields.map { .object([("name", .string($0.name)), ("value", .string($0.value))]) })
    }

    private static func milliseconds(_ duration: Duration?) -> JSON {
        .number(duration.map { ($0.seconds * 1_000_000).rounded() / 1000 } ?? -1)
    }
}
