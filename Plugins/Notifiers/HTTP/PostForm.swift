import ConnectivityCore
import ConnectivityRegistry
import ConnectivityText
import ConnectivityToolkit
import ConnectivityWire

/// The form in which events are posted: the whole event, a brief one, or one of the table Forms.
///
/// A template inserts `{name}`, a member of the posting, and `{name&}` with `&`, `<` and `>` as entities; of `{name|one|other}` it
/// inserts one if the member is true. Afterwards the text is escaped as its place demands. A parameter with an unknown member is
/// left out.
struct PostForm: Hashable, Sendable {
    static let full = PostForm(name: "full"), brief = PostForm(name: "brief")
    static let byteCountMax = 1024
    /// The maximum number of characters of a parameter, so that servers accept the URL.
    private static let parameterCharacterCountMax = 200

    private static let table = EmbeddedTable.rows(of: PackageResources.Forms_tsv, columns: 4)

    /// The form in configurations.
    static let choice: FieldForm<String, PostForm> = {
        let names = table.map { $0[0] }
        let forms = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { PostForm(name: names[$0]) }
        return .named(([full, brief] + forms).map { ($0.name, $0) })
    }()

    let name: String

    // MARK: Postings

    /// Returns what is posted about an assessment; `nil` if the form is for decisions only, and this is not one yet.
    func posting(
        _ event: LinesNotifier.Event,
        _ assessment: Assessment,
        _ sentences: Sentences
    ) throws -> Posting? {
        switch self {
        case .full: return try Posting(Line(event, assessment: assessment))
        case .brief:
            let sentence = assessment.conclusion(sentences)
            return try Self.brief(event) { count in
                let text = try JSONOutput.text(of: AssessmentBrief(assessment, text: sentence.printable(limit: count)))
                return Posting.members(of: text)
            }
        default:
            guard assessment.isFinal, assessment.access != .determining else { return nil }
            let facts = EventFacts(event.rawValue, assessment, previous: nil, sentences)
            let connection = assessment.quality?.connection?.median
            return Self.posting(
                event,
                facts,
                isGood: assessment.access == .online,
                [("state", .string(assessment.access.name)), ("milliseconds", connection.map(Self.milliseconds))]
            )
        }
    }

    /// Returns what is posted about an observation.
    func posting(_ observation: CompanionObservation, _ sentences: Sentences) throws -> Posting? {
        switch self {
        case .full: return try Posting(Line(.observed, observation: observation))
        case .brief:
            let sentence = sentences.sentence(for: observation.reason)
            return Self.brief(.observed) { count in
                JSON.object([
                    ("version", .integer(WireForm.version)),
                    ("kind", .string(observation.kind.printable(limit: count))),
                    ("subject", .string(observation.subject.printable(limit: count))),
                    ("state", .string(observation.state.printable(limit: count))),
                    ("severity", .string(observation.severity.rawValue)),
                    ("reason", .string(observation.reason.code.printable(limit: count))),
                    ("text", .string(sentence.printable(limit: count))), ("time", .string("\(observation.at)")),
                    ("since", observation.since.map { .string("\($0)") }),
                ]).members
            }
        default:
            let facts = EventFacts(observation, sentences)
            return Self.posting(.observed, facts, isGood: observation.severity < .warning)
        }
    }

    /// Returns the first posting of less than ``byteCountMax`` bytes, of shorter and shorter texts.
    private static func brief<Failure: Error>(
        _ event: LinesNotifier.Event,
        _ members: (_ characterCountMax: Int) throws(Failure) -> [JSON.Member]
    ) throws(Failure) -> Posting? {
        for count in [190, 95, 45, 20, 10, 5] {
            let posting = Posting(event, try members(count))
            if posting.text.utf8.count < byteCountMax { return posting }
        }
        return nil
    }

    private static func posting(
        _ event: LinesNotifier.Event,
        _ facts: EventFacts,
        isGood: Bool,
        _ more: [(String, JSON?)] = []
    ) -> Posting {
        let values = facts.values.map { name, value in
            (name.dropFirst(EventFacts.prefix.count).lowercased(), JSON?.some(.string(value)))
        }
        let own: [(String, JSON?)] = [
            ("host", .string(HostName.current?.printable(limit: 64) ?? "this device")), ("good", .bool(isGood)),
            ("sentence", .string(facts.sentence)),
        ]
        return Posting(event, JSON.object(own + more + values).members)
    }

    private static func milliseconds(_ time: Duration) -> JSON {
        .integer(Int64(max(0, min(time / .milliseconds(1), 1e9))))
    }

    // MARK: Requests

    /// Returns the request that posts a posting.
    ///
    /// - Throws: A ``NotifierFault`` if the posting is of another form, which can wait in the queue of an earlier configuration.
    func request(_ posting: Posting, to question: HTTPQuestion) throws(NotifierFault) -> HTTPQuestion {
        var http = question
        let rows = Self.table.filter { $0[0] == name }
        guard !rows.isEmpty else {
            http.headers.fields.append(.init(name: "Content-Type", value: "application/json"))
            http.body = Array(posting.text.utf8)
            return http
        }
        let values = posting.json
        guard let values, values["good"]?.bool != nil else {
            throw NotifierFault("an event that waited in the queue is not of the form \(name)")
        }
        var (members, parameters): ([(String, JSON?)], [(name: String, value: String?)]) = ([], [])
        for row in rows {
            if row[1] == "query" { parameters.append((row[2], Self.filled(row[3], values))) }
            guard let text = Self.filled(row[3], values) else { continue }
            switch row[1] {
            case "method": http.method = text == "GET" ? .get : .post
            case "json": members.append((row[2], .string(text)))
            case "text":
                http.headers.fields.append(.init(name: "Content-Type", value: "text/plain; charset=utf-8"))
                http.body = Array(text.utf8)
            default: break
            }
        }
        if !members.isEmpty {
            http.headers.fields.append(.init(name: "Content-Type", value: "application/json"))
            http.body = Array(JSON.object(members).text.utf8)
        }
        if !parameters.isEmpty { http.url = try Self.url(http.url, with: parameters) }
        return http
    }

    /// Returns a template with its members; `nil` if one is unknown.
    private static func filled(_ template: String, _ values: JSON) -> String? {
        var output = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            output += rest[..<open]
            let parts = rest[rest.index(after: open)..<close].split(separator: "|")
            rest = rest[rest.index(after: close)...]
            guard let value = values[String(parts[0].prefix { $0 != "&" })] else { return nil }
            let text = value.string ?? value.text
            if parts.count == 3 {
                output += value.bool == true ? parts[1] : parts[2]
            } else if parts[0].last == "&" {
                output += text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            } else {
                output += text
            }
        }
        return output + rest
    }

    /// Returns a URL with the known ones of these parameters, in place of those of the same name in it.
    private static func url(
        _ url: HTTPURL,
        with parameters: [(name: String, value: String?)]
    ) throws(NotifierFault) -> HTTPURL {
        let kept = (url.query ?? "").split(separator: "&").filter { part in
            !parameters.contains { $0.name == part.prefix { $0 != "=" } }
        }
        let added = parameters.compactMap { name, value in
            value.map { "\(name)=\($0.printable(limit: parameterCharacterCountMax).percentEncoded)" }
        }
        let query = (kept.map(String.init) + added).joined(separator: "&")
        do throws(HTTPURL.Fault) {
            return try HTTPURL("\(url.scheme.rawValue)://\(url.authority)\(url.path)?\(query)")
        } catch { throw NotifierFault("the URL with its parameters is not valid: \(error)") }
    }
}
