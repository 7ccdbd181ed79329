import ConnectivityCore

/// A 64-bit FNV-1a hash of a JSON document that contains this checksum, with zeros in the place of its digits.
///
/// It depends on every part of the document but not on its layout: the hashed text is one line without spaces, with
/// sorted members and with numbers as this package writes them. It detects changes made by hand or by accident. It is
/// not a signature: anyone who forges a file can compute it.
struct Checksum: Equatable {
    static let digitCount = 16
    static let zeros = String(repeating: "0", count: digitCount)

    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the checksum of bytes with zeros in the place of its digits.
    init(of parts: ArraySlice<UInt8>...) {
        for part in parts {
            for byte in part { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    /// The hash in hexadecimal.
    var digits: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: Self.digitCount - digits.utf8.count) + digits
    }
}

extension JSONText {
    /// Whether the document has the checksum that it states, regardless of its layout.
    var hasStatedChecksum: Bool {
        guard let stated = self["checksum"], let digits = stated.json.string else { return false }
        let (whole, place) = (bytes, stated.bytes)
        let (before, after) = (whole[..<(place.startIndex + 1)], whole[(place.endIndex - 1)...])
        if Checksum(of: before, Array(Checksum.zeros.utf8)[...], after).digits == digits { return true }
        guard case .object(var members) = json.value,
            let index = members.firstIndex(where: { $0.name == "checksum" })
        else { return false }
        members[index].value = .string(Checksum.zeros)
        return Checksum(of: JSON(.object(members)).plainly.sorted.encoded()[...]).digits == digits
    }
}

extension JSON {
    /// The value with numbers in the form that this package writes.
    fileprivate var plainly: JSON {
        var copy = self
        switch value {
        case .number:
            if let whole = whole(Int64.self) { return .integer(whole) }
            if let double { return .number(double) }
        case .array(let elements): copy.value = .array(elements.map(\.plainly))
        case .object(let members): copy.value = .object(members.map { Member($0.name, $0.value.plainly) })
        case .null, .bool, .integer, .string: break
        }
        return copy
    }
}
