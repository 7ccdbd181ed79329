import ConnectivityEmulation
import ConnectivityKit

/// Answers the questions of detectors as a gateway would that gives one recorded answer to every request over HTTP.
struct RecordedGateway {
    /// What questions over HTTPS meet, for which a gateway cannot answer.
    enum HTTPS: String, CaseIterable {
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

    var response: ProbeResponse
    var https: HTTPS
    /// What is recorded at other URLs, for redirects that lead there.
    var pages: [HTTPURL: ProbeResponse]

    func findings(_ detectors: [Detector]) -> [DetectorFinding] {
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
