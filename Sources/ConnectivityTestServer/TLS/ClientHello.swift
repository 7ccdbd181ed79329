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
    /// Only the first record is read. Its length is at most 16 KiB, and no known client splits a message of that
    /// size. A message that is split or malformed has no name here; the handshake then decides.
    static func state(of bytes: [UInt8]) -> State {
        guard let first = bytes.first else { return .partial }
        guard first == 0x16 else { return .absent }
        guard bytes.count >= 5 else { return .partial }
        let length = Int(bytes[3]) << 8 | Int(bytes[4])
        guard bytes.count >= 5 + min(length, 16 * 1024) else { return .partial }
        var record = Cursor(bytes[5...].prefix(length))
        return .complete(name: name(&record))
    }

    private static func name(_ record: inout Cursor) -> String? {
        // Skips the type and length of the message, the version and the random bytes.
        guard record.byte() == 1, record.skip(3), record.skip(2 + 32), record.vector(1) != nil,
            record.vector(2) != nil, record.vector(1) != nil, let block = record.vector(2)
        else {
            return nil
        }
        var extensions = Cursor(block)
        while let type = extensions.number(2), let content = extensions.vector(2) {
            guard type == 0 else { continue }
            var list = Cursor(content)
            guard let names = list.vector(2) else { return nil }
            var entries = Cursor(names)
            guard entries.byte() == 0, let name = entries.vector(2) else { return nil }
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

/// Takes bytes from the front; each function returns `nil` or `false` if too few are left.
struct Cursor {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    /// Takes a number of up to seven bytes, the most significant byte first.
    mutating func number(_ byteCount: Int) -> Int? { take(byteCount).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

    /// Takes bytes that are preceded by their count.
    mutating func vector(_ lengthByteCount: Int) -> ArraySlice<UInt8>? {
        guard let count = number(lengthByteCount) else { return nil }
        return take(count)
    }
}
