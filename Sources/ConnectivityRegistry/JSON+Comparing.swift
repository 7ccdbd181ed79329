import ConnectivityCore

extension JSON {
    /// A 64-bit FNV-1a hash of the value in hexadecimal, which depends on every part of the value but not on its
    /// layout.
    ///
    /// It detects changes made by hand or by accident. It is not a signature: anyone who forges a file can compute
    /// it.
    var checksum: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        feed(&hash)
        return String(hash, radix: 16)
    }

    private func feed(_ hash: inout UInt64) {
        // Each kind of value begins with its own byte. Each text ends with a byte that does not occur in UTF-8.
        switch value {
        case .null: Self.feed("n", &hash)
        case .bool(let value): Self.feed(value ? "t" : "f", &hash)
        case .integer, .number: Self.feed("0\(meaning)", &hash)
        case .string(let value):
            Self.feed("\"", &hash)
            Self.feed(value, &hash)
        case .array(let values):
            Self.feed("[", &hash)
            for value in values { value.feed(&hash) }
            Self.feed("]", &hash)
        case .object(let members):
            Self.feed("{", &hash)
            for member in members.sorted(by: { $0.name < $1.name }) {
                Self.feed(member.name, &hash)
                member.value.feed(&hash)
            }
            Self.feed("}", &hash)
        }
    }

    /// The digits of a whole number, otherwise the nearest `Double`, or the text itself if it is too large for one.
    private var meaning: String {
        if let whole = whole(Int64.self) { return "\(whole)" }
        if let double { return "\(double)" }
        return text
    }

    private static func feed(_ text: String, _ hash: inout UInt64) {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }

    /// Returns the path to the first difference from another value; `nil` if the values are equal.
    ///
    /// Members that are objects or arrays are compared before other members, because a different answer also makes
    /// the conclusion differ. Within each group the members are compared in the order of their names. Strings are
    /// compared byte for byte.
    func difference(from other: JSON) -> [String]? {
        switch (value, other.value) {
        case (.object, .object):
            let (ours, theirs) = (members, other.members)
            let keys = Set(ours.keys).union(theirs.keys).sorted()
            let isWhole = { (key: String) in ours[key]?.hasParts == true || theirs[key]?.hasParts == true }
            for key in keys.filter(isWhole) + keys.filter({ !isWhole($0) }) {
                guard let mine = ours[key], let other = theirs[key] else { return [key] }
                if let path = mine.difference(from: other) { return [key] + path }
            }
            return nil
        case (.array(let ours), .array(let theirs)):
            for (index, (mine, other)) in zip(ours, theirs).enumerated() {
                if let path = mine.difference(from: other) { return ["\(index)"] + path }
            }
            return ours.count == theirs.count ? nil : ["\(min(ours.count, theirs.count))"]
        case (.string(let ours), .string(let theirs)):
            return ours.utf8.elementsEqual(theirs.utf8) ? nil : []
        default:
            return self == other ? nil : []
        }
    }

    private var members: [String: JSON] {
        guard case .object(let members) = value else { return [:] }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private var hasParts: Bool {
        switch value {
        case .object, .array: true
        case .null, .bool, .integer, .number, .string: false
        }
    }
}
