import ConnectivityCore
import ConnectivityKit
import Foundation

/// Any JSON value, because the members of a vector vary with the peer that it comes from.
enum JSON: Decodable, Sendable {
    case null, bool(Bool), number(Double), text(String), list([JSON]), object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    init(parsing text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

    subscript(key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }

    var text: String? { if case .text(let value) = self { value } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var int: Int? { if case .number(let value) = self { Int(exactly: value) } else { nil } }
    var double: Double? { if case .number(let value) = self { value } else { nil } }
    var list: [JSON]? { if case .list(let value) = self { value } else { nil } }
    var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
    /// The texts of a list, or the single text.
    var texts: [String] { list?.compactMap(\.text) ?? text.map { [$0] } ?? [] }
}

extension HeaderFields {
    /// Creates fields from an object whose values are texts, or lists of texts for repeated fields.
    init(_ json: JSON?) {
        let fields = (json?.members ?? [:]).sorted { $0.key < $1.key }.flatMap { name, value in
            value.texts.map { Field(name: name, value: $0) }
        }
        self.init(fields)
    }
}
