public import ConnectivityCore

// Who answers the questions of detectors: a recorded gateway, or the network itself.

/// A gateway that gives one recorded answer to every request over HTTP.
public struct RecordedGateway: Sendable {
    /// What questions over HTTPS meet, for which a gateway cannot answer.
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

    /// What it answers.
    public var response: ProbeResponse
    /// What questions over HTTPS meet.
    public var https: HTTPS
    /// What is recorded at other URLs, for redirects that lead there.
    public var pages: [HTTPURL: ProbeResponse]

    /// Creates a gateway.
    /// - Parameters:
    ///   - response: What it answers.
    ///   - https: What questions over HTTPS meet.
    ///   - pages: What is recorded at other URLs.
    public init(_ response: ProbeResponse, https: HTTPS = .fail, pages: [HTTPURL: ProbeResponse] = [:]) {
        self.response = response
        self.https = https
        self.pages = pages
    }

    /// Asks on behalf of detectors until each has concluded.
    /// - Parameter detectors: The detectors.
    /// - Returns: What each concludes, in their order.
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

/// The network itself, asked by a prober.
public struct LiveNetwork: Sendable {
    /// One URL that is asked in place of every question over HTTP, and what stands for the answers over HTTPS, which are
    /// then not sent.
    public typealias Substitute = (url: HTTPURL, https: RecordedGateway.HTTPS)

    /// Sends the requests.
    public var prober: any Prober
    /// The interface that the requests are bound to; `nil` leaves the way to the system.
    public var interface: String?
    /// The bounds of each request.
    public var limits: ProbeLimits
    /// What is asked instead; `nil` asks each client's own URLs.
    public var substitute: Substitute?

    /// Creates a network.
    /// - Parameters:
    ///   - prober: Sends the requests.
    ///   - interface: The interface that the requests are bound to.
    ///   - limits: The bounds of each request.
    ///   - substitute: What is asked instead.
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

    /// Asks on behalf of detectors until each has concluded, each request once and those of one step at the same time.
    ///
    /// - Parameter detectors: The detectors.
    /// - Returns: What each concludes, in their order; in a task that is cancelled, from requests that were cancelled.
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

    /// The request that is sent for a question; `nil` if none is.
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
