#if canImport(CCares)
package import ConnectivityCore

/// Asks name servers, each question in one message over sockets that are bound to the interface of the request.
///
/// - The prober asks the server of the question; without one, those of the request; without these, those in
///   `/etc/resolv.conf`. It asks up to three, the next one if one is silent. Stub resolvers on the device itself are
///   asked only if the question or the request names no other, or if the request is bound to no interface. If no server
///   can be asked, the request fails with ``ConnectivityCore/ProbeFailure/Kind/unsupported``.
/// - Any reply to the question is the answer, with any response code. A message with another ID, from another
///   address, or for another question is not a reply.
/// - The probe ends within the request's limits for the response and in total.
/// - An exchange has a `remoteAddress` only if the question names its server: the network's name server may be local.
///
/// All questions of a prober and its copies run on one thread, which starts with the first and ends with the last copy.
package struct DNSProber: Prober {
    private let driver = CaresDriver()

    /// Creates a prober; this has no effect until the first question.
    package init() {}

    package var kinds: Set<Question.Kind> { [DNSQuestion.kind] }

    /// Sends a question and returns a ``DNSAnswer``.
    ///
    /// Without an answer in time the probe fails with `timedOut(.response)`. Cancelling the task ends it at once.
    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: DNSQuestion = request.question.decoded() else {
            return .unreadable(request, as: DNSQuestion.kind)
        }
        let name = question.isUnderRandomLabel ? question.name.underRandomLabel() : question.name
        let start = ContinuousClock.now
        let exchange = await driver.exchange(
            NameExchangeRequest(
                DNSQuery.Question(name, question.type),
                servers: question.server.map { [$0] } ?? request.path.nameServers.map { NameServer($0) },
                interface: request.path.interface,
                family: request.path.family,
                deadline: start + request.limits.total
            )
        )
        let took = ContinuousClock.now - start
        // A stub of this device asks other servers, perhaps over TLS, so its answer is not the network's own.
        let caveats =
            request.path.interface != nil
            ? exchange.caveats : exchange.caveats.filter { $0 == .localNameServer && question.server == nil }
        switch exchange.outcome {
        case .success(let reply):
            return ProbeExchange(
                request: request,
                outcome: .success(DNSAnswer(reply, to: name, in: exchange)),
                remoteAddress: question.server?.address,
                caveats: caveats,
                timings: ProbeExchange.Timings(response: took, total: took)
            )
        case .failure(let cause):
            var failure = NameLookupFailure(.noReply(cause), in: exchange)
                .failure(through: request.path.interface, in: .response)
            if question.isUnderRandomLabel { failure.facts["name"] = .text("\(name)") }
            return ProbeExchange(
                request: request,
                outcome: .failure(failure),
                remoteAddress: question.server?.address,
                caveats: caveats,
                timings: ProbeExchange.Timings(total: took)
            )
        }
    }
}

extension DNSAnswer {
    /// Creates an answer from a reply.
    fileprivate init(_ reply: DNSReply, to name: DNSName, in exchange: NameExchange) {
        self.init(
            name,
            reply.code,
            flags: reply.flags,
            records: reply.answers.map { Record($0.name, $0.type, ttl: $0.ttl, data: "\($0.data)") },
            extendedErrors: reply.extendedErrors,
            server: exchange.server,
            isOverTCP: exchange.transport == .tcp
        )
    }
}
#endif
