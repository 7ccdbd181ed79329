package import ConnectivityCore

// Sources of answers to the questions of detectors: a recorded gateway, or the network itself.

/// A gateway that gives one recorded answer to every request over HTTP on port 80.
///
/// Questions to the network's own name servers get the genuine answer, because the clients of a gateway that answers
/// over HTTP have looked up names.
package struct RecordedGateway: Sendable {
    /// The outcome of questions that a gateway cannot answer: over HTTPS, and to other ports of servers on the Internet.
    package enum HTTPS: String, Sendable, CaseIterable {
        /// The TLS handshake fails, and other connections time out.
        case fail
        /// The endpoint itself answers.
        case genuine

        func outcome(_ question: Detector.Question) -> Result<Answer, ProbeFailure> {
            switch (self, question.genuine, question.reach) {
            case (.genuine, let genuine?, _), (.fail, let genuine?, .names): genuine
            case (_, _, .others): .failure(ProbeFailure(.timedOut(.connect)))
            default: .failure(ProbeFailure(.tls(.unknownAuthority)))
            }
        }
    }

    /// The response to every request over HTTP.
    package var response: ProbeResponse
    /// The outcome of questions over HTTPS and to other ports.
    package var https: HTTPS
    /// The recorded responses of other URLs, for redirects to them and for a captive portal API.
    package var pages: [HTTPURL: ProbeResponse]
    /// What the clients' machine knows without asking.
    package var link: Detector.Link

    package init(
        _ response: ProbeResponse,
        https: HTTPS = .fail,
        pages: [HTTPURL: ProbeResponse] = [:],
        link: Detector.Link = Detector.Link()
    ) {
        self.response = response
        self.https = https
        self.pages = pages
        self.link = link
    }

    /// Answers the questions of detectors until each has concluded; the findings are in the order of the detectors.
    package func findings(_ detectors: [Detector]) -> [DetectorFinding] {
        var emulation = Emulation(detectors, on: link)
        emulation.run(outcome)
        return emulation.findings
    }

    private func outcome(_ question: Detector.Question) -> Result<Answer, ProbeFailure> {
        guard question.genuine != nil else {
            let page = question.url.flatMap { pages[$0] }
            return page.map { .success($0.answer) } ?? .failure(ProbeFailure(.notRecorded))
        }
        return question.reach == .plain ? .success(response.answer).asked(by: question) : https.outcome(question)
    }
}

extension Detector.Question {
    /// Who can answer a question instead of its endpoint.
    enum Reach {
        /// A request over HTTP to port 80, which every gateway can answer.
        case plain
        /// A request over HTTPS, for which a gateway has no certificate.
        case secured
        /// A connection to another port, or a question to a name server on the Internet.
        case others
        /// A question to the network's own name servers, which portals answer, because they need names looked up.
        case names
    }

    var reach: Reach {
        guard let url else {
            if case .other(_, let facts) = request.question, facts["server"] != nil { return .others }
            return .names
        }
        return url.scheme == .https ? .secured : url.port ?? 80 == 80 ? .plain : .others
    }
}

extension Result<Answer, ProbeFailure> {
    /// The outcome as a question with its method gets it: the answer to HEAD has no body.
    func asked(by question: Detector.Question) -> Self {
        guard question.request.http?.method == .head, case .success(.http(var response)) = self else { return self }
        response.body = []
        return .success(.http(response))
    }
}

/// The network itself, which a prober asks.
package struct LiveNetwork: Sendable {
    /// A URL that is requested instead of every question over HTTP, and the outcome of questions over HTTPS.
    ///
    /// Questions over HTTPS, to other ports and to name servers are then not sent.
    package typealias Substitute = (url: HTTPURL, https: RecordedGateway.HTTPS)

    package var prober: any Prober
    /// The interface that the requests are bound to; `nil` leaves the choice to the system.
    package var interface: String?
    package var limits: ProbeLimits
    /// The substitute for the clients' URLs; `nil` asks the URLs of each client.
    package var substitute: Substitute?
    /// What the machine knows without asking.
    package var link: Detector.Link

    package init(
        prober: any Prober,
        interface: String? = nil,
        limits: ProbeLimits = ProbeLimits(),
        substitute: Substitute? = nil,
        link: Detector.Link = Detector.Link()
    ) {
        self.prober = prober
        self.interface = interface
        self.limits = limits
        self.substitute = substitute
        self.link = link
    }

    /// Asks the questions of detectors until each has concluded; each request is sent once.
    ///
    /// The requests of one step are sent at the same time. The findings are in the order of the detectors; if the task
    /// is cancelled, they follow from cancelled requests.
    package func findings(_ detectors: [Detector]) async -> [DetectorFinding] {
        var emulation = Emulation(detectors, on: link)
        var answers: [ProbeRequest: ProbeExchange] = [:]
        while !emulation.questions.isEmpty {
            let requests = Set(emulation.questions.compactMap(request)).subtracting(answers.keys)
            await withTaskGroup(of: (ProbeRequest, ProbeExchange).self) { group in
                for request in requests {
                    group.addTask { [prober] in (request, await prober.probe(request)) }
                }
                for await (request, exchange) in group { answers[request] = exchange }
            }
            emulation.add(
                emulation.questions.map { question in
                    guard let request = request(for: question), var answer = answers[request] else {
                        let https = substitute?.https ?? .fail
                        return ProbeExchange(request: question.request, outcome: https.outcome(question))
                    }
                    answer.request = question.request
                    return answer
                }
            )
        }
        return emulation.findings
    }

    /// Returns the request that is sent for a question; `nil` if none is sent.
    private func request(for question: Detector.Question) -> ProbeRequest? {
        var request = question.request
        request.path.interface = interface
        request.limits = limits
        if let substitute, question.genuine != nil {
            guard question.reach == .plain else { return nil }
            request.http?.url = substitute.url
            request.path.family = nil
        }
        return request
    }
}
