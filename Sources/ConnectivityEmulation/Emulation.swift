public import ConnectivityCore

/// Several detectors on one network, with each request sent once.
///
/// A value that says what to ask and takes answers; it sends nothing itself:
///
/// ```swift
/// var emulation = Emulation(Detector.all)
/// while !emulation.questions.isEmpty {
///     emulation.add(emulation.questions.map(answer))
/// }
/// ```
public struct Emulation: Sendable {
    /// The detectors.
    public let detectors: [Detector]
    /// What must be asked next, each request once; empty once every detector has concluded.
    public private(set) var questions: [Detector.Question] = []
    /// The conclusions in the order of the detectors; `nil` for one that has not concluded.
    public private(set) var conclusions: [DetectorConclusion?]

    private var exchanges: [ProbeExchange] = []

    /// Creates an emulation.
    /// - Parameter detectors: The detectors.
    public init(_ detectors: [Detector]) {
        self.detectors = detectors
        conclusions = detectors.map { _ in nil }
        step()
    }

    /// Takes answers to questions.
    /// - Parameter answers: One exchange a question of ``questions``, with the question's URL, method, header fields and
    ///   family. A question without an answer is asked again.
    public mutating func add(_ answers: some Sequence<ProbeExchange>) {
        exchanges += answers
        step()
    }

    private mutating func step() {
        var asked: Set<ProbeRequest> = []
        questions = []
        for (index, detector) in detectors.enumerated() where conclusions[index] == nil {
            switch detector.step(after: exchanges) {
            case .conclude(let conclusion): conclusions[index] = conclusion
            case .ask(let more): questions += more.filter { asked.insert($0.request).inserted }
            }
        }
    }
}

extension Emulation {
    /// What every detector that has concluded concludes, in their order.
    public var findings: [DetectorFinding] {
        zip(detectors, conclusions).compactMap { detector, conclusion in
            conclusion.map { DetectorFinding(detector: detector, conclusion: $0) }
        }
    }
}

/// What one detector concludes.
public struct DetectorFinding: Sendable, Encodable {
    /// The detector.
    public let detector: Detector
    /// What it concludes.
    public let conclusion: DetectorConclusion

    private enum CodingKeys: CodingKey {
        case name, system, access, term, reason, signInURL
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(detector.name, forKey: .name)
        try container.encode(detector.system, forKey: .system)
        try container.encode(conclusion.access, forKey: .access)
        try container.encode(conclusion.term, forKey: .term)
        try container.encode(conclusion.reason, forKey: .reason)
        try container.encode(conclusion.signInURL, forKey: .signInURL)
    }
}

extension Detector {
    /// Every detector of this package.
    public static let all: [Detector] = [
        apple, android, chromeOS, chromium, firefox, networkManager, connMan, windows, connectivity, connectivityHTTP,
        hyperconnectivity,
    ]
}
