import ConnectivityEmulation
import ConnectivityKit

/// Answers the questions of detectors from a live network, each request sent once.
struct LiveEmulation {
    var prober: any Prober
    var interface: String?
    var limits: ProbeLimits
    /// What is asked in place of every question over HTTP; questions over HTTPS are then not sent.
    var substitute: HTTPURL?
    /// What stands for the answers over HTTPS where there is a substitute.
    var https: RecordedGateway.HTTPS

    /// Asks until every detector has concluded; each round ends within the time limit of a probe.
    func findings(_ detectors: [Detector]) async -> [DetectorFinding] {
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
                        return ProbeExchange(request: question.request, outcome: https.outcome(question))
                    }
                    answer.request = question.request
                    return answer
                }
            )
        }
        return emulation.findings
    }

    /// The request that is sent for a question; `nil` where none is.
    private func request(for question: Detector.Question) -> ProbeRequest? {
        var request = question.request
        request.path.interface = interface
        request.limits = limits
        if let substitute, question.genuine != nil {
            guard request.url?.scheme == .http else { return nil }
            request.http?.url = substitute
            request.path.family = nil
        }
        return request
    }
}
