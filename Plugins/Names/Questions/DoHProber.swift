package import ConnectivityCore

/// Asks name servers over HTTPS (RFC 8484), each question in one request of another prober.
///
/// - The request uses the path and has the limits of the question. It carries no cookie or credential, and follows no redirect.
/// - Any reply to the question is the answer, with any response code. Another status than 200, another media type than
///   `application/dns-message`, and a message that is not a reply fail with ``ConnectivityCore/ProbeFailure/Kind/malformed``; the
///   failure has `status` or `contentType` in its facts.
/// - Messages are padded to a multiple of 128 bytes (RFC 8467, section 4.1). At most 65,535 bytes of an answer are read.
///
/// The laws of ``ConnectivityCore/Prober`` hold if they hold for the other prober.
package struct DoHProber: Prober {
    /// The prober that sends the requests, with the operators around it.
    package let base: any Prober

    package init(over base: some Prober) { self.base = base }

    package var kinds: Set<Question.Kind> { [DoHQuestion.kind] }

    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: DoHQuestion = request.question.decoded() else {
            return .unreadable(request, as: DoHQuestion.kind)
        }
        let message = NameMessage(question.records, id: 0)
        guard let http = question.http(with: message.bytes) else { return .unsupported(request) }
        var asked = request
        asked.question = .http(http)
        asked.limits.maximumBodySize = min(asked.limits.maximumBodySize, DNSReply.byteCountMax + 1)
        var exchange = await base.probe(asked)
        let server = question.url.address.map { NameServer($0, port: question.url.port ?? 443) }
        exchange.request = request
        switch exchange.outcome {
        case .success(.http(let response)):
            exchange.outcome = response.message.flatMap { bytes in
                message.answer(in: bytes, over: .https, from: server).map { .other(DoHQuestion.kind, $0.facts) }
            }
        case .success:
            exchange.outcome = .failure(ProbeFailure(.malformed, detail: "the answer is not one of HTTP"))
        case .failure(var failure):
            failure.partialResponse = nil
            exchange.outcome = .failure(failure)
        }
        if case .failure(var failure) = exchange.outcome, question.records.isUnderRandomLabel {
            failure.facts["name"] = .text("\(message.name)")
            exchange.outcome = .failure(failure)
        }
        return exchange
    }
}

extension DoHQuestion {
    private static let mediaType = "application/dns-message"

    /// The request with a message; `nil` if the URL becomes too long.
    fileprivate func http(with message: [UInt8]) -> HTTPQuestion? {
        var http: HTTPQuestion
        switch method {
        case .post:
            http = HTTPQuestion(url, method: .post, headers: ["Content-Type": Self.mediaType], body: message)
        default:
            let text = Base64.encoded(message).prefix { $0 != "=" }.map { character in
                character == "+" ? "-" : character == "/" ? "_" : character
            }
            guard let whole = try? HTTPURL("\(url)?dns=\(String(text))") else { return nil }
            http = HTTPQuestion(whole)
        }
        http.headers.fields.append(.init(name: "Accept", value: Self.mediaType))
        http.readsTLS = true
        return http
    }
}

extension ProbeResponse {
    /// The message in the answer of a name server.
    fileprivate var message: Result<[UInt8], ProbeFailure> {
        guard status == 200 else {
            return .failure(ProbeFailure(.malformed, detail: "status \(status)", facts: ["status": Fact(status)]))
        }
        let type = headers["Content-Type"]?.printable(limit: 100) ?? ""
        guard type.split(separator: ";").first?.lowercased() == "application/dns-message" else {
            let detail = "the media type is not application/dns-message"
            return .failure(ProbeFailure(.malformed, detail: detail, facts: ["contentType": .text(type)]))
        }
        guard completeness == .complete else {
            return .failure(ProbeFailure(.truncated, detail: "the message is longer than is read"))
        }
        return .success(body)
    }
}
