public import ConnectivityCore

/// What happened on a network over a time, and what must be concluded from it: a file that can be replayed.
///
/// The form is a JSON text of version 2, which `Fixtures/README.md` describes. It holds the time line (changes of the
/// interfaces, rounds with every request and its outcome, the assessments expected) and where all of it comes from.
/// Failures are recorded as responses are. Bodies come back byte for byte.
public struct SessionRecording: Hashable, Sendable {
    /// The version of the form that is written, and the only one that is read.
    package static let version = WireForm.version
    /// The largest file that is read, in bytes.
    package static let byteCountMax = 128 * 1024 * 1024

    /// Where a recording comes from and what was done to it.
    public struct Provenance: Hashable, Sendable {
        /// What was recorded, in words.
        public var source: String
        /// When the time line begins.
        public var recordedAt: Timestamp
        /// The program and version that recorded.
        public var tool: String
        /// The rules by which secrets were replaced, in words; empty where none were applied.
        public var redaction: [String]
        /// What a reader must know, such as a body that was left out or a verdict that replacing secrets changed.
        public var notes: [String]

        /// Creates a provenance.
        /// - Parameters:
        ///   - source: What was recorded, in words.
        ///   - recordedAt: When the time line begins.
        ///   - tool: The program and version that recorded.
        ///   - redaction: The rules by which secrets were replaced.
        ///   - notes: What a reader must know.
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

    /// One request and what became of it.
    public struct Exchange: Hashable, Sendable {
        /// From the beginning of the round to the request; not negative.
        public var offset: Duration
        /// The request, its outcome and its timings.
        public var exchange: ProbeExchange

        /// Creates an exchange.
        /// - Parameters:
        ///   - exchange: The request, its outcome and its timings.
        ///   - offset: From the beginning of the round to the request. Not negative.
        public init(_ exchange: ProbeExchange, offset: Duration = .zero) {
            precondition(offset >= .zero, "the offset of an exchange must not be negative")
            self.offset = offset
            self.exchange = exchange
        }
    }

    /// An assessment that must come out, as far as a program outside sees it.
    public struct Expectation: Hashable, Sendable {
        /// The name of the access, as in `InternetAccess.name`.
        public var access: String
        /// The stable name of the reason, as in `Reason.code`.
        public var code: String
        /// Where a person can sign in; `nil` where there is no portal or it names no place.
        public var signInURL: HTTPURL?
        /// What is expected of each path, where each is judged; otherwise empty.
        public var paths: [Path]

        /// What is expected of one path.
        public struct Path: Hashable, Sendable {
            /// The path.
            public var path: NetworkPath
            /// The name of the access over it.
            public var access: String
            /// The stable name of the reason.
            public var code: String

            /// Creates an expectation.
            /// - Parameters:
            ///   - path: The path.
            ///   - access: The name of the access over it.
            ///   - code: The stable name of the reason.
            package init(_ path: NetworkPath, access: String, code: String) {
                self.path = path
                self.access = access
                self.code = code
            }
        }

        /// Creates an expectation.
        /// - Parameters:
        ///   - access: The name of the access.
        ///   - code: The stable name of the reason.
        ///   - signInURL: Where a person can sign in.
        ///   - paths: What is expected of each path.
        package init(access: String, code: String, signInURL: HTTPURL? = nil, paths: [Path] = []) {
            self.access = access
            self.code = code
            self.signInURL = signInURL
            self.paths = paths
        }

        /// Creates the expectation that an assessment meets.
        /// - Parameter assessment: The assessment.
        public init(_ assessment: Assessment) {
            self.init(
                access: assessment.access.name,
                code: assessment.reason.code,
                signInURL: assessment.access.portal?.signInURL,
                paths: assessment.paths.map { Path($0.path, access: $0.access.name, code: $0.reason.code) }
            )
        }
    }

    /// Something on the time line.
    public enum Happening: Hashable, Sendable {
        /// The interfaces became these.
        case interfaces(InterfaceSnapshot)
        /// Requests were sent; by the beginning of the round they are on the time line.
        case round([Exchange])
        /// The assessment changed to this one, as told to notifiers.
        case expected(Expectation)
    }

    /// Something on the time line and when it happened.
    public struct Event: Hashable, Sendable {
        /// The time since the recording began; not negative.
        public var at: Duration
        /// What happened.
        public var happening: Happening
        /// What a round had for draws; zero where nothing was drawn, and of all else.
        public var seed: UInt32
        /// The times since a round began at which a wait ended and the round went on; empty of all else.
        public var waits: [Duration]

        /// Creates an event.
        /// - Parameters:
        ///   - at: The time since the recording began. Not negative.
        ///   - happening: What happened.
        ///   - seed: What a round had for draws.
        ///   - waits: The times since a round began at which a wait ended and the round went on.
        public init(at: Duration, _ happening: Happening, seed: UInt32 = 0, waits: [Duration] = []) {
            precondition(at >= .zero, "an event must not be before the beginning")
            self.at = at
            self.happening = happening
            self.seed = seed
            self.waits = waits
        }
    }

    /// Where the recording comes from.
    public var provenance: Provenance
    /// What decided: a pipeline configuration as a JSON text, which this module does not read; `nil` where none is known.
    public var configuration: String?
    /// What happened, in order.
    public var events: [Event]

    /// Creates a recording.
    /// - Parameters:
    ///   - provenance: Where it comes from.
    ///   - configuration: What decided, as a JSON object in text.
    ///   - events: What happened, in order.
    public init(provenance: Provenance, configuration: String? = nil, events: [Event]) {
        self.provenance = provenance
        self.configuration = configuration
        self.events = events
    }

    /// The assessments that must come out, in order.
    public var expectations: [Expectation] {
        events.compactMap { if case .expected(let expectation) = $0.happening { expectation } else { nil } }
    }

    /// Every exchange, in order, with the time of its request since the recording began.
    public var exchanges: [(at: Duration, exchange: ProbeExchange)] {
        events.flatMap { event -> [(at: Duration, exchange: ProbeExchange)] in
            guard case .round(let exchanges) = event.happening else { return [] }
            return exchanges.map { (event.at + $0.offset, $0.exchange) }
        }
    }
}

extension SessionRecording: Described {
    package static var schema: Schema { WrittenSession.schema }
}
