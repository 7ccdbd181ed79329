public import ConnectivityCore

/// A question to a name server, about records of any type.
///
/// Its facts in configurations and recordings are `name`, and optionally `type` (a name such as `AAAA` or
/// `TYPE65280`, or a number; the default is `A`), `server` (an address, with or without a port) and `random`:
///
/// ```json
/// { "question": { "kind": "dns", "facts": { "name": "www.example.net", "type": "AAAA" } }, "owner": "Example",
///   "expect": { "use": "validator.dns-records", "expected": ["2001:db8::80"] } }
/// ```
///
/// A question without a `server` goes to the name servers of the interface that the probe is bound to. If the
/// interface has no name server, it goes to those of the system.
public struct DNSQuestion: TypedQuestion, Hashable {
    public static let kind: Question.Kind = "dns"

    package static let randomLabelByteCount = 12

    /// The name to ask for, or if ``isUnderRandomLabel``, its parent, of at most 242 bytes in message form.
    package let name: DNSName
    /// The type of the records to ask for.
    package let type: DNSRecordType
    /// The only server to ask; `nil` asks those of the network.
    package let server: NameServer?
    /// Whether each probe prepends a random label to the name, so that the name cannot be known in advance.
    ///
    /// The question stays the same, so that a recording can be replayed. The answer, or the failure, states the name.
    package let isUnderRandomLabel: Bool

    /// Creates a question.
    public init(_ name: DNSName, _ type: DNSRecordType = .a, of server: NameServer? = nil) {
        (self.name, self.type, self.server, isUnderRandomLabel) = (name, type, server, false)
    }

    /// Creates a question for a random name, which each probe generates again.
    public init(randomNameUnder parent: DNSName, _ type: DNSRecordType = .a, of server: NameServer? = nil) {
        precondition(parent.hasRoomForLabel, "the name must leave room for a label")
        (name, self.type, self.server, isUnderRandomLabel) = (parent, type, server, true)
    }

    private static let names: Set = ["name", "type", "server", "random"]

    public init?(facts: Facts) {
        guard facts.sorted.allSatisfy({ Self.names.contains($0.name) }),
            let name = facts["name"]?.text.flatMap({ DNSName($0) })
        else { return nil }
        switch facts["type"] ?? .null {
        case .null: type = .a
        case .text(let text):
            guard let type = DNSRecordType(name: text) else { return nil }
            self.type = type
        case .integer(let number):
            guard let number = UInt16(exactly: number) else { return nil }
            type = DNSRecordType(rawValue: number)
        default: return nil
        }
        switch facts["server"] ?? .null {
        case .null: server = nil
        case .text(let text):
            guard let server = NameServer(text) else { return nil }
            self.server = server
        default: return nil
        }
        switch facts["random"] ?? .null {
        case .null: isUnderRandomLabel = false
        case .flag(let isRandom): isUnderRandomLabel = isRandom
        default: return nil
        }
        guard !isUnderRandomLabel || name.hasRoomForLabel else { return nil }
        self.name = name
    }

    public var facts: Facts {
        var facts: Facts = ["name": .text("\(name)"), "type": .text("\(type)")]
        if let server { facts["server"] = .text("\(server)") }
        if isUnderRandomLabel { facts["random"] = true }
        return facts
    }
}

extension DNSName {
    fileprivate var hasRoomForLabel: Bool { bytes.count + 1 + DNSQuestion.randomLabelByteCount <= Self.byteCountMax }

    /// Returns the name with a random label of lower-case letters prepended.
    package func underRandomLabel() -> DNSName {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let label = (0..<DNSQuestion.randomLabelByteCount).map { _ in UInt8.random(in: letters) }
        return DNSName(checked: [label] + labels)
    }
}
