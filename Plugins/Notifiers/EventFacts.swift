import ConnectivityCore
import ConnectivityText
import ConnectivityToolkit

/// The important facts of an event, by name, for programs and journals; each value is printable and short.
struct EventFacts: Sendable {
    /// The prefix of the names in the environment and in the journal.
    static let prefix = "CONNECTIVITY_"
    private static let characterCountMax = 1000

    private(set) var values: [(name: String, value: String)] = []
    /// One line for people: the access, the interface, and the reason.
    let sentence: String

    /// `previous` is the name of the access that was reported before; `nil` without one.
    init(_ event: String, _ assessment: Assessment, previous: String?, _ sentences: Sentences) {
        let why = assessment.conclusion(sentences)
        let place = assessment.interface.map { " on \($0.name)" } ?? ""
        sentence = "\(assessment.access.name)\(place): \(why)".printable(limit: Self.characterCountMax)
        add("EVENT", event)
        add("ACCESS", assessment.access.name)
        add("PREVIOUS_ACCESS", previous)
        add("REASON", assessment.reason.code)
        add("TEXT", why)
        add("INTERFACE", assessment.interface?.name)
        add("INTERFACE_KIND", assessment.interface?.kind.rawValue)
        add("SINCE", assessment.since.description)
        add("CONFIRMED_AT", assessment.confirmedAt?.description)
        add("QUALITY", assessment.quality.flatMap { $0.level == .unknown ? nil : $0.level.rawValue })
        add("PORTAL_URL", assessment.access.portal?.signInURL?.description)
    }

    init(_ observation: CompanionObservation, _ sentences: Sentences) {
        sentence = observation.line(sentences).printable(limit: Self.characterCountMax)
        add("EVENT", LinesNotifier.Event.observed.rawValue)
        add("KIND", observation.kind)
        add("SUBJECT", observation.subject)
        add("STATE", observation.state)
        add("SEVERITY", observation.severity.rawValue)
        add("REASON", observation.reason.code)
        add("TEXT", sentences.sentence(for: observation.reason))
        add("ADVICE", observation.advice(sentences))
        add("SINCE", observation.since?.description)
    }

    private mutating func add(_ name: String, _ value: String?) {
        // A shortened URL would lead elsewhere.
        guard let value, name != "PORTAL_URL" || value.unicodeScalars.count <= Self.characterCountMax else { return }
        values.append((Self.prefix + name, value.printable(limit: Self.characterCountMax)))
    }
}

/// The last final assessment of a run, for notifiers that act on final ones: a preliminary one would be a second event.
final class LastFinal: Sendable {
    struct Change {
        /// The name of the previous access; `nil` without one.
        var previous: String?
    }

    /// The last final assessment, and whether a preliminary one followed.
    private let held = Lock<(last: Assessment?, isDoubted: Bool)>((nil, false))

    /// Stores an assessment; `nil` if it is preliminary, or only takes a preliminary one back.
    @discardableResult
    func change(to assessment: Assessment) -> Change? {
        held.withLock { held in
            let isSame = held.last.map(assessment.concludesSame) ?? false
            let isBack = held.isDoubted && isSame
            held.isDoubted = !assessment.isFinal
            guard assessment.isFinal, !isBack else { return nil }
            defer { held.last = assessment.withoutEvidence }
            return Change(previous: held.last?.access.name)
        }
    }

    func clear() { held.withLock { $0 = (nil, false) } }
}
