package import ConnectivityCore

/// An emulation of several detectors on one network, in which each request is sent only once.
///
/// It supplies the requests and receives the answers; it sends nothing itself:
///
/// ```swift
/// var emulation = Emulation(Detector.all)
/// while !emulation.questions.isEmpty {
///     emulation.add(emulation.questions.map(answer))
/// }
/// ```
package struct Emulation: Sendable {
    package let detectors: [Detector]
    /// The next questions, each request once; empty when every detector has concluded.
    package private(set) var questions: [Detector.Question] = []
    /// The conclusions in the order of the detectors; `nil` without a conclusion.
    package private(set) var conclusions: [DetectorConclusion?]

    private let link: Detector.Link
    private var exchanges: [ProbeExchange] = []

    package init(_ detectors: [Detector], on link: Detector.Link = Detector.Link()) {
        self.detectors = detectors
        self.link = link
        conclusions = detectors.map { _ in nil }
        step()
    }

    /// Adds one exchange per question in ``questions``, with its content and family.
    ///
    /// A question without an answer is repeated.
    package mutating func add(_ answers: some Sequence<ProbeExchange>) {
        exchanges += answers
        step()
    }

    /// Answers questions until every detector has concluded.
    mutating func run(_ answer: (Detector.Question) -> Result<Answer, ProbeFailure>) {
        while !questions.isEmpty {
            add(questions.map { ProbeExchange(request: $0.request, outcome: answer($0)) })
        }
    }

    private mutating func step() {
        var asked: Set<ProbeRequest> = []
        questions = []
        for (index, detector) in detectors.enumerated() where conclusions[index] == nil {
            switch detector.step(after: exchanges, on: link) {
            case .conclude(let conclusion): conclusions[index] = conclusion
            case .ask(let more): questions += more.filter { asked.insert($0.request).inserted }
            }
        }
    }

    /// The findings of the detectors with a conclusion, in their order.
    package var findings: [DetectorFinding] {
        zip(detectors, conclusions).compactMap { detector, conclusion in
            conclusion.map { DetectorFinding(detector: detector, conclusion: $0) }
        }
    }
}

/// The conclusion of one detector.
package struct DetectorFinding: Sendable, Encodable {
    package let detector: Detector
    package let conclusion: DetectorConclusion

    private enum CodingKeys: CodingKey {
        case name, system, access, term, reason, signInURL, venueInfoURL
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(detector.name, forKey: .name)
        try container.encode(detector.system, forKey: .system)
        try container.encode(conclusion.access, forKey: .access)
        try container.encode(conclusion.term, forKey: .term)
        try container.encode(conclusion.reason, forKey: .reason)
        try container.encode(conclusion.signInURL, forKey: .signInURL)
        try container.encode(conclusion.venueInfoURL, forKey: .venueInfoURL)
    }
}

extension Detector {
    package static let all: [Detector] =
        [apple, android, chromeOS, chromium, firefox, networkManager] + networkManagers + [
            connMan, windows, windows10, tailscale, portmaster, mozillaVPN, travelmate, blackboxExporter, connectivity,
            connectivityHTTP,
            hyperconnectivity,
        ]
}
