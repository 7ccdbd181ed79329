import ConnectivityCore
import ConnectivityText
import ConnectivityToolkit
import ConnectivityWire

/// One event as a line, without the line end.
struct Line: FieldEncodable {
    private let event: LinesNotifier.Event
    private let at: Timestamp
    @Shared private var assessment: Assessment?
    @Shared private var report: EndpointReport?
    @Shared private var observation: CompanionObservation?
    private let error: String?
    private let pause: Duration?

    init(
        _ event: LinesNotifier.Event,
        assessment: Assessment? = nil,
        report: EndpointReport? = nil,
        observation: CompanionObservation? = nil,
        error: (any Error)? = nil,
        pause: Duration? = nil
    ) {
        at = .system
        self.event = event
        self.assessment = assessment
        self.report = report
        self.observation = observation
        self.error = error.map { "\($0)".printable(limit: 400) }
        self.pause = pause
    }

    static let fields = FieldTable<Self>(
        writing: [
            .written("version") { _ in WireForm.version },
            .written("type") { $0.event },
            .written("at") { $0.at },
            .written("assessment") { $0.assessment },
            .written("observation") { $0.observation },
            .written("report") { $0.report },
            .written("error") { $0.error },
            .written("restartsIn") { $0.pause.map(Seconds.init) },
            // A ``Posting`` sets them.
            .written("id") { _ in String?.none },
            .written("merged") { _ in Int?.none },
        ]
    )

    static var schema: Schema { fields.schema("Event") }

    var json: String {
        get throws {
            try JSONOutput.text(of: self)
        }
    }

    func text(_ sentences: Sentences) -> String {
        "\(at)  \(event.rawValue)  \(sentence(sentences))".printable(limit: 1000)
    }

    private func sentence(_ sentences: Sentences) -> String {
        if let assessment {
            let interface = assessment.interface.map { " on \($0.name)" } ?? ""
            return "\(assessment.access.name)\(interface): \(assessment.conclusion(sentences))"
        }
        if let report {
            return
                "\(report.name) \(report.verdict.finding.rawValue): \(sentences.sentence(for: report.verdict.reason))"
        }
        if let observation { return observation.line(sentences) }
        let next = pause.map { "; it is started again in \(Int($0.seconds)) s" } ?? ""
        return error.map { "the interface source failed: \($0)\(next)" } ?? "no further events"
    }
}

extension Timestamp {
    /// The civil time of the system (`CLOCK_REALTIME`).
    static var system: Timestamp { Timestamp(sinceEpoch: CivilTime.sinceEpoch) }
}
