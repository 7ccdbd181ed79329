import ConnectivityCore

/// A question for the versions of QUIC that a host speaks: a packet of a reserved version, which a server answers
/// with a Version Negotiation packet (RFC 8999, sections 5.1 and 6; RFC 9000, sections 6.1 and 15).
struct QUICVersions {
    /// A server must not answer a smaller datagram (RFC 9000, section 14.1).
    private static let byteCount = 1_200
    private static let identifierByteCount = 8
    private static let versionCountMax = 32

    let datagram: [UInt8]
    private let destination: [UInt8]
    private let source: [UInt8]

    init() {
        func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }
        destination = random(Self.identifierByteCount)
        source = random(Self.identifierByteCount)
        // Versions of the form 0x?a?a?a?a are reserved, so that every server negotiates.
        let version = random(4).map { $0 & 0xF0 | 0x0A }
        let count = UInt8(Self.identifierByteCount)
        let header = [0xC0 | .random(in: 0...15)] + version + [count] + destination + [count] + source
        // Servers that parse the rest before the version find an Initial packet: no token, and a length.
        let rest = Self.byteCount - header.count - 3
        datagram = header + [0, 0x40 | UInt8(rest >> 8), UInt8(rest & 0xFF)] + random(rest)
    }

    /// Reads the versions of an answer; `nil` if the datagram is not the answer to this question.
    func versions(of answer: ArraySlice<UInt8>) -> [UInt32]? {
        let ids = [UInt8(source.count)] + source + [UInt8(destination.count)] + destination
        guard let first = answer.first, first & 0x80 != 0, answer.dropFirst().prefix(4).elementsEqual([0, 0, 0, 0]),
            answer.dropFirst(5).starts(with: ids)
        else { return nil }
        let list = answer.dropFirst(5 + ids.count)
        guard !list.isEmpty, list.count.isMultiple(of: 4) else { return nil }
        return stride(from: list.startIndex, to: list.endIndex, by: 4).prefix(Self.versionCountMax).map { start in
            list[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
