package import ConnectivityCore

/// A gateway with one recorded answer to every request over HTTP on port 80.
///
/// Questions to the network's own name servers receive the genuine answer, because the clients of a gateway that answers
/// over HTTP have looked up names.
package struct RecordedGateway: Sendable {
    /// The outcome of questions over HTTPS, which a gateway cannot answer.
    package enum HTTPS: String, Sendable, CaseIterable {
        /// The TLS handshake fails.
        case fail
        /// The endpoint itself answers.
        case genuine

        private static let untrusted = Result<Answer, ProbeFailure>.failure(ProbeFailure(.tls(.unknownAuthority)))

        func outcome(_ question: Detector.Question) -> Result<Answer, ProbeFailure> {
            let isAnswered = self == .genuine || question.reach == .names
            return isAnswered ? question.genuine ?? Self.untrusted : Self.untrusted
        }
    }

    /// The response to every request over HTTP.
    package var response: ProbeResponse
    /// The outcome of questions over HTTPS.
    package var https: HTTPS
    /// The recorded responses of other URLs, for redirects and for a captive portal API.
    package var pages: [HTTPURL: ProbeResponse]
    /// The facts that the device of the clients knows without questions.
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
        return question.reach == .plain ? .success(response.answer) : https.outcome(question)
    }
}

extension Detector.Question {
    /// The hosts that can answer in place of the endpoint.
    enum Reach {
        /// A request over HTTP, which every gateway can answer.
        case plain
        /// A request over HTTPS, for which a gateway has no certificate.
        case secured
        /// A question to the network's own name servers, which portals answer, because clients need names.
        case names
    }

    var reach: Reach {
        guard let url else { return .names }
        return url.scheme == .https ? .secured : .plain
    }
}
