import ConnectivityCore

/// Reads the server name from the first message of a TLS client (RFC 8446, section 4.1.2).
enum ClientHello {
    enum State: Equatable {
        /// The client does not speak TLS.
        case absent
        /// More bytes are needed.
        case partial
        /// The message is complete; the name (RFC 6066, section 3) is in lower case, or `nil` if the client sent no name.
        case complete(name: String?)
    }

    /// Returns the state of the bytes that have arrived.
    ///
    /// Only the first record is read. Its length is at most 16 KiB, and no known client splits a message of that size.
    /// A message that is split or malformed has no name here; the handshake then decides.
    static func state(of bytes: [UInt8]) -> State {
        guard let first = bytes.first else { return .partial }
        guard first == 0x16 else { return .absent }
        guard bytes.count >= 5 else { return .partial }
        let length = Int(bytes[3]) << 8 | Int(bytes[4])
        guard bytes.count >= 5 + min(length, 16 * 1024) else { return .partial }
        var record = ByteReader(bytes[5...].prefix(length))
        return .complete(name: name(&record))
    }

    private static func name(_ record: inout ByteReader) -> String? {
        // Skips the type and length of the message, the version and the random bytes.
        guard record.byte() == 1, record.bytes(3 + 2 + 32) != nil, record.vector8() != nil,
            record.vector16() != nil, record.vector8() != nil, let block = record.vector16()
        else {
            return nil
        }
        var extensions = ByteReader(block)
        while let type = extensions.uint16(), let content = extensions.vector16() {
            guard type == 0 else { continue }
            var list = ByteReader(content)
            guard let names = list.vector16() else { return nil }
            var entries = ByteReader(names)
            guard entries.byte() == 0, let name = entries.vector16() else { return nil }
            return hostName(name)
        }
        return nil
    }

    /// Returns the name if it has only letters, digits, hyphens, underscores and dots; otherwise `nil`.
    private static func hostName(_ bytes: ArraySlice<UInt8>) -> String? {
        guard (1...253).contains(bytes.count) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
        return isPlain ? text : nil
    }
}

extension ByteReader {
    /// Reads bytes that are preceded by their count in 8 bits.
    mutating func vector8() -> ArraySlice<UInt8>? { byte().flatMap { bytes(Int($0)) } }

    /// Reads bytes that are preceded by their count in 16 bits.
    mutating func vector16() -> ArraySlice<UInt8>? { uint16().flatMap { bytes(Int($0)) } }
}
