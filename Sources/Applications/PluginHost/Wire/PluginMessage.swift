import ConnectivityCore
import ConnectivityRegistry
import ConnectivityWire

/// The messages between this program and a plugin: one JSON object per line (RFC 8259).
///
/// Each request has an `id`, a whole number, and a `type`; the answer has the same `id`. Requests may overlap, and answers
/// may come in any order.
enum PluginMessage {
    static let version = 1

    /// The first message after the start of a program.
    static func hello(_ number: UInt64) -> [UInt8] {
        let members = [
            PluginMember("type", .string("hello")), PluginMember("protocol", .integer(version)),
            PluginMember("record", .integer(WireForm.version)),
            PluginMember("lineLimit", .integer(PluginProgram.Limits.line)),
        ]
        return numbered(number, request(members))
    }

    /// Cancels a request; the plugin may still answer it, with any message.
    static func cancel(_ number: UInt64) -> [UInt8] {
        numbered(number, request([PluginMember("type", .string("cancel"))]))
    }

    /// The last message, after which the plugin must end.
    static let bye = request([PluginMember("type", .string("bye"))])

    /// A message without a number, of at least one member.
    static func request(_ members: [PluginMember]) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(members.reduce(2) { $0 + $1.name.utf8.count + $1.json.count + 4 })
        for member in members {
            message += "\(message.isEmpty ? "{" : ",")\"\(member.name)\":".utf8
            message += member.json
        }
        message += "}".utf8
        return message
    }

    static func numbered(_ number: UInt64, _ message: [UInt8]) -> [UInt8] {
        var numbered = Array("{\"id\":\(number),".utf8)
        numbered += message.dropFirst()
        return numbered
    }

    /// An answer line of a plugin.
    struct Answer {
        var number: UInt64
        var body: JSON
        /// Whether more answers to the same request follow.
        var isPartial: Bool
    }

    static func answer(_ line: [UInt8], limit: Int) throws(PluginFault) -> Answer {
        var reader = JSONReader(line, byteCountMax: limit)
        guard let json = try? reader.document(), case .object(var members) = json.value else {
            let quoted = String(decoding: line.prefix(800), as: UTF8.self).printable(limit: 160)
            throw PluginFault(
                .stray,
                "a line on its standard output is no message: \"\(quoted)\"; use standard error to print"
            )
        }
        guard let index = members.firstIndex(where: { $0.name == "id" }),
            let number = members.remove(at: index).value.whole(UInt64.self)
        else {
            let quoted = String(decoding: line.prefix(800), as: UTF8.self).printable(limit: 160)
            throw PluginFault(.stray, "a message on its standard output has no id of a request: \"\(quoted)\"")
        }
        let isPartial = json["more"]?.bool == true
        members.removeAll { $0.name == "more" }
        return Answer(number: number, body: JSON(.object(members)), isPartial: isPartial)
    }
}

/// A member of a message to a plugin.
struct PluginMember {
    let name: String
    /// The value, as JSON text.
    let json: [UInt8]

    init(_ name: String, _ json: JSON) { (self.name, self.json) = (name, json.encoded()) }

    init(_ name: String, encoding value: some Encodable) throws(PluginFault) {
        self.name = name
        do { json = try JSONOutput.bytes(of: value) } catch { throw PluginFault(.malformed, "\(error)") }
    }
}

extension JSON {
    /// Decodes the answer of a plugin, strictly; a member `error` is a fault that the plugin reports.
    func plugin<Value: Decodable>(_ type: Value.Type = Value.self, of request: String) throws(PluginFault) -> Value {
        if let error = self["error"] {
            throw PluginFault(.refused, "it reports: \(error.string ?? error.text)")
        }
        return try JSONText(self).plugin(type, of: request)
    }
}

extension JSONText {
    /// Decodes a part of a message, strictly.
    func plugin<Value: Decodable>(_ type: Value.Type = Value.self, of request: String) throws(PluginFault) -> Value {
        do throws(JSONFault) {
            return try decode(type)
        } catch {
            var fault = error
            fault.position = nil
            throw PluginFault(.malformed, "its answer to \(request) is wrong: \(fault.description)")
        }
    }
}
