import ConnectivityCore
package import ConnectivityWire

// The file format has the encoding of assessments, without absent members. The format fixes the names of members,
// independent of the names in code.

extension SessionRecording {
    /// The value of the member `format`, which identifies the format of a file.
    static let format = "connectivity-session"

    /// Reads a recorded session from the contents of a file.
    ///
    /// Only files that ``encoded()`` could have written are accepted. Unknown versions, unknown or missing members,
    /// values out of range and events that are not in the order of time are errors. The layout, the zone and digits of
    /// times, and null for an absent member may differ.
    ///
    /// - Throws: The first ``SessionRecordingError``, with its position.
    public init(parsing bytes: [UInt8]) throws(SessionRecordingError) {
        let root = try JSON(file: bytes)
        guard root["format"]?.string == Self.format else { throw root.fault([], .notASession) }
        if let version = root["version"], version.whole() != Self.version {
            let written = version.text.printable(limit: 20)
            throw root.fault(["version"], .unknownVersion(written, known: Self.version))
        }
        let written: WrittenSession = try root.read()
        var last = Duration.zero
        for (index, event) in written.timeline.enumerated() {
            let path = ["timeline", "\(index)"]
            guard event.at >= last else {
                throw root.fault(path + ["at"], .value("is earlier than the previous event"))
            }
            let contents = [
                event.interfaces != nil, event.round != nil, event.skip != nil, event.observed != nil,
                event.expect != nil,
            ]
            guard contents.count(where: \.self) == 1 else {
                throw root.fault(
                    path,
                    .value("must have one of the members interfaces, round, skip, observed and expect")
                )
            }
            guard event.round != nil || event.seed == 0 && event.waits.isEmpty else {
                throw root.fault(path, .value("has seed or waits, which are allowed only with round"))
            }
            last = event.at
        }
        self.init(
            provenance: written.provenance,
            configuration: written.configuration?.json.text,
            events: written.timeline.map(\.event)
        )
    }

    /// Returns the recording as a file, which reads back equal except for values of cookies and credentials.
    ///
    /// The same recording always gives the same bytes. Only the values of cookies and credentials are left out;
    /// ``Redaction`` replaces other secrets. The limits of requests are not written, because no decision depends on them.
    public func encoded() -> [UInt8] {
        let configuration = configuration.flatMap { try? JSON(file: $0.utf8) }.map(WrittenObject.init)
        let written = WrittenSession(
            provenance: provenance,
            configuration: configuration,
            timeline: events.map(WrittenEvent.init)
        )
        guard let json = try? JSON(encoding: written, isSparse: true) else {
            preconditionFailure("a recording contains only encodable data")
        }
        return json.encoded(.pretty)
    }
}

/// The encoded form of a session.
struct WrittenSession: FieldCodable {
    var format = SessionRecording.format
    var version = SessionRecording.version
    var provenance = SessionRecording.Provenance(source: "", recordedAt: Timestamp(sinceEpoch: .zero), tool: "")
    var configuration: WrittenObject?
    var timeline: [WrittenEvent] = []

    static let fields = FieldTable(
        WrittenSession(),
        [
            .required("format", \.format),
            .required("version", \.version),
            .required("provenance", \.provenance),
            .optional("configuration", \.configuration),
            .required("timeline", \.timeline),
        ]
    )

    static var schema: Schema { fields.schema("Session") }
}

/// A JSON object with any members.
struct WrittenObject: Codable, SchemaProviding {
    private enum NoKey: CodingKey {}
    var json: JSON

    init(_ json: JSON) { self.json = json }

    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: NoKey.self)
        json = try JSON(from: decoder)
    }

    func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    static var schema: Schema { .map(.any) }
}

extension SessionRecording.Provenance: FieldCodable {
    package static let fields = FieldTable(
        Self(source: "", recordedAt: Timestamp(sinceEpoch: .zero), tool: ""),
        [
            .required("source", \.source),
            .required("recordedAt", \.recordedAt),
            .required("tool", \.tool),
            .required("redaction", \.redaction),
            .filled("notes", \.notes, []),
        ]
    )
}

/// The encoded form of an event: one of `interfaces`, `round`, `skip`, `observed` and `expect`, with the members
/// that belong to it.
struct WrittenEvent: FieldCodable {
    var at = Duration.zero
    var interfaces: [NetworkInterface]?
    var nameServers: [IPAddress] = []
    var systemConnectivity: InterfaceSnapshot.SystemConnectivity?
    var round: [SessionRecording.Exchange]?
    var seed: UInt32 = 0
    var waits: [Seconds] = []
    var skip: WrittenSkip?
    var observed: WrittenObservation?
    var expect: SessionRecording.Expectation?

    static let fields = FieldTable(
        WrittenEvent(),
        [
            .seconds("at", \.at, .notNegative),
            .optional("interfaces", \.interfaces),
            .filled("nameServers", \.nameServers, []),
            .optional("systemConnectivity", \.systemConnectivity),
            .optional("round", \.round),
            .filled("seed", \.seed, 0),
            .filled("waits", \.waits, []),
            .optional("skip", \.skip),
            .optional("observed", \.observed),
            .optional("expect", \.expect),
        ]
    )

    static var schema: Schema { fields.schema("Event") }
}

/// The statement of a companion about regular rounds, in JSON.
struct WrittenSkip: FieldCodable {
    var interface = ""
    var time = Duration.zero

    static let fields = FieldTable(
        WrittenSkip(),
        [.required("interface", \.interface), .seconds("seconds", \.time, .notNegative)]
    )

    static var schema: Schema { fields.schema("Skip") }
}

/// The encoded form of an observation, without its evidence.
struct WrittenObservation: FieldCodable {
    var observation = CompanionObservation("", of: "", "", because: Reason(""), at: Timestamp(sinceEpoch: .zero))

    init() {}

    init(_ observation: CompanionObservation) {
        self.observation = observation
        self.observation.evidence = []
    }

    static let fields = FieldTable(
        Self(),
        [
            .required("kind", \.observation.kind),
            .required("subject", \.observation.subject),
            .required("state", \.observation.state),
            .required("severity", \.observation.severity),
            .required("reason", \.observation.reason),
            .required("at", \.observation.at),
            .optional("since", \.observation.since),
            .filled("facts", \.observation.facts, [:]),
        ]
    )

    static var schema: Schema { fields.schema("RecordedObservation") }
}

extension WrittenEvent {
    fileprivate init(_ event: SessionRecording.Event) {
        at = event.at
        seed = event.seed
        waits = event.waits.map(Seconds.init)
        switch event.content {
        case .interfaces(let snapshot):
            interfaces = snapshot.interfaces
            nameServers = snapshot.nameServers
            systemConnectivity = snapshot.systemConnectivity
        case .round(let exchanges):
            round = exchanges.map { exchange in
                var copy = exchange
                copy.exchange.request.limits = ProbeRequest.Limits()
                return copy
            }
        case .skip(let interface, let time):
            skip = WrittenSkip(interface: interface, time: time)
        case .observed(let observation):
            observed = WrittenObservation(observation)
        case .expected(let expectation):
            expect = expectation
        }
    }

    fileprivate var event: SessionRecording.Event {
        let content: SessionRecording.Content
        if let round {
            content = .round(round)
        } else if let skip {
            content = .skip(on: skip.interface, for: skip.time)
        } else if let observed {
            content = .observed(observed.observation)
        } else if let expect {
            content = .expected(expect)
        } else {
            content = .interfaces(
                InterfaceSnapshot(interfaces ?? [], nameServers: nameServers, systemConnectivity: systemConnectivity)
            )
        }
        return SessionRecording.Event(at: at, content, seed: seed, waits: waits.map(\.duration))
    }
}

extension SessionRecording.Exchange: FieldCodable {
    package static let fields = FieldTable(
        Self(.unread),
        [.seconds("at", \.offset, .notNegative)],
        FieldTable<Self>.Field.inlined(ProbeExchange.fields, \.exchange)
    )

    package static var schema: Schema { fields.schema("RecordedExchange") }
}

extension SessionRecording.Expectation: FieldCodable {
    package static let fields = FieldTable(
        Self(access: "", code: ""),
        [
            .required("access", \.access),
            .required("code", \.code),
            .optional("signInURL", \.signInURL),
            .filled("paths", \.paths, []),
            .optional("cause", \.cause),
        ]
    )
}

extension SessionRecording.Expectation.Path: FieldCodable {
    package static let fields = FieldTable(
        Self(NetworkPath(interface: ""), access: "", code: ""),
        FieldTable<Self>.Field.inlined(NetworkPath.fields, \.path),
        [.required("access", \.access), .required("code", \.code)]
    )

    package static var schema: Schema { fields.schema("ExpectedPath") }
}
