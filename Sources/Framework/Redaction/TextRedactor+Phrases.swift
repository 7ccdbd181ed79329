import ConnectivityCore

// Finds secrets after fixed phrases: schemes of authorization, networks for cameras, options of curl, and written-out addresses.

extension TextRedactor {
    /// Returns the ranges of the secrets that phrases identify.
    func valuesOfPhrases(in text: DecodedText) -> [Range<Int>] {
        let bytes = text.bytes
        return bytes.indices.flatMap { index -> [Range<Int>] in
            func begins(_ phrase: StaticString) -> Bool {
                phrase.withUTF8Buffer { phrase in unsafe bytes[index...].starts(with: phrase) }
            }
            switch bytes[index] {
            case UInt8(ascii: "B") where begins("Bearer ") || begins("Basic "):
                let start = bytes.end(from: index, limit: 8) { $0 != 0x20 } + 1
                let end = bytes.end(from: start) { $0.isNamePart || "._~+/=:".utf8.contains($0) }
                let isCredential = bytes[start..<end].contains { !$0.isASCIILetter }
                return end - start >= 8 && isCredential ? [start..<end] : []
            case UInt8(ascii: "W") where begins("WIFI:"): return network(in: bytes, from: index + 5)
            case UInt8(ascii: "-") where begins("-u ") && index > 0 && bytes[index - 1] == 0x20:
                let end = bytes.end(from: index + 3) { $0 > 0x20 }
                let colon = bytes[(index + 3)..<end].firstIndex(of: UInt8(ascii: ":"))
                return colon.map { [($0 + 1)..<end] } ?? []
            case UInt8(ascii: "("), UInt8(ascii: "["):
                return begins("(at)") || begins("[at]") ? [mailbox(in: bytes, around: index)] : []
            default: return []
            }
        }
    }

    /// The password and the identity of a network in the form that cameras read.
    private func network(in bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var position = start
        let limit = min(bytes.count, start + 512)
        while position + 2 < limit {
            var end = position
            while end < limit, bytes[end] != UInt8(ascii: ";") || bytes[end - 1] == UInt8(ascii: "\\") {
                end += 1
            }
            let isSecret = bytes[position...].starts(with: "P:".utf8) || bytes[position...].starts(with: "I:".utf8)
            if isSecret, end > position + 2 { found.append((position + 2)..<end) }
            guard end > position else { break }
            position = end + 1
        }
        return found
    }

    /// The address around `(at)`, with its dots or with `(dot)`.
    private func mailbox(in bytes: [UInt8], around sign: Int) -> Range<Int> {
        func isPart(_ byte: UInt8) -> Bool { byte.isNamePart || byte >= 0x80 || "._+()[]".utf8.contains(byte) }
        var start = sign
        if start > 0, bytes[start - 1] == 0x20 { start -= 1 }
        while start > 0, isPart(bytes[start - 1]), sign - start < 64 { start -= 1 }
        let domain = bytes.end(from: sign + 4, limit: 1) { $0 == 0x20 }
        var end = bytes.end(from: domain, limit: 64, while: isPart)
        // `name (at) host (dot) example`
        while bytes[end...].starts(with: " (dot) ".utf8) || bytes[end...].starts(with: " [dot] ".utf8) {
            end = bytes.end(from: end + 7, limit: 64, while: isPart)
        }
        return start..<end
    }
}
