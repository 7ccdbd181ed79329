package import ConnectivityCore

/// The live network, probed through a prober.
package struct LiveNetwork: Sendable {
    /// A URL in place of every question over HTTP, and the outcome of questions over HTTPS.
    ///
    /// Questions over HTTPS and to name servers are then not sent.
    package typealias Substitute = (url: HTTPURL, https: RecordedGateway.HTTPS)

    package var prober: any Prober
    /// The interface of the requests; `nil` leaves the choice to the system.
    package var interface: String?
    package var limits: ProbeRequest.Limits
    /// The substitute for the clients' URLs; `nil` requests the URLs of each client.
    package var substitute: Substitute?
    /// The facts that the device knows without questions.
    package var link: Detector.Link

    package init(
        prober: any Prober,
        interface: String? = nil,
        limits: ProbeRequest.Limits = ProbeRequest.Limits(),
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
    /// The requests of one step are simultaneous. The findings are in the order of the detectors; after a cancellation of the
    /// task, they follow from cancelled requests.
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

    /// Returns the request for a question; `nil` if none is sent.
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
