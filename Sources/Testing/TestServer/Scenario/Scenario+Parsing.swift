import ConnectivityCore
import ConnectivityRecords
import ConnectivityToolkit
import ConnectivityWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Scenario {
    /// The maximum size of a scenario, in bytes.
    static let byteCountMax = 1024 * 1024
    static let recordingByteCountMax = 16 * 1024 * 1024

    /// Reads a scenario and the recordings that it names.
    ///
    /// The text is JSON (RFC 8259). Unknown keys are rejected at any depth. The known keys are:
    /// - `description`: A text for people.
    /// - `states`: A list, of which the first is the start; without it, the only state is `start`. Each state has a
    ///   `name` and optionally `transitions`, `fault` and `byControl` (only a command leads to it). A transition has
    ///   `leadsTo` and one of `after` (seconds), `requests` and `bytes`.
    /// - `hosts`: An object from names to hosts. Each host has the optional keys `tls`, `fault` and `replies`. A reply
    ///   may have `path`, `method`, `when` (a name of a state or a list of names), `form` (an object from names of
    ///   fields to values), `leadsTo`, `fault`, `templates`, and either `file` (the path of a
    ///   ``ConnectivityRecords/Recording``, relative to the folder) or `status` (200 if absent), `headers` (an object)
    ///   and `body` (a text). Values of headers and forms and bodies may have the placeholders of a ``Template``; a
    ///   recording only if `templates` is `true`, any other reply unless it is `false`.
    /// - `names`: A list of ``NameRule``.
    ///
    /// A state that does not exist or is not reached, two transitions of which only one can happen, a reply that is
    /// never sent, and an unknown placeholder are errors.
    ///
    /// ``TestServer/Fault`` describes the encoding of a fault.
    package init(parsing bytes: [UInt8], folder: String) throws(ScenarioError) {
        guard bytes.count <= Self.byteCountMax else { throw ScenarioError(.tooLarge(byteCountMax: Self.byteCountMax)) }
        let json: JSON
        let document: Document
        do throws(JSONFault) {
            var reader = JSONReader(bytes, byteCountMax: Self.byteCountMax)
            json = try reader.document()
            document = try json.decode()
        } catch {
            throw ScenarioError(error)
        }
        do throws(ScenarioError) {
            try self.init(document, folder)
        } catch {
            throw ScenarioError(error.fault, at: json.position(at: error.place), cause: error.cause)
        }
    }

    private init(_ document: Document, _ folder: String) throws(ScenarioError) {
        var hosts: [String: Host] = [:]
        for (name, host) in document.hosts {
            var replies: [Reply] = []
            for (index, reply) in (host.replies ?? []).enumerated() {
                replies.append(try reply.reply(at: ["hosts", name, "replies", "\(index)"], folder))
            }
            hosts[name] = Host(tls: host.tls, fault: host.fault, replies: replies)
        }
        self.init(
            description: document.description,
            states: try document.stateList,
            hosts: hosts,
            names: document.names ?? []
        )
        try check()
    }

    /// Reads a scenario from a file; the paths of recordings are relative to its folder.
    package init(file path: String) throws(ScenarioError) {
        let data: [UInt8]
        do throws(WholeFile.Fault) {
            data = try WholeFile(path, limit: Self.byteCountMax + 1, kind: .any).bytes
        } catch {
            throw ScenarioError(.unreadableFile(path, at: []), cause: error)
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."
        try self.init(parsing: data, folder: folder)
    }

    private struct Document: Decodable {
        var description: String?
        var states: [WrittenState]?
        var hosts: [String: WrittenHost]
        var names: [NameRule]?

        var stateList: [State] {
            get throws(ScenarioError) {
                guard let states else { return [State("start")] }
                guard (1...Scenario.stateCountMax).contains(states.count) else {
                    let detail = "must have from 1 through \(Scenario.stateCountMax) states"
                    throw ScenarioError(.value(at: ["states"], detail: detail))
                }
                return states.map {
                    let transitions = ($0.transitions ?? []).map(\.transition)
                    return State($0.name, transitions: transitions, fault: $0.fault, isSetByHand: $0.byControl ?? false)
                }
            }
        }
    }

    private struct WrittenState: Decodable {
        var name: String
        var transitions: [WrittenTransition]?
        var fault: TestServer.Fault?
        var byControl: Bool?
    }

    private struct WrittenTransition: Decodable {
        private enum CodingKeys: String, CodingKey { case after, requests, bytes, leadsTo }

        var transition: Transition

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let time = try container.duration(.after)
            if let time, time < .milliseconds(10) { throw container.fault(.after, "must be at least 0.01 seconds") }
            let conditions: [Transition.Condition?] = [
                time.map { .after($0) },
                try container.count(.requests, atLeast: 1).map { .requests($0) },
                try container.count(.bytes, atLeast: 1).map { .bytes($0) },
            ]
            let stated = conditions.compactMap(\.self)
            transition = Transition(
                stated.first ?? .requests(1),
                leadsTo: try container.decode(String.self, forKey: .leadsTo)
            )
            guard stated.count == 1 else {
                throw decoder.fault("a transition needs one of after, requests and bytes")
            }
        }
    }

    /// The name of a state, or a list of names.
    private struct WrittenNames: Decodable {
        var names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            names =
                if let name = try? container.decode(String.self) { [name] } else { try container.decode([String].self) }
        }
    }

    private struct WrittenHost: Decodable {
        var tls: TestServer.Security.Certificate?
        var fault: TestServer.Fault?
        var replies: [WrittenReply]?
    }

    private struct WrittenReply: Decodable {
        var path: String?
        var method: String?
        var when: WrittenNames?
        var form: [String: String]?
        var leadsTo: String?
        var fault: TestServer.Fault?
        var file: String?
        var status: Int?
        var headers: [String: String]?
        var body: String?
        var templates: Bool?

        func reply(at place: [String], _ folder: String) throws(ScenarioError) -> Reply {
            var reply = Reply(try template(of: try message(at: place, folder), at: place))
            reply.path = path
            reply.method = method
            reply.when = when?.names
            if let form { reply.form = try fields(form, at: place) }
            reply.leadsTo = leadsTo
            reply.fault = fault
            return reply
        }

        /// Returns a response with its placeholders, if it may have any.
        private func template(of message: TestServer.Message, at place: [String]) throws(ScenarioError) -> Message {
            guard templates ?? (file == nil) else { return Message(message) }
            do throws(TemplateFault) {
                return try Message(templates: message)
            } catch {
                let part = file == nil ? (error.field.map { ["headers", $0] } ?? ["body"]) : ["file"]
                throw ScenarioError(.value(at: place + part, detail: "\(error.fault)"))
            }
        }

        private func fields(_ form: [String: String], at place: [String]) throws(ScenarioError) -> [String: Template] {
            var fields: [String: Template] = [:]
            for (name, value) in form.sortedByKey {
                do throws(Template.Fault) {
                    fields[name] = try Template(Array(value.utf8))
                } catch {
                    throw ScenarioError(.value(at: place + ["form", name], detail: "\(error)"))
                }
            }
            return fields
        }

        private func message(at place: [String], _ folder: String) throws(ScenarioError) -> TestServer.Message {
            guard let file else {
                let status = status ?? 200
                guard (100...999).contains(status) else {
                    throw ScenarioError(.value(at: place + ["status"], detail: "must be from 100 through 999"))
                }
                // Keys of a JSON object have no order; sorting gives the same order every time.
                let fields = (headers ?? [:]).sortedByKey
                return TestServer.Message(
                    status: status,
                    headers: HeaderFields(fields.map { HeaderFields.Field(name: $0.key, value: $0.value) }),
                    body: Array((body ?? "").utf8)
                )
            }
            guard status == nil, headers == nil, body == nil else {
                throw ScenarioError(.value(at: place + ["file"], detail: "excludes status, headers and body"))
            }
            let path = file.hasPrefix("/") ? file : "\(folder)/\(file)"
            let data: [UInt8]
            do throws(WholeFile.Fault) {
                data = try WholeFile(path, limit: Scenario.recordingByteCountMax, kind: .any).whole
            } catch {
                throw ScenarioError(.unreadableFile(file, at: place), cause: error)
            }
            do throws(RecordingError) {
                return TestServer.Message(try Recording(parsing: data).response)
            } catch {
                throw ScenarioError(.recording(file, at: place, error))
            }
        }
    }
}
