/// A JSON value that knows the line it stands on, so that a fault in a file can be told by its line.
///
/// Foundation's decoders know no lines and keep neither the order of members nor the digits of numbers; Core's reader of
/// portals' answers is small and forgiving, where this one takes files of any length and refuses what is not right.
struct JSONNode: Sendable {
    enum Value: Sendable {
        case null
        case bool(Bool)
        /// The number as it is written.
        case number(String)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    struct Member: Sendable {
        var name: String
        var line: Int
        var value: JSONNode
    }

    var value: Value
    /// The number of the line on which the value begins, from 1; zero for one that was not read.
    var line = 0

    static let null = JSONNode(value: .null)

    static func string(_ text: String) -> JSONNode { JSONNode(value: .string(text)) }
    static func bool(_ value: Bool) -> JSONNode { JSONNode(value: .bool(value)) }
    static func integer(_ value: some BinaryInteger) -> JSONNode { JSONNode(value: .number("\(value)")) }
    static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(value: .array(elements)) }

    /// A number, with no more digits than it needs.
    static func number(_ value: Double) -> JSONNode {
        // A whole one as such: 2 and not 2.0.
        if value == value.rounded(.towardZero), value.magnitude < 1e15 { return .integer(Int64(value)) }
        return JSONNode(value: .number("\(value)"))
    }

    /// An object of the members that are there, in this order.
    static func object(_ members: [(String, JSONNode?)]) -> JSONNode {
        JSONNode(
            value: .object(members.compactMap { name, value in value.map { Member(name: name, line: 0, value: $0) } })
        )
    }

    /// What kind of value it is, in words.
    var kind: String {
        switch value {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The same with another text in place of each; names of members stay.
    func mapTexts(_ transform: (String) -> String) -> JSONNode {
        var copy = self
        switch value {
        case .string(let text): copy.value = .string(transform(text))
        case .array(let elements): copy.value = .array(elements.map { $0.mapTexts(transform) })
        case .object(let members):
            copy.value = .object(
                members.map { Member(name: $0.name, line: $0.line, value: $0.value.mapTexts(transform)) }
            )
        case .null, .bool, .number: break
        }
        return copy
    }
}
