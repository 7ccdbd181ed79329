package import ConnectivityCore
import ConnectivityRedaction
package import ConnectivityRegistry
package import ConnectivityText
package import ConnectivityWire

/// Writes events to the journal of systemd, with fields to search for and a level per access.
///
/// Its configuration name is `notifier.journal`; every option may be omitted:
///
/// ```json
/// { "use": "notifier.journal", "events": ["changed", "service"] }
/// ```
///
/// The level (`PRIORITY`, as in syslog(3)) is 4 (warning) for captive, blocked, unreachable and partial, 5 (notice) for online
/// and disconnected, 6 (info) while determining, and 7 (debug) for events that change nothing. An observation has the level 4 for
/// a warning, 5 for a notice and otherwise 6, and a failed source has the level 3 (error). The fields are the variables that
/// ``ProgramNotifier`` documents, such as `CONNECTIVITY_ACCESS=captive`, except the sign-in URL, which may identify a person.
/// Texts are redacted as in recordings: tokens, addresses of devices, and values with secret names are replaced.
///
/// Each entry is one datagram in the journal's native protocol ("Native Journal Protocol" in systemd's documentation).
package struct JournalNotifier: Notifier {
    package static let defaultSocket = "/run/systemd/journal/socket"
    /// Marks the entries of this package (`journalctl MESSAGE_ID=...`).
    private static let messageID = "8f4b1d2c6e0a4f5d9b7c3a1e5d2f8064"

    /// The identifier of the entries, for `journalctl -t`.
    private static let identifier = "connectivity"

    /// The events to write.
    package private(set) var selection: EventSelection
    /// The sentences for reasons; a notifier created from a configuration uses those of the registry.
    package var sentences = Sentences()
    private var socket: LocalAddress
    private let last = LastFinal()

    /// Creates a notifier; `nil` if the path of the socket is not absolute or longer than 103 bytes.
    ///
    /// The ends of probes are not written.
    package init?(
        events: NotifierMailbox.Events = [.changes, .observations, .sources],
        socket: String = Self.defaultSocket
    ) {
        guard let address = LocalAddress(path: socket) else { return nil }
        self.init(EventSelection(events.subtracting(.probes)), address)
    }

    package var mailbox: NotifierMailbox { .all(selection.events, upTo: 100).observing(selection.kinds) }
    package var requirements: [Requirement] { socket.file.map { [.socket($0)] } ?? [] }

    /// Writes the event; the state of an earlier run is used only as the previous event.
    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .runBegan(from: let earlier): if let earlier { last.change(to: earlier) }
        case .assessmentChanged(let assessment):
            guard let change = last.change(to: assessment) else { return }
            try await write(.changed, assessment, after: change.previous)
        case .assessmentConfirmed(let assessment):
            try await write(.confirmed, assessment, after: assessment.access.name)
        case .roundEnded(let assessment): try await write(.roundEnded, assessment, after: assessment.access.name)
        case .observed(let observation) where observation.isChange: try await write(observation)
        case .sourceFailed(let error, restartingAfter: let pause): try await write(error, restartingAfter: pause)
        case .runEnded(throwing: let error): try await end(error)
        default: break
        }
    }

    private func write(_ observation: CompanionObservation) async throws {
        let facts = EventFacts(observation.redacted, sentences)
        let level =
            switch observation.severity {
            case .info: 6
            case .notice: 5
            case .warning: 4
            }
        try await send(facts.sentence, level: level, facts.withoutURL)
    }

    private func write(_ error: any Error, restartingAfter pause: Duration) async throws {
        let message = "a source failed: \("\(error)".printable(limit: 400))"
        let event = LinesNotifier.Event.sourceFailed.rawValue
        try await send(
            "\(message); the source is started again in \(Int(pause.seconds)) s",
            level: 3,
            [(EventFacts.prefix + "EVENT", event)]
        )
    }

    private func end(_ error: (any Error)?) async throws {
        last.clear()
        guard selection.hasEnd else { return }
        let message = error.map { "the interfaces can no longer be observed: \("\($0)".printable(limit: 400))" }
        let event = LinesNotifier.Event.ended.rawValue
        try await send(
            message ?? "no longer watching",
            level: error == nil ? 6 : 3,
            [(EventFacts.prefix + "EVENT", event)]
        )
    }

    private func write(_ event: LinesNotifier.Event, _ assessment: Assessment, after previous: String?) async throws {
        var assessment = assessment
        assessment.reason = assessment.reason.redacted
        let facts = EventFacts(event.rawValue, assessment, previous: previous, sentences)
        let level = event == .changed ? assessment.access.level : 7
        // The conclusion also names what is not part of the reason, such as the portal's API.
        var redactor = TextRedactor(.standard)
        let fields = facts.withoutURL.map { ($0.name, redactor.redacted($0.value)) }
        try await send(redactor.redacted(facts.sentence), level: level, fields)
    }

    private func send(_ message: String, level: Int, _ fields: [(name: String, value: String)]) async throws {
        let common = [
            ("MESSAGE", message), ("MESSAGE_ID", Self.messageID), ("PRIORITY", "\(level)"),
            ("SYSLOG_IDENTIFIER", Self.identifier),
        ]
        // No value has a line break, so the simple form is sufficient.
        let lines = (common + fields.map { ($0.name, $0.value) }).map { "\($0)=\($1.printable(limit: 2000))\n" }
        try await Datagram.send(Array(lines.joined().utf8), to: socket)
    }
}

extension EventFacts {
    /// The facts without the sign-in URL, which may identify a person.
    fileprivate var withoutURL: [(name: String, value: String)] {
        values.filter { $0.name != Self.prefix + "PORTAL_URL" }
    }
}

extension InternetAccess {
    /// The level of a change to this access (syslog(3)).
    fileprivate var level: Int {
        switch self {
        case .captive, .blocked, .unreachable, .partial: 4
        case .online, .disconnected: 5
        case .determining: 6
        }
    }
}

extension JournalNotifier: Configurable, FieldCodable {
    package static var pluginID: PluginID { "notifier.journal" }
    package static var summary: String { "writes events to the journal of systemd, with fields and levels" }

    private static let eventNames: [LinesNotifier.Event] = [
        .changed, .confirmed, .sourceFailed, .roundEnded, .observed, .ended,
    ]

    package static let fields = FieldTable(
        Self(EventSelection(.changes), .unread),
        [
            .converted("events", \.selection, .events(of: eventNames), usual: LinesNotifier.Event.usual),
            .converted("socket", \.socket, .socket, usual: defaultSocket),
        ]
    )

    private init(_ selection: EventSelection, _ socket: LocalAddress) {
        (self.selection, self.socket) = (selection, socket)
    }
}
