import ConnectivityCore

/// The beginning of a TLS handshake, as far as it is not encrypted.
enum CapturedTLS {
    private static let handshake: UInt8 = 22
    private static let alert: UInt8 = 21

    /// Whether a client begins with a record of a handshake (RFC 8446, section 5.1).
    static func isHandshake(_ bytes: [UInt8]) -> Bool { bytes.first == handshake && bytes.dropFirst().first == 3 }

    /// The host that a client asked for (RFC 6066, section 3); `nil` if the client named none.
    static func host(_ sent: [UInt8]) -> String? {
        var hello: [UInt8] = []
        for record in records(sent).prefix(8) where record.type == handshake { hello += record.content }
        var reader = ByteReader(hello)
        // The type, the length, the version and the random number; then the session, the ciphers, the compression.
        reader.skip(38)
        guard let session = reader.byte() else { return nil }
        reader.skip(Int(session))
        guard let ciphers = reader.uint16() else { return nil }
        reader.skip(Int(ciphers))
        guard let compressions = reader.byte() else { return nil }
        reader.skip(Int(compressions))
        reader.skip(2)
        while let type = reader.uint16(), let length = reader.uint16(), let content = reader.bytes(Int(length)) {
            guard type == 0 else { continue }
            // The length of the list, the type of the name, the length of the name.
            return String(validUTF8: content.dropFirst(5))
        }
        return nil
    }

    /// Why a handshake failed; `nil` if it does not show, because it went well or because it is encrypted.
    static func fault(sent: [UInt8], received: [UInt8]) -> ProbeFailure.TLSFault? {
        let answer = records(received)
        if !received.isEmpty, answer.first?.type != handshake { return .protocol }
        if answer.contains(where: { $0.type == alert && $0.content.count == 2 && $0.content.first == 2 }) {
            return .protocol
        }
        // The descriptions of RFC 8446, section 6.
        guard let refusal = records(sent).first(where: { $0.type == alert && $0.content.count == 2 }) else {
            return nil
        }
        switch refusal.content.last {
        case 45: return .expired
        case 48: return .unknownAuthority
        case 42, 43, 44, 46: return .certificate
        case 0: return nil
        default: return .protocol
        }
    }

    /// The records before encryption begins, as far as they are complete.
    private static func records(_ bytes: [UInt8]) -> [(type: UInt8, content: ArraySlice<UInt8>)] {
        var records: [(type: UInt8, content: ArraySlice<UInt8>)] = []
        var reader = ByteReader(bytes)
        while records.count < 64, let type = reader.byte(), type == handshake || type == alert, reader.byte() == 3 {
            reader.skip(1)
            guard let length = reader.uint16(), let content = reader.bytes(Int(length)) else { break }
            records.append((type, content))
        }
        return records
    }
}
