import ConnectivityCore
import ConnectivityKit

extension Vector {
    /// Returns the exchange as a prober of this package would return it.
    func probeExchange(_ exchange: Exchange, _ request: ProbeRequest, _ corpus: Corpus) throws -> ProbeExchange {
        let response = try response(exchange, corpus)
        guard let error = exchange.outcome["error"]?.text else {
            let address = addresses(of: exchange.url).first
            return ProbeExchange(request: request, outcome: .success(response), remoteAddress: address)
        }
        let detail = exchange.outcome["detail"]?.text ?? ""
        let answered = exchange.outcome["status"] != nil
        let failure = ProbeFailure(Self.kind(error, detail), detail: detail, partialResponse: answered ? response : nil)
        return ProbeExchange(request: request, outcome: .failure(failure))
    }

    private static func kind(_ error: String, _ detail: String) -> ProbeFailure.Kind {
        switch error {
        case "tls": .tls(detail.contains("self-signed") ? .unknownAuthority : .certificate)
        case "timeout": .timedOut(.response)
        case "refused": .connectionRefused
        case "dns": .nameLookup
        case "reset": .connectionReset
        case "unreachable": .unreachable
        case "cancelled": .cancelled
        default: detail.contains("non-HTTP") ? .malformed : .other("peer", code: 0)
        }
    }

    /// Returns the response of an exchange.
    ///
    /// An outcome with neither status nor error is a successful connection, which was the whole check.
    private func response(_ exchange: Exchange, _ corpus: Corpus) throws -> ProbeResponse {
        let status = exchange.outcome["status"]?.int ?? 204
        let headers = HeaderFields(exchange.outcome["headers"])
        let body = exchange.method == .head ? [] : try body(exchange.outcome, status, headers, corpus)
        guard let limit = (config["bodySizeLimit"] ?? config["limit"] ?? config["maxLength"])?.int, body.count > limit
        else { return ProbeResponse(status: status, headers: headers, body: body) }
        return ProbeResponse(
            status: status,
            headers: headers,
            body: Array(body.prefix(limit)),
            completeness: .cutAtLimit
        )
    }

    /// Returns the body of a response.
    ///
    /// If it is not recorded, it has as many bytes as the header states, or else 64 bytes that match no expectation.
    private func body(_ outcome: JSON, _ status: Int, _ headers: HeaderFields, _ corpus: Corpus) throws -> [UInt8] {
        if let text = outcome["body"]?.text { return try written(text, corpus) }
        let hasBody = (200...599).contains(status) && status != 204 && status != 304
        let count = headers["Content-Length"].flatMap { Int($0) } ?? (hasBody ? 64 : 0)
        return Array(repeating: UInt8(ascii: "."), count: count)
    }

    /// Returns a body that is written literally or in one of the corpus' short forms.
    private func written(_ text: String, _ corpus: Corpus) throws -> [UInt8] {
        if let match = text.firstMatch(of: /\(\d+ bytes, see corpus ([^)]+)\)/) {
            return try corpus.body(named: String(match.output.1)) ?? []
        }
        if let match = text.wholeMatch(of: /(.+) x ?(\d+)(?: \(\d+ bytes\))?(?: encoded \w+)?/),
            let count = Int(match.output.2)
        {
            return Array(repeating: Array(match.output.1.utf8), count: count).flatMap(\.self)
        }
        if let match = text.wholeMatch(of: /expected text after byte (\d+)/), let count = Int(match.output.1) {
            return Array(repeating: UInt8(ascii: "."), count: count)
                + Array((config["expectedContent"]?.text ?? "").utf8)
        }
        return Array(text.utf8)
    }
}
