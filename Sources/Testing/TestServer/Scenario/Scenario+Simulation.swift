package import ConnectivityCore
import ConnectivityRecords

extension Scenario {
    /// A step of a client in a scenario without any socket: the time that it takes, and its result.
    ///
    /// The results are those of the served scenario, by the fault of each host and reply. A client opens a connection
    /// for each request, and trusts the authority of the scenario.
    package struct Step: Sendable {
        /// The time since the previous step.
        package var time: Duration
        /// The result after it; `nil` if the next step follows.
        package var result: Result<ProbeResponse, ProbeFailure>?
    }

    /// Returns the step before an HTTP request: the name lookup and, with `https`, the handshake; the step has a result
    /// if no request is sent.
    package func connect(for request: ProbeRequest, at now: Duration, _ progress: inout Progress) -> Step {
        guard let url = request.url else { return Step(time: .zero, result: .failure(ProbeFailure(.unsupported))) }
        let total = request.limits.total
        var time = Duration.zero
        if url.address == nil, request.path.addresses.isEmpty {
            let lookup = lookUp(url.host, request.path.family)
            guard lookup.time < total else { return Step(time: total, result: .failure(.init(.timedOut(.nameLookup)))) }
            if let failure = lookup.failure { return Step(time: lookup.time, result: .failure(failure)) }
            time = lookup.time
        }
        guard url.scheme == .https else { return Step(time: time) }
        let handshake = handshake(for: url.address == nil ? url.host : nil, at: now + time, &progress).handshake
        let limit = total - time
        guard handshake.delay < limit else {
            return Step(time: time + limit, result: .failure(ProbeFailure(.timedOut(.tls))))
        }
        time += handshake.delay
        guard let fault = handshake.certificate.fault else { return Step(time: time) }
        return Step(time: time, result: .failure(ProbeFailure(.tls(fault))))
    }

    /// Returns the step after an HTTP request, with a result; its limits count from the start of the probe.
    package func answer(
        to request: ProbeRequest,
        after elapsed: Duration,
        at now: Duration,
        _ progress: inout Progress,
        tokens: Tokens
    ) -> Step {
        guard let question = request.http else { return Step(time: .zero, result: .failure(.init(.unsupported))) }
        let url = question.url
        let target = url.path + (url.query.map { "?\($0)" } ?? "")
        var headers = question.headers
        headers.fields.insert(.init(name: "Host", value: url.authority), at: 0)
        let received = TestServer.Request(
            method: question.method.rawValue,
            target: target,
            headers: headers,
            body: question.method == .post ? question.body : [],
            isSecure: url.scheme == .https
        )
        let reply = answer(to: received, at: now, &progress, tokens: tokens).reply
        guard case .respond(let message)? = reply.actions.first else {
            return Step(time: .zero, result: .failure(ProbeFailure(.emptyReply)))
        }
        let fault = reply.fault ?? TestServer.Fault()
        let seen = SeenReply(
            Delivery(message, to: received, fault: fault),
            fault,
            of: fault.instead.map { Delivery.replacement($0, for: received) } ?? message
        )
        return seen.step(within: request, after: elapsed)
    }

    /// Returns the answer of the name server for a name: the reason if there is no address, and the time that it takes.
    private func lookUp(_ name: String, _ family: IPAddress.Family?) -> (failure: ProbeFailure?, time: Duration) {
        let types: [NameRule.RecordType] =
            switch family {
            case .ipv4?: [.a]
            case .ipv6?: [.aaaa]
            case nil: [.a, .aaaa]
            }
        let all = allNames.filter { NamePattern($0.name).matches(name) }
        var rules: [NameRule] = []
        for type in types {
            guard let rule = all.first(where: { $0.type == nil || $0.type == type }) else { continue }
            let isKnown = rule.addresses.contains { ($0.family == .ipv4) == (type == .a) }
            if rule.result == .answer, isKnown { return (nil, rule.delay) }
            rules.append(rule)
        }
        let time = rules.map { $0.delay }.max() ?? .zero
        let cause: String
        switch rules.first?.result {
        case .silence?: return (nil, .seconds(86_400))
        case .servfail?: cause = "server-failure"
        case .refused?: cause = "refused"
        case .garbage?, .otherID?, .cut?: cause = "malformed"
        case .answer?: cause = "no-address"
        case .nxdomain?, nil: cause = "no-such-name"
        }
        return (ProbeFailure(.nameLookup, facts: ["cause": .text(cause)]), time)
    }
}

extension TestServer.Security.Certificate {
    /// The fault that a client with trust in the authority finds; `nil` without one.
    fileprivate var fault: ProbeFailure.TLSFault? {
        switch self {
        case .good: nil
        case .expired, .notYetValid: .expired
        case .selfSigned: .unknownAuthority
        case .wrongHost: .wrongHost
        case .broken: .protocol
        }
    }
}

/// The bytes of a reply as a client receives them, with their times.
private struct SeenReply {
    private let delivery: Delivery
    private let fault: TestServer.Fault
    private let message: TestServer.Message
    /// The number of bytes that arrive; `nil` if all do.
    private let cut: Int?

    init(_ delivery: Delivery, _ fault: TestServer.Fault, of message: TestServer.Message) {
        (self.delivery, self.fault, self.message) = (delivery, fault, message)
        let count = delivery.head.count + delivery.body.count
        let cut = fault.cut.map { $0.after + ($0.of == .body ? delivery.head.count : 0) }
        self.cut = cut.flatMap { $0 <= count ? $0 : nil }
    }

    func step(within request: ProbeRequest, after elapsed: Duration) -> Scenario.Step {
        let limits = request.limits
        let total = limits.total - elapsed
        func failed(_ kind: ProbeFailure.Kind, _ time: Duration, _ partial: ProbeResponse? = nil) -> Scenario.Step {
            Scenario.Step(time: time, result: .failure(ProbeFailure(kind, partialResponse: partial)))
        }
        let start = fault.delayBeforeAccept + fault.delayBeforeHeader
        let head = start + dripTime(of: delivery.head.count, isFirst: true)
        if let cut, cut < delivery.head.count {
            switch fault.cut?.by {
            case .stall?: return failed(.timedOut(.response), total)
            case .reset?:
                return start < total ? failed(.connectionReset, start) : failed(.timedOut(.response), total)
            case .close?, nil:
                guard start < total else { return failed(.timedOut(.response), total) }
                return failed(cut == 0 ? .emptyReply : .truncated, start)
            }
        }
        guard head < total else { return failed(.timedOut(.response), total) }
        if fault.instead == .garbage { return failed(.malformed, head) }
        if delivery.head.count > limits.maximumHeaderSize { return failed(.headerTooLarge, head) }
        let body = delivery.body.prefix(cut.map { $0 - delivery.head.count } ?? .max)
        let end = head + fault.delayBeforeBody + dripTime(of: body.count, isFirst: false)
        guard end < total else {
            let arrived = arrivedCount(after: total - head - fault.delayBeforeBody)
            return failed(.timedOut(.body), total, read(Array(body.prefix(arrived))).response.within(request))
        }
        var seen = read(Array(body))
        let partial = seen.response.within(request)
        if cut != nil {
            switch fault.cut?.by {
            case .stall?: return failed(.timedOut(.body), total, partial)
            case .reset?: seen.failure = .connectionReset
            case .close?, nil: break
            }
        }
        if let kind = seen.failure { return failed(kind, end, kind == .malformed ? nil : partial) }
        return Scenario.Step(time: end, result: .success(partial))
    }

    /// The time for sending pieces; the first of a reply is sent at once.
    private func dripTime(of count: Int, isFirst: Bool) -> Duration {
        guard let drip = fault.drip, count > 0 else { return .zero }
        let pieces = (count + drip.bytes - 1) / drip.bytes
        return drip.every * (isFirst ? pieces - 1 : pieces)
    }

    /// The number of bytes of a body that arrive in a time after its beginning.
    private func arrivedCount(after time: Duration) -> Int {
        guard time > .zero, let drip = fault.drip else { return time > .zero ? .max : 0 }
        return Int(time / drip.every) * drip.bytes
    }

    /// Reads a body by the framing of the reply's fields.
    private func read(_ body: [UInt8]) -> (response: ProbeResponse, failure: ProbeFailure.Kind?) {
        var response = ProbeResponse(status: message.status, headers: message.headers, body: body)
        guard fault.contentLength == nil else {
            let length = fault.contentLength ?? 0
            response.body = Array(body.prefix(length))
            return (response, body.count < length ? .truncated : nil)
        }
        if let chunking = fault.chunking {
            // The content after the line with the size of the only chunk.
            let content = body.firstIndex(of: UInt8(ascii: "\n")).map { body[($0 + 1)...] } ?? []
            response.body = Array(content.prefix(message.body.count))
            switch chunking {
            case .sound: return (response, body.count < delivery.body.count ? .truncated : nil)
            case .badSize:
                response.body = []
                return (response, .malformed)
            case .tooLong, .noEnd: return (response, .truncated)
            }
        }
        return (response, body.count < delivery.body.count ? .truncated : nil)
    }
}
