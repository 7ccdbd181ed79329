import ConnectivityCore

extension Detector {
    /// The rule of Prometheus' blackbox_exporter with its module `http_2xx`.
    ///
    /// It follows up to ten redirects. A status from 200 to 299 of a complete response is a success, for any body. There is no
    /// state for a portal, and the page of a portal is a success. The exporter has no default target; the target here is that
    /// of its documentation. The rules of other modules for header, body, JSON, TLS and HTTP version are not modelled. Source:
    /// prometheus/blackbox_exporter 0.28.0, prober/http.go, blackbox.yml and README.md (e39d7d4).
    package static let blackboxExporter = Detector(
        name: "blackbox-exporter",
        system: "Prometheus: blackbox_exporter, module http_2xx",
        questions: [BlackboxExporter.question],
        expects: "2xx, after redirects",
        source: "prometheus/blackbox_exporter 0.28.0: prober/http.go, blackbox.yml (e39d7d4)",
        rule: BlackboxExporter.conclude
    )
}

private enum BlackboxExporter {
    static let question = Detector.Question.page(
        "http://prometheus.io/",
        "",
        ["User-Agent": "Blackbox-Exporter/0.28.0"]
    )

    static func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let landing = try answers.following([question])[0]
        switch landing.end {
        case .unknown: return DetectorConclusion(.inconclusive, "unknown", because: Detector.Landing.unknownReason)
        case .lost(let reason): return DetectorConclusion(.offline, "probe_success 0", because: reason)
        case .arrived: break
        }
        let isSuccess = landing.status.map { (200...299).contains($0) } ?? false
        return DetectorConclusion(
            isSuccess ? .online : .offline,
            "probe_success \(isSuccess ? 1 : 0)",
            because: landing.exchange.outline
        )
    }
}

extension Detector.Landing {
    /// The status of a complete response that does not redirect further.
    fileprivate var status: Int? {
        guard end == .arrived, case .success(.http(let response)) = exchange.outcome else { return nil }
        return response.status
    }
}
