/// A piece of plain data in the questions, answers and reasons of plugins.
///
/// Facts can be compared, recorded, redacted and replayed without the plugin. An ``integer(_:)`` and a ``number(_:)`` of the same
/// value are equal, because JSON writes both alike. A fact is the meaning of data, not its spelling in a text: it has bytes and
/// secrets, which JSON lacks, and neither order, spelling nor positions.
public enum Fact: Hashable, Sendable {
    /// No value.
    case null
    /// True or false.
    case flag(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number; a number that is not finite is written as ``null``.
    case number(Double)
    /// A text.
    case text(String)
    /// Bytes that are not text.
    case bytes([UInt8])
    /// A text that is compared, but shown and recorded as `REDACTED`.
    case secret(String)
    /// Facts in order.
    case list([Fact])
    /// Facts by name.
    case record(Facts)

    /// The text; `nil` if the fact is of another type.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The whole number; `nil` if the fact is of another type.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// The number, whole or not; `nil` if the fact is of another type.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
    /// The Boolean value; `nil` if the fact is of another type.
    public var flag: Bool? { if case .flag(let value) = self { value } else { nil } }
    /// The bytes; `nil` if the fact is of another type.
    public var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    /// The elements; `nil` if the fact is of another type.
    public var list: [Fact]? { if case .list(let value) = self { value } else { nil } }
    /// The members; `nil` if the fact is of another type.
    public var record: Facts? { if case .record(let value) = self { value } else { nil } }
}

extension Fact {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.flag(let one), .flag(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
            number.whole == whole
        case (.text(let one), .text(let other)), (.secret(let one), .secret(let other)): one == other
        case (.bytes(let one), .bytes(let other)): one == other
        case (.list(let one), .list(let other)): one == other
        case (.record(let one), .record(let other)): one == other
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .flag(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value):
            if let whole = value.whole { hasher.combine(whole) } else { hasher.combine(value) }
        case .text(let value), .secret(let value): hasher.combine(value)
        case .bytes(let value): hasher.combine(value)
        case .list(let value): hasher.combine(value)
        case .record(let value): hasher.combine(value)
        }
    }

    /// The fact with every secret replaced, as in a recording.
    fileprivate var withoutSecrets: Fact {
        switch self {
        case .secret: .secret("REDACTED")
        case .list(let facts): .list(facts.map(\.withoutSecrets))
        case .record(let facts): .record(facts.withoutSecrets)
        default: self
        }
    }
}

extension Fact: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .flag(value) }
    public init(arrayLiteral elements: Fact...) { self = .list(elements) }
}

extension Fact {
    /// Creates a text, or ``null`` for `nil`.
    public init(_ text: String?) { self = text.map(Fact.text) ?? .null }

    /// Creates a whole number, or ``null`` for `nil`.
    public init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }

    /// Creates a whole number, such as one that ``integer`` returned, or ``null`` for `nil`.
    public init(_ value: Int64?) { self = value.map(Fact.integer) ?? .null }

    /// Creates a number, or ``null`` for `nil`; a number that is not finite is written as ``null``.
    public init(_ value: Double?) { self = value.map(Fact.number) ?? .null }

    /// Creates true or false, or ``null`` for `nil`.
    public init(_ value: Bool?) { self = value.map(Fact.flag) ?? .null }
}

extension Double {
    /// The value as a whole number, or `nil`. (`Int64(exactly:)` would need the C math library.)
    fileprivate var whole: Int64? {
        guard self >= -0x1p63, self < 0x1p63 else { return nil }
        let whole = Int64(self)
        return Double(whole) == self ? whole : nil
    }
}

/// Facts by name, always sorted by name.
public struct Facts: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The maximum size of one text or byte string in facts from a peer, in bytes.
    package static let byteCountMax = 256 * 1024
    /// The maximum nesting depth of lists and records.
    package static let depthMax = 16

    private var members: [String: Fact]

    public init(dictionaryLiteral elements: (String, Fact)...) {
        members = Dictionary(elements) { _, last in last }
    }

    /// Creates facts from a dictionary of facts by name.
    public init(_ members: [String: Fact] = [:]) { self.members = members }

    /// A fact by its name; `nil` if there is no such fact.
    public subscript(name: String) -> Fact? {
        get { members[name] }
        set { members[name] = newValue }
    }

    package var sorted: [(name: String, fact: Fact)] { members.sortedByKey.map { ($0.key, $0.value) } }

    /// Whether there are no facts.
    public var isEmpty: Bool { members.isEmpty }

    package var withoutSecrets: Facts { Facts(members.mapValues(\.withoutSecrets)) }
}

extension Fact: CustomStringConvertible {
    /// The fact on one line, printable and shortened; a secret is not shown.
    public var description: String {
        switch self {
        case .null: "null"
        case .flag(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let text): "\"\(text.printable(limit: 120))\""
        case .bytes(let bytes): "(\(bytes.count) bytes)"
        case .secret: "REDACTED"
        case .list(let facts): "[\(facts.prefix(16).map(\.description).joined(separator: ", "))]"
        case .record(let facts): "{\(facts)}"
        }
    }
}

extension Facts: CustomStringConvertible {
    /// All names and facts on one line, such as `location="http://a/" status=302`.
    public var description: String { sorted.map { "\($0.name)=\($0.fact)" }.joined(separator: " ") }
}

/// The names and facts, in the order of the names.
extension Facts: Sequence {
    public func makeIterator() -> IndexingIterator<[(name: String, fact: Fact)]> { sorted.makeIterator() }
}
