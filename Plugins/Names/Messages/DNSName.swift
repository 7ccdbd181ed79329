/// A domain name: a list of labels of bytes; comparison ignores the case of ASCII letters.
public struct DNSName: Sendable {
    /// The maximum number of bytes of a name in a message (RFC 1035, section 3.1).
    public static let byteCountMax = 255
    package static let labelByteCountMax = 63
    /// The root name, which has no labels.
    package static let root = DNSName(checked: [])

    /// The labels from left to right, with their original case.
    package let labels: [[UInt8]]

    /// Creates a name from its labels, from left to right.
    ///
    /// The result is `nil` if a label is empty or longer than 63 bytes, or the name is longer than ``byteCountMax``.
    public init?(labels: [[UInt8]]) {
        guard labels.allSatisfy({ (1...Self.labelByteCountMax).contains($0.count) }),
            labels.reduce(1, { $0 + $1.count + 1 }) <= Self.byteCountMax
        else { return nil }
        self.labels = labels
    }

    /// Parses the text form, with or without a final dot; a single dot is the root.
    ///
    /// A backslash escapes the next character, or is followed by three decimal digits of a byte (RFC 1035, section
    /// 5.1). The result is `nil` if the text is empty or not a valid name.
    public init?(_ text: some StringProtocol) {
        var rest = Array(text.utf8)[...]
        guard !rest.isEmpty, rest.count <= 4 * Self.byteCountMax else { return nil }
        if rest.elementsEqual(".".utf8) {
            self = .root
            return
        }
        var labels: [[UInt8]] = [[]]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "."):
                // A final dot does not begin another label.
                if !rest.isEmpty { labels.append([]) }
            case UInt8(ascii: "\\"):
                guard let byte = Self.escaped(&rest) else { return nil }
                labels[labels.count - 1].append(byte)
            default:
                labels[labels.count - 1].append(byte)
            }
        }
        self.init(labels: labels)
    }

    package init(checked labels: [[UInt8]]) { self.labels = labels }

    private var folded: [[UInt8]] {
        labels.map { $0.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 } }
    }

    /// The name in message form, without compression.
    package var bytes: [UInt8] { labels.flatMap { [UInt8($0.count)] + $0 } + [0] }

    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = rest.first, digits.contains(first) else { return rest.popFirst() }
        guard rest.count >= 3, rest.prefix(3).allSatisfy(digits.contains) else { return nil }
        let number = rest.prefix(3).reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
        rest = rest.dropFirst(3)
        return UInt8(exactly: number)
    }
}

extension DNSName: Hashable {
    public static func == (left: DNSName, right: DNSName) -> Bool { left.folded == right.folded }

    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension DNSName: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        guard let name = Self(value) else { preconditionFailure("this is not a valid DNS name: \(value)") }
        self = name
    }
}

extension DNSName: CustomStringConvertible {
    /// The text form without a final dot; bytes that are not visible ASCII are escaped, and the root is ".".
    public var description: String {
        if labels.isEmpty { return "." }
        return labels.map { label in
            label.map { byte in
                switch byte {
                case UInt8(ascii: "."), UInt8(ascii: "\\"): "\\\(Character(UnicodeScalar(byte)))"
                case 0x21...0x7E: String(Character(UnicodeScalar(byte)))
                default: "\\\(byte / 100)\(byte / 10 % 10)\(byte % 10)"
                }
            }.joined()
        }.joined(separator: ".")
    }
}
