public import ConnectivityCore
package import ConnectivityWire

/// A recording of the events on a network and of the assessments that must follow, which can be stored and replayed.
///
/// The file format is JSON, version 3; `Fixtures/README.md` describes it. It holds the time line (changes of the
/// interfaces, rounds with every request and its outcome, the expected assessments) and the origin of the recording.
/// Failures are recorded like responses. Bodies are preserved byte for byte.
public struct SessionRecording: Hashable, Sendable {
    /// The version of the format that is written, and the only one that is read.
    package static let version = WireForm.version
    package static let byteCountMax = 128 * 1024 * 1024

    /// The origin of a recording and the changes made to it.
    public struct Provenance: Hashable, Sendable {
        /// A text that describes the subject of the recording.
        public var source: String
        /// The time at which the time line begins.
        public var recordedAt: Timestamp
        /// The program that made the recording, with its version.
        public var tool: String
        /// The rules by which secrets were replaced, as text; empty if no rules were applied.
        public var redaction: [String]
        /// Notes for the reader, for example about a body that was left out or a verdict that redaction changed.
        public var notes: [String]

        /// Creates a provenance.
        public init(
            source: String,
            recordedAt: Timestamp,
            tool: String,
            redaction: [String] = [],
            notes: [String] = []
        ) {
            self.source = source
            self.recordedAt = recordedAt
            self.tool = tool
            self.redaction = redaction
            self.notes = notes
        }
    }

    /// One request and its outcome.
    public struct Exchange: Hashable, Sendable {
        /// The time from the start of the round to the request; not negative.
        public var offset: Duration
        /// The request, its outcome and its timings.
        public var exchange: ProbeExchange

        /// Creates an exchange.
        public init(_ exchange: ProbeExchange, offset: Duration = .zero) {
            precondition(offset >= .zero, "the offset of an exchange must not be negative")
            self.offset = offset
            self.exchange = exchange
        }
    }

    /// An expected assessment, reduced to the parts that are visible to other programs.
    public struct Expectation: Hashable, Sendable {
        /// The name of the access, as in `InternetAccess.name`.
        public var access: String
        /// The stable code of the reason, as in `Reason.code`.
        public var code: String
        /// The URL where a person can sign in; `nil` if there is no portal or its sign-in URL is unknown.
        public var signInURL: HTTPURL?
        /// The expectations for single paths, if each path is judged; otherwise empty.
        public var paths: [Path]
        /// The code of the most likely cause of a diagnosis, if it is likelier than any other; `nil` if none is stated.
        ///
        /// A replay does not compare it, because a diagnosis is not part of a replay.
        package var cause: String?

        /// The part that a replay compares.
        package var compared: Self {
            var copy = self
            copy.cause = nil
            return copy
        }

        /// The expectation for one path.
        public struct Path: Hashable, Sendable {
            /// The path.
            public var path: NetworkPath
            /// The name of the access over the path.
            public var access: String
            /// The stable code of the reason.
            public var code: String

            package init(_ path: NetworkPath, access: String, code: String) {
                self.path = path
                self.access = access
                self.code = code
            }
        }

        package init(access: String, code: String, signInURL: HTTPURL? = nil, paths: [Path] = []) {
            self.access = access
            self.code = code
            self.signInURL = signInURL
            self.paths = paths
        }

        /// Creates the expectation that an assessment meets.
        public init(_ assessment: Assessment) {
            self.init(
                access: assessment.access.name,
                code: assessment.reason.code,
                signInURL: assessment.access.portal?.signInURL,
                paths: assessment.separatePaths.map { Path($0.path, access: $0.access.name, code: $0.reason.code) }
            )
        }
    }

    /// The content of an event on the time line.
    public enum Content: Hashable, Sendable {
        /// The interfaces changed to this snapshot.
        case interfaces(InterfaceSnapshot)
        /// A round sent these requests; the time of the event is the start of the round.
        case round([Exchange])
        /// A companion reported an interface as unchanged (``ConnectivityCore/CompanionEffect/skip(on:for:)``).
        case skip(on: String, for: Duration)
        /// A companion reported an observation; a file does not have its evidence.
        case observed(CompanionObservation)
        /// The assessment changed to this one, as notifiers receive it.
        case expected(Expectation)
    }

    /// An event on the time line with its time.
    public struct Event: Hashable, Sendable {
        /// The time since the recording began; not negative.
        public var at: Duration
        /// The content of the event.
        public var content: Content
        /// The random seed of a round; zero for other events, and if nothing was chosen at random.
        public var seed: UInt32
        /// The times since the start of the round at which a wait of the policy ended and the round continued; empty
        /// for other events.
        public var waits: [Duration]

        /// Creates an event.
        public init(at: Duration, _ content: Content, seed: UInt32 = 0, waits: [Duration] = []) {
            precondition(at >= .zero, "the offset of an event must not be negative")
            self.at = at
            self.content = content
            self.seed = seed
            self.waits = waits
        }
    }

    /// The origin of the recording.
    public var provenance: Provenance
    /// The configuration of the pipeline that decided, as JSON text, which this module does not read; `nil` if it is unknown.
    public var configuration: String?
    /// The events, in order of time.
    public var events: [Event]

    /// Creates a recording.
    public init(provenance: Provenance, configuration: String? = nil, events: [Event]) {
        self.provenance = provenance
        self.configuration = configuration
        self.events = events
    }

    /// The expected assessments, in order.
    public var expectations: [Expectation] {
        events.compactMap { if case .expected(let expectation) = $0.content { expectation } else { nil } }
    }

    /// All exchanges, in order, each with the time of its request since the recording began.
    public var exchanges: [(at: Duration, exchange: ProbeExchange)] {
        events.flatMap { event -> [(at: Duration, exchange: ProbeExchange)] in
            guard case .round(let exchanges) = event.content else { return [] }
            return exchanges.map { (event.at + $0.offset, $0.exchange) }
        }
    }
}

extension SessionRecording: SchemaProviding {
    package static var schema: Schema { WrittenSession.schema }
}
