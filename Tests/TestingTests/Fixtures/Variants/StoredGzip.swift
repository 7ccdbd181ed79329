import ConnectivityCore

@testable import ConnectivityFixtures

/// Wraps bytes as gzip without compressing them (RFC 1951, section 3.2.4; RFC 1952), so that no library is needed.
enum StoredGzip {
    /// The first two bytes of gzip.
    static let magic: [UInt8] = [0x1F, 0x8B]
    /// The number of bytes before the first stored byte.
    static let headByteCount = 15

    /// Returns bytes as a complete gzip member in stored blocks.
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var result = magic + [8, 0, 0, 0, 0, 0, 0, 0xFF]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let size = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            for number in [size, ~size] { result += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            result += block
        } while !rest.isEmpty
        for number in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            result += (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) }
        }
        return result
    }

    /// The remainder of each byte in the polynomial of CRC-32.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { remainder, _ in
            remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
        }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(UInt8($0 & 0xFF) ^ $1)] }
    }
}
