import ConnectivityCore

// Version 1 of the form, as it is read. The names here are those of files and do not follow the names in code.

extension SessionRecording {
    /// The text under `format` by which a file says what it is.
    static let format = "connectivity-session"

    /// Reads a recorded session.
    ///
    /// Refused is whatever ``encoded()`` would not write, but for layout, the zone and digits of a time, and null in place of
    /// what may be absent: an unknown version, unknown and missing members, values out of range, and a time line that runs
    /// backwards.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: The first ``SessionRecordingError`` met, with its place.
    public init(parsing bytes: [UInt8]) throws(SessionRecordingError) {
        let root = try JSON(file: bytes)
        guard root["format"]?.string == Self.format else { throw root.fault([], .notASession) }
        if let version = root["version"], version.whole() != Self.version {
            let written = version.text.printable(limit: 20)
            throw root.fault(["version"], .unknownVersion(written, known: Self.version))
        }
        let written: WrittenSession = try root.read()
        var events: [Event] = []
        for (index, event) in written.timeline.enumerated() {
            let path = ["timeline", "\(index)"]
            guard event.at.duration >= events.last?.at ?? .zero else {
                throw root.fault(path + ["at"], .value("is before the event in front of it"))
            }
            let found = event.happenings
            guard found.count == 1, let happening = found.first else {
                throw root.fault(path, .value("must have one of interfaces, round and expect"))
            }
            guard event.seed == nil || event.round != nil && event.seed != 0 else {
                throw root.fault(path + ["seed"], .value("is for a round, and not 0"))
            }
            guard event.waits == nil || event.round != nil && event.waits?.isEmpty == false else {
                throw root.fault(path + ["waits"], .value("is for a round, and not empty"))
            }
            let waits = event.waits?.map(\.duration) ?? []
            events.append(Event(at: event.at.duration, happening, seed: event.seed ?? 0, waits: waits))
        }
        self.init(
            provenance: written.provenance.provenance,
            configuration: written.configuration?.json.text,
            events: events
        )
    }
}

private struct WrittenSession: Decodable {
    var format: String
    var version: Int
    var provenance: WrittenProvenance
    var configuration: WrittenObject?
    var timeline: [WrittenEvent]
}

/// An object of any members.
private struct WrittenObject: Decodable {
    private enum NoKey: CodingKey {}
    var json: JSON

    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: NoKey.self)
        json = try JSON(from: decoder)
    }
}

private struct WrittenProvenance: Decodable {
    var source: String
    var recordedAt: Timestamp
    var tool: String
    var redaction: [String]
    var notes: [String]?

    var provenance: SessionRecording.Provenance {
        .init(source: source, recordedAt: recordedAt, tool: tool, redaction: redaction, notes: notes ?? [])
    }
}

private struct WrittenEvent: Decodable {
    var at: WrittenSeconds
    var interfaces: [Interface]?
    var nameServers: [IPAddress]?
    var systemConnectivity: SystemConnectivity?
    var round: [WrittenExchange]?
    var seed: UInt32?
    var waits: [WrittenSeconds]?
    var expect: WrittenExpectation?

    var happenings: [SessionRecording.Happening] {
        let snapshot = interfaces.map { interfaces in
            InterfaceSnapshot(interfaces, nameServers: nameServers ?? [], systemConnectivity: systemConnectivity)
        }
        return [
            snapshot.map { .interfaces($0) }, round.map { .round($0.map(\.exchange)) },
            expect.map { .expected($0.expectation) },
        ]
        .compactMap(\.self)
    }
}

private struct WrittenExpectation: Decodable {
    struct Path: Decodable {
        var interface: String
        var family: AddressFamily?
        var access: String
        var code: String
    }

    var access: String
    var code: String
    var signInURL: HTTPURL?
    var paths: [Path]?

    var expectation: SessionRecording.Expectation {
        let paths = (paths ?? []).map { path in
            let network = NetworkPath(interface: path.interface, family: path.family)
            return SessionRecording.Expectation.Path(network, access: path.access, code: path.code)
        }
        return SessionRecording.Expectation(access: access, code: code, signInURL: signInURL, paths: paths)
    }
}

private struct WrittenExchange: Decodable {
    private struct Members: Decodable {
        var at: WrittenSeconds
        var request: WrittenRequest
        var response: WrittenResponse?
        var answer: WrittenFacts?
        var failure: WrittenFailure?
        var remoteAddress: IPAddress?
        var caveats: [PathCaveat]?
        var timings: WrittenTimings
    }

    var exchange: SessionRecording.Exchange

    init(from decoder: any Decoder) throws {
        let written = try Members(from: decoder)
        let response = written.response?.response
        let outcome: Result<Answer, ProbeFailure>
        if let failure = written.failure {
            var fault = failure.failure
            fault.partialResponse = response
            outcome = .failure(fault)
        } else if let response {
            outcome = .success(.http(response))
        } else if let answer = written.answer {
            outcome = .success(.other(answer.kind, answer.facts))
        } else {
            let detail = "has neither a response, an answer nor a failure"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: detail))
        }
        let exchange = ProbeExchange(
            request: written.request.request,
            outcome: outcome,
            remoteAddress: written.remoteAddress,
            caveats: written.caveats ?? [],
            timings: written.timings.timings
        )
        self.exchange = SessionRecording.Exchange(exchange, offset: written.at.duration)
    }
}

private struct WrittenRequest: Decodable {
    private enum CodingKeys: CodingKey {
        case question, method, url, headers, interface, family, nameServers, addresses
    }

    var request: ProbeRequest

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let question: Question
        if let written = try container.decodeIfPresent(WrittenFacts.self, forKey: .question) {
            question = .other(written.kind, written.facts)
        } else {
            let method = try container.decode(HTTPQuestion.Method.self, forKey: .method)
            let url = try container.decode(HTTPURL.self, forKey: .url)
            let fields = try container.decodeIfPresent([WrittenField].self, forKey: .headers) ?? []
            question = .http(HTTPQuestion(url, method: method, headers: HeaderFields(fields.map(\.field))))
        }
        let path = ProbePath(
            interface: try container.decodeIfPresent(String.self, forKey: .interface),
            family: try container.decodeIfPresent(AddressFamily.self, forKey: .family),
            nameServers: try container.decodeIfPresent([IPAddress].self, forKey: .nameServers) ?? [],
            addresses: try container.decodeIfPresent([IPAddress].self, forKey: .addresses) ?? []
        )
        request = ProbeRequest(question, path: path)
    }
}

/// A header field: a list of its name and its value.
private struct WrittenField: Decodable {
    var field: HeaderFields.Field

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let parts = try container.decode([String].self)
        guard parts.count == 2 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "must be a name and a value")
        }
        field = HeaderFields.Field(name: parts[0], value: parts[1])
    }
}

private struct WrittenResponse: Decodable {
    private enum CodingKeys: CodingKey { case status, headers, body, bodyBase64, isCut }
    var response: ProbeResponse

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        response = ProbeResponse(status: try container.decode(Int.self, forKey: .status))
        guard (100...999).contains(response.status) else {
            throw container.refusal(.status, "must be a whole number from 100 through 999")
        }
        response.headers = HeaderFields(
            try container.decodeIfPresent([WrittenField].self, forKey: .headers)?.map(\.field) ?? []
        )
        let base64 = try container.decodeIfPresent(String.self, forKey: .bodyBase64)
        if let text = try container.decodeIfPresent(String.self, forKey: .body) {
            response.body = Array(text.utf8)
        } else if let base64 {
            guard let body = Base64.decoded(base64) else { throw container.refusal(.bodyBase64, "is no Base64") }
            response.body = body
        }
        if try container.decodeIfPresent(Bool.self, forKey: .isCut) == true { response.completeness = .cutAtLimit }
    }
}

private struct WrittenFailure: Decodable {
    private enum CodingKeys: CodingKey { case kind, detail, facts }
    var failure: ProbeFailure

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let detail = try container.decodeIfPresent(String.self, forKey: .detail) ?? ""
        let facts = try container.decodeIfPresent(Facts.self, forKey: .facts) ?? [:]
        guard let kind = ProbeFailure.Kind(name: try container.decode(String.self, forKey: .kind)) else {
            throw container.refusal(.kind, "is no kind of failure")
        }
        failure = ProbeFailure(kind, detail: detail, facts: facts)
    }
}

private struct WrittenTimings: Decodable {
    var nameLookup: WrittenSeconds?
    var connect: WrittenSeconds?
    var tls: WrittenSeconds?
    var response: WrittenSeconds?
    var total: WrittenSeconds

    var timings: ProbeTimings {
        ProbeTimings(
            nameLookup: nameLookup?.duration,
            connect: connect?.duration,
            tls: tls?.duration,
            response: response?.duration,
            total: total.duration
        )
    }
}

/// A number of seconds that is not negative.
private struct WrittenSeconds: Decodable {
    var duration: Duration

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try container.decode(Double.self)
        guard number >= 0, let duration = Duration(writtenSeconds: number) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "must be a number of seconds, from 0 to below a billion"
            )
        }
        self.duration = duration
    }
}
