import ConnectivityCore

extension JSON {
    /// A number that changes with every part of the value, and not with its layout: FNV-1a of 64 bits, in hexadecimal.
    ///
    /// It finds what was changed by hand or by accident. It is no signature: whoever forges a file can compute it.
    var checksum: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        feed(&hash)
        return String(hash, radix: 16)
    }

    private func feed(_ hash: inout UInt64) {
        // Each kind of value begins with a byte of its own and ends with one that is in no UTF-8.
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

    private static func feed(_ text: String, _ hash: inout UInt64) {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }

    /// The way to the first difference from another value; `nil` where there is none.
    ///
    /// Members with parts come before those without, because what differs in an answer makes the conclusion differ; among
    /// them the order is that of the names. Texts are compared byte for byte.
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
