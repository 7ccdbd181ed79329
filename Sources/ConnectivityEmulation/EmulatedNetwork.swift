public import ConnectivityCore

// Sources of answers to the questions of detectors: a recorded gateway, or the network itself.

/// A gateway that gives one recorded answer to every request over HTTP.
public struct RecordedGateway: Sendable {
    /// The outcome of questions over HTTPS, which a gateway cannot answer.
    public enum HTTPS: String, Sendable, CaseIterable {
        /// The TLS handshake fails.
        case fail
        /// The endpoint itself answers.
        case genuine

        func outcome(_ question: Detector.Question) -> Result<ProbeResponse, ProbeFailure> {
            switch (self, question.genuine) {
            case (.genuine, let genuine?): .success(genuine)
            default: .failure(ProbeFailure(.tls(.unknownAuthority)))
            }
        }
    }

    /// The response to every request over HTTP.
    public var response: ProbeResponse
    /// The outcome of questions over HTTPS.
    public var https: HTTPS
    /// The recorded responses of other URLs, for redirects to them.
    public var pages: [HTTPURL: ProbeResponse]

    /// Creates a gateway.
    /// - Parameters:
    ///   - response: The response to every request over HTTP.
    ///   - https: The outcome of questions over HTTPS.
    ///   - pages: The recorded responses of other URLs.
    public init(_ response: ProbeResponse, https: HTTPS = .fail, pages: [HTTPURL: ProbeResponse] = [:]) {
        self.response = response
        self.https = https
        self.pages = pages
    }

    /// Answers the questions of detectors until each has concluded.
    /// - Parameter detectors: The detectors.
    /// - Returns: The finding of each detector, in the order of the detectors.
    public func findings(_ detectors: [Detector]) -> [DetectorFinding] {
        var emulation = Emulation(detectors)
        while !emulation.questions.isEmpty {
            emulation.add(emulation.questions.map { ProbeExchange(request: $0.request, outcome: outcome($0)) })
        }
        return emulation.findings
    }

    private func outcome(_ question: Detector.Question) -> Result<ProbeResponse, ProbeFailure> {
        let url = question.url
        guard question.genuine != nil else {
            return pages[url].map(Result.success) ?? .failure(ProbeFailure(.notRecorded))
        }
        return url.scheme == .https ? https.outcome(question) : .success(response)
    }
}

/// The network itself, which a prober asks.
public struct LiveNetwork: Sendable {
    /// A URL that is requested instead of every question over HTTP, and the outcome of questions over HTTPS.
    ///
    /// Questions over HTTPS are then not sent.
    public typealias Substitute = (url: HTTPURL, https: RecordedGateway.HTTPS)

    /// The prober that sends the requests.
    public var prober: any Prober
    /// The interface that the requests are bound to; `nil` leaves the choice to the system.
    public var interface: String?
    /// The limits of each request.
    public var limits: ProbeLimits
    /// The substitute for the clients' URLs; `nil` asks the URLs of each client.
    public var substitute: Substitute?

    /// Creates a network.
    /// - Parameters:
    ///   - prober: The prober that sends the requests.
    ///   - interface: The interface that the requests are bound to.
    ///   - limits: The limits of each request.
    ///   - substitute: The substitute for the clients' URLs.
    public init(
        prober: any Prober,
        interface: String? = nil,
        limits: ProbeLimits = ProbeLimits(),
        substitute: Substitute? = nil
    ) {
        self.prober = prober
        self.interface = interface
        self.limits = limits
        self.substitute = substitute
    }

    /// Asks the questions of detectors until each has concluded; each request is sent once.
    ///
    /// The requests of one step are sent at the same time.
    ///
    /// - Parameter detectors: The detectors.
    /// - Returns: The finding of each detector, in the order of the detectors. If the task is cancelled, the
    ///   findings follow from cancelled requests.
    public func findings(_ detectors: [Detector]) async -> [DetectorFinding] {
        var emulation = Emulation(detectors)
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
            guard request.url?.scheme == .http else { return nil }
            request.http?.url = substitute.url
            request.path.family = nil
        }
        return request
    }
}
