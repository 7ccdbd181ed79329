#if os(Linux)
/// Builds kernel messages byte by byte, independently of the code under test.
enum MessageBytes {
    static func message(type: UInt16, flags: UInt16 = 0, sequence: UInt32 = 1, _ body: [UInt8]) -> [UInt8] {
        u32(UInt32(16 + body.count)) + u16(type) + u16(flags) + u32(sequence) + u32(0) + padded(body)
    }

    static func attribute(_ number: UInt16, _ value: [UInt8]) -> [UInt8] {
        padded(u16(UInt16(4 + value.count)) + u16(number) + value)
    }

    static func link(
        index: UInt32 = 2,
        hardware: UInt16 = 1,
        flags: UInt32 = 0x1_0043,
        family: UInt8 = 0,
        _ attributes: [UInt8]...
    ) -> [UInt8] {
        [family, 0] + u16(hardware) + u32(index) + u32(flags) + u32(0) + attributes.flatMap { $0 }
    }

    static func address(
        family: UInt8,
        prefixLength: UInt8,
        flags: UInt8 = 0,
        scope: UInt8 = 0,
        index: UInt32 = 2,
        _ attributes: [UInt8]...
    ) -> [UInt8] {
        [family, prefixLength, flags, scope] + u32(index) + attributes.flatMap { $0 }
    }

    static func route(
        family: UInt8 = 2,
        destinationLength: UInt8 = 0,
        table: UInt8 = 254,
        type: UInt8 = 1,
        flags: UInt32 = 0,
        _ attributes: [UInt8]...
    ) -> [UInt8] {
        [family, destinationLength, 0, 0, table, 3, 0, type] + u32(flags) + attributes.flatMap { $0 }
    }

    static func hop(index: UInt32, flags: UInt8 = 0, _ attributes: [UInt8]...) -> [UInt8] {
        let tail = attributes.flatMap { $0 }
        return u16(UInt16(8 + tail.count)) + [flags, 0] + u32(index) + tail
    }

    static func nextHop(family: UInt8, flags: UInt32 = 0, _ attributes: [UInt8]...) -> [UInt8] {
        [family, 253, 0, 0] + u32(flags) + attributes.flatMap { $0 }
    }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    static func u16(_ value: UInt16) -> [UInt8] { bytes(value) }
    static func u32(_ value: UInt32) -> [UInt8] { bytes(value) }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value.littleEndian >> ($0 * 8)) }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}
#endif
