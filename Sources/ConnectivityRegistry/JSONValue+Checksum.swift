extension JSONValue {
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
        switch self {
        case .null: Self.feed("n", &hash)
        case .bool(let value): Self.feed(value ? "t" : "f", &hash)
        case .integer(let value): Self.feed("0\(value)", &hash)
        case .number(let value): Self.feed("0\(value)", &hash)
        case .string(let value):
            Self.feed("\"", &hash)
            Self.feed(value, &hash)
        case .array(let values):
            Self.feed("[", &hash)
            for value in values { value.feed(&hash) }
            Self.feed("]", &hash)
        case .object(let members):
            Self.feed("{", &hash)
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                Self.feed(key, &hash)
                value.feed(&hash)
            }
            Self.feed("}", &hash)
        }
    }

    private static func feed(_ text: String, _ hash: inout UInt64) {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
}
