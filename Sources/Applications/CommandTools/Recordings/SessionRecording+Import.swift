package import ConnectivityCore
import ConnectivityKit
package import ConnectivityRecords
import ConnectivityWire

extension SessionRecording {
    /// Creates a session that can be decided from another program's requests and answers.
    ///
    /// The configuration has the same requests: a built-in endpoint if one has the URL, otherwise the URL without an
    /// expectation. A repeated request begins another round, in which the other requests are cut off and show nothing.
    /// Fields of requests are left out, because no decision depends on them. The exchanges are in order of time.
    package init(importing exchanges: [Exchange], over snapshot: InterfaceSnapshot, provenance: Provenance) {
        var endpoints: [Question: Endpoint] = [:]
        var order: [Question] = []
        var rounds: [(start: Duration, delay: Duration, end: Duration, exchanges: [Exchange])] = []
        var askedInRound: Set<Question> = []
        for var item in exchanges {
            guard let http = item.exchange.request.http else { continue }
            let question = item.exchange.request.question.identity
            item.exchange.request.question = question
            if endpoints[question] == nil {
                endpoints[question] = Endpoint(asking: HTTPQuestion(http.url, method: http.method))
                order.append(question)
            }
            if rounds.isEmpty || askedInRound.contains(question) {
                // A round ends before the next one begins.
                let start = max(item.offset, rounds.last?.end ?? .zero)
                rounds.append((start, start - item.offset, start, []))
                askedInRound = []
            }
            askedInRound.insert(question)
            let last = rounds.endIndex - 1
            item.offset += rounds[last].delay - rounds[last].start
            rounds[last].end = max(rounds[last].end, rounds[last].start + item.offset + item.exchange.timings.total)
            rounds[last].exchanges.append(item)
        }
        self.init(
            provenance: provenance,
            events: [Event(at: .zero, .interfaces(snapshot))]
                + rounds.map { round in
                    let asked = Set(round.exchanges.map(\.exchange.request.question))
                    let missing = order.filter { !asked.contains($0) }.map { question in
                        ProbeExchange(
                            request: ProbeRequest(question),
                            outcome: .failure(ProbeFailure(.cutOff, detail: "it was not asked again")),
                            timings: ProbeExchange.Timings(total: round.end - round.start)
                        )
                    }
                    return Event(at: round.start, .round(round.exchanges + missing.map { Exchange($0) }))
                }
        )
        var configuration = PipelineConfiguration()
        configuration.endpoints = order.compactMap { endpoints[$0] }
        configuration.pool = []
        guard let written = try? JSON(encoding: configuration, isSparse: true) else {
            preconditionFailure("a configuration of endpoints without code can be written")
        }
        self.configuration = String(decoding: written.encoded(), as: UTF8.self)
    }
}

extension Endpoint {
    /// The built-in endpoint with this question, or an endpoint without an expectation.
    fileprivate init(asking question: HTTPQuestion) {
        if let known = Endpoint.known(at: question.url), known.question.identity == Question.http(question) {
            self = known
            // The device's address families are unknown, and a recorded request has no choice of family.
            family = nil
        } else {
            self.init(question.url, method: question.method)
        }
    }

    /// The built-in endpoint that is requested at a URL; browsers add a query to some.
    static func known(at url: HTTPURL) -> Endpoint? {
        if let builtIn = builtIn(at: url) { return builtIn }
        guard url.query != nil, let bare = try? HTTPURL(String(url.description.prefix { $0 != "?" })),
            var builtIn = builtIn(at: bare)
        else { return nil }
        builtIn.question = .http(HTTPQuestion(url))
        builtIn.name = url.description
        return builtIn
    }
}
