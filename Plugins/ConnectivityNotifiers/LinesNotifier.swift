public import ConnectivityCore
public import ConnectivityRegistry
public import ConnectivityText

/// Writes a line per event to standard output, standard error or a file.
///
/// In configuration it is `notifier.lines`; every option may be left out:
///
/// ```json
/// { "use": "notifier.lines", "file": "/var/log/connectivity.ndjson", "format": "json", "events": ["changed", "ended"] }
/// ```
///
/// - `to` is `output` (the default) or `error`: standard output or standard error.
/// - `file` is the path of a file in place of `to`. It is opened for each line, to append, and made if it is not there, so that
///   it can be moved away at any time.
/// - `format` is `text` (the default) or `json`.
/// - `events` lists what is written: `changed`, `confirmed`, `probe-ended`, `round-ended`, `ended`; by default `changed` and
///   `ended`.
///
/// A line of text has the time of writing, the event and a sentence, separated by two spaces. A line of JSON is an object with
/// `event`, `at`, `assessment`, `report` and `error`, null if the event has none; an assessment has all its evidence.
///
/// Writing waits for a reader that is slow, on a thread of its own. A thousand events may wait for it; more are dropped and
/// counted, and so are writes that fail.
public struct LinesNotifier: Notifier, Hashable {
    /// Where lines go.
    public struct Destination: Hashable, Sendable {
        enum Kind: Hashable {
            case output, error
            case file(String)
        }

        let kind: Kind

        /// Standard output.
        public static var output: Destination { Destination(kind: .output) }
        /// Standard error.
        public static var error: Destination { Destination(kind: .error) }
        /// A file, which lines are appended to.
        /// - Parameter path: The path; not empty.
        /// - Returns: The destination.
        public static func file(_ path: String) -> Destination {
            precondition(!path.isEmpty, "a file needs a path")
            return Destination(kind: .file(path))
        }
    }

    /// The names of the events in lines and options.
    enum Event: String, CaseIterable, Encodable, Described {
        case changed, confirmed
        case probeEnded = "probe-ended"
        case roundEnded = "round-ended"
        case ended

        /// The kind in mailboxes; `nil` for the end, which never waits in one.
        var kind: NotifierMailbox.Events? {
            switch self {
            case .changed: .changes
            case .confirmed: .confirmations
            case .probeEnded: .probes
            case .roundEnded: .rounds
            case .ended: nil
            }
        }
    }

    /// Where lines go.
    public let destination: Destination
    /// Whether lines are JSON objects, in place of text.
    public let isJSON: Bool
    /// The events that are written, besides the end of a run.
    public let events: NotifierMailbox.Events
    /// Whether the end of a run is written.
    public let writesEnd: Bool
    /// The sentences for reasons, in lines of text; one made from configuration has those of the registry.
    public var sentences = Sentences.standard

    /// Creates a notifier; nothing is opened before the first event.
    /// - Parameters:
    ///   - destination: Where lines go.
    ///   - isJSON: Whether lines are JSON objects, in place of text.
    ///   - events: The events to write, besides the end of a run.
    ///   - writesEnd: Whether to write the end of a run.
    public init(
        to destination: Destination = .output,
        isJSON: Bool = false,
        events: NotifierMailbox.Events = .changes,
        writesEnd: Bool = true
    ) {
        self.destination = destination
        self.isJSON = isJSON
        self.events = events
        self.writesEnd = writesEnd
    }

    public var mailbox: NotifierMailbox { .all(events, upTo: 1000) }

    /// Writes the change.
    /// - Parameter assessment: The new assessment.
    /// - Throws: ``LineFailure`` if the line cannot be written, `CancellationError` if the reader is slower than the run.
    public func assessmentChanged(_ assessment: Assessment) async throws {
        try await write(Line(.changed, assessment: assessment))
    }

    /// Writes the confirmation.
    /// - Parameter assessment: The assessment that was confirmed.
    /// - Throws: As ``assessmentChanged(_:)``.
    public func assessmentConfirmed(_ assessment: Assessment) async throws {
        try await write(Line(.confirmed, assessment: assessment))
    }

    /// Writes the end of a probe.
    /// - Parameter report: What was asked, what happened, and the verdict.
    /// - Throws: As ``assessmentChanged(_:)``.
    public func probeEnded(_ report: EndpointReport) async throws { try await write(Line(.probeEnded, report: report)) }

    /// Writes the end of a round.
    /// - Parameter assessment: What follows from the round.
    /// - Throws: As ``assessmentChanged(_:)``.
    public func roundEnded(_ assessment: Assessment) async throws {
        try await write(Line(.roundEnded, assessment: assessment))
    }

    /// Writes the end of the run.
    /// - Parameter error: The error of the source; `nil` if it did not fail.
    /// - Throws: As ``assessmentChanged(_:)``.
    public func runEnded(throwing error: (any Error)?) async throws {
        guard writesEnd else { return }
        try await write(Line(.ended, error: error.map { "\($0)".printable(limit: 400) }))
    }

    private func write(_ line: Line) async throws {
        try await LineWriter.write(isJSON ? try line.json : line.text(sentences), to: destination.kind)
    }
}

extension LinesNotifier: Configurable {
    public static var pluginID: PluginID { "notifier.lines" }

    private enum CodingKeys: CodingKey {
        case to, file, format, events
    }

    /// Reads the object described above, without `use`.
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a value is unknown, of another type, or both `to` and `file` are there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func fault(_ key: CodingKeys, _ text: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: text)
        }
        let to = try container.decodeIfPresent(String.self, forKey: .to)
        let file = try container.decodeIfPresent(String.self, forKey: .file)
        let destination: Destination
        switch (to, file) {
        case (nil, let file?):
            guard !file.isEmpty, !file.utf8.contains(0) else { throw fault(.file, "must be the path of a file") }
            destination = .file(file)
        case (_?, _?): throw fault(.file, "does not go with \"to\"")
        case ("output", nil), (nil, nil): destination = .output
        case ("error", nil): destination = .error
        default: throw fault(.to, "must be output or error")
        }
        let format = try container.decodeIfPresent(String.self, forKey: .format) ?? "text"
        guard format == "text" || format == "json" else { throw fault(.format, "must be text or json") }
        let names = try container.decodeIfPresent([String].self, forKey: .events) ?? ["changed", "ended"]
        let events = try names.map { name in
            guard let event = Event(rawValue: name) else {
                let known = Event.allCases.map(\.rawValue).joined(separator: ", ")
                throw fault(.events, "must be a list of these: \(known)")
            }
            return event
        }
        guard !events.isEmpty else { throw fault(.events, "must name at least one event") }
        self.init(
            to: destination,
            isJSON: format == "json",
            events: NotifierMailbox.Events(events.compactMap(\.kind)),
            writesEnd: events.contains(.ended)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch destination.kind {
        case .output: try container.encode("output", forKey: .to)
        case .error: try container.encode("error", forKey: .to)
        case .file(let path): try container.encode(path, forKey: .file)
        }
        try container.encode(isJSON ? "json" : "text", forKey: .format)
        let names = Event.allCases.filter { $0.kind.map(events.contains) ?? writesEnd }
        try container.encode(names.map(\.rawValue), forKey: .events)
    }
}

extension LinesNotifier {
    /// What a line of JSON is.
    package static var lineSchema: Schema { Line.schema }
}
