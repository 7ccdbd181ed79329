package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityText
package import ConnectivityWire

/// Writes one line per event to standard output, standard error or a file.
///
/// Its configuration name is `notifier.lines`; every option may be omitted:
///
/// ```json
/// { "use": "notifier.lines", "to": "/var/log/connectivity.ndjson", "format": "json", "events": ["changed", "service"] }
/// ```
///
/// A line of text has the time of writing, the event and a sentence, separated by two spaces. A line of JSON is an object with
/// `version`, `type` (the event), `at`, `assessment`, `observation`, `report`, `error`, `restartsIn`, and `id` and `merged` of
/// ``HTTPNotifier``; times are in seconds, and a value that the event does not have is null. An assessment and a path include all
/// their evidence.
///
/// A dedicated thread waits for slow readers. Up to a thousand events wait in the mailbox; further events are dropped and
/// counted, and so are failed writes.
package struct LinesNotifier: Notifier, Hashable {
    package struct Destination: Hashable, Sendable {
        enum Kind: Hashable {
            case output, error
            case file(String)
        }

        let kind: Kind

        package static var output: Destination { Destination(kind: .output) }
        package static var error: Destination { Destination(kind: .error) }
        /// A file to which lines are appended; the path is not empty.
        package static func file(_ path: String) -> Destination {
            precondition(!path.isEmpty, "a file needs a path")
            return Destination(kind: .file(path))
        }

        static let form = FieldForm<String, Destination>(
            "must be output, error or the path of a file, such as ./events"
        ) { text in
            switch text {
            case "output": .output
            case "error": .error
            default: text.contains("/") && !text.utf8.contains(0) ? .file(text) : nil
            }
        } write: { destination in
            switch destination.kind {
            case .output: "output"
            case .error: "error"
            case .file(let path): path
            }
        }
    }

    /// The names of the events in lines and options.
    enum Event: String, CaseIterable, Encodable, SchemaProviding {
        case changed, confirmed
        case sourceFailed = "source-failed"
        case probeEnded = "probe-ended"
        case roundEnded = "round-ended"
        case observed
        case ended
        /// A sign of life of `notifier.http`, not an event of a pipeline.
        case heartbeat

        /// The events that an option can name.
        static let nameable = allCases.filter { $0 != .heartbeat }
        /// The names of the events of logs, if the option is missing.
        static let usual = ["changed", "observed", "source-failed", "ended"]

        /// The kind of the event in mailboxes; `nil` for the end of the run, which never waits in a mailbox.
        var kind: NotifierMailbox.Events? {
            switch self {
            case .changed: .changes
            case .confirmed: .confirmations
            case .sourceFailed: .sources
            case .probeEnded: .probes
            case .roundEnded: .rounds
            case .observed: .observations
            case .ended, .heartbeat: nil
            }
        }
    }

    package var destination = Destination.output
    package var isJSON = false
    /// The events to write.
    package var selection = EventSelection([.changes, .sources, .observations])
    /// The sentences for reasons in lines of text; a notifier created from a configuration uses those of the
    /// registry.
    package var sentences = Sentences()

    package var mailbox: NotifierMailbox { .all(selection.events, upTo: 1000).observing(selection.kinds) }
    package var requirements: [Requirement] {
        if case .file(let path) = destination.kind { [.writtenFile(path)] } else { [] }
    }

    /// Writes the event; throws `CancellationError` if the run ends before the line is accepted, otherwise ``LineFailure``.
    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment): try await write(Line(.changed, assessment: assessment))
        case .assessmentConfirmed(let assessment): try await write(Line(.confirmed, assessment: assessment))
        case .sourceFailed(let error, restartingAfter: let pause):
            try await write(Line(.sourceFailed, error: error, pause: pause))
        case .probeEnded(let report): try await write(Line(.probeEnded, report: report))
        case .roundEnded(let assessment): try await write(Line(.roundEnded, assessment: assessment))
        case .observed(let observation):
            // Programs also read the rest.
            guard observation.isChange, isJSON || observation.severity > .info else { return }
            try await write(Line(.observed, observation: observation))
        case .runEnded(throwing: let error): if selection.hasEnd { try await write(Line(.ended, error: error)) }
        case .runBegan, .runHandedOver: break
        }
    }

    private func write(_ line: Line) async throws {
        try await LineWriter.write(isJSON ? try line.json : line.text(sentences), to: destination.kind)
    }
}

extension LinesNotifier: Configurable, FieldCodable {
    package static var pluginID: PluginID { "notifier.lines" }
    package static var summary: String { "writes one line per event to the output or to a file" }

    package static let fields = FieldTable(
        Self(),
        [
            .converted("to", \.destination, Destination.form, usual: "output"),
            .converted(
                "format",
                \.isJSON,
                .named([("text", false), ("json", true)], "must be text or json"),
                usual: "text"
            ),
            .converted("events", \.selection, .events(of: Event.nameable), usual: Event.usual),
        ]
    )

    package static var lineSchema: Schema { Line.schema }
}
