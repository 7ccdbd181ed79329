import ConnectivityCore
import TestSupport
import Testing

@Suite struct `The byte reader` {
    @Test func `The byte reader reads integers in network and in machine byte order`() {
        var reader = ByteReader([1, 2, 3, 4, 5, 6, 0xFF, 0xFF, 0xFF, 0xFE])
        let (short, long, negative) = (reader.uint16(), reader.uint32(), reader.int32())
        expect(short, 0x0102)
        expect(long, 0x0304_0506)
        expect(negative, -2)
        #expect(reader.isAtEnd)
        var machine = ByteReader([1, 0, 0, 0, 2, 0])
        let (one, two) = (machine.uint32(.native), machine.uint16(.native))
        expect(one, UInt32(littleEndian: 1))
        expect(two, UInt16(littleEndian: 2))
    }

    @Test func `A read past the end returns nil and leaves the byte reader where it is`() {
        let bytes: [UInt8] = [9, 9, 1, 2, 3]
        var reader = ByteReader(bytes[2...])
        for count in [4, .max, -1, .min] {
            let piece = reader.bytes(count)
            expect(piece, nil)
        }
        let long = reader.uint32()
        expect(long, nil)
        expect(reader.position, 2)
        let (nothing, two) = (reader.bytes(0), reader.bytes(2))
        expect(nothing, [])
        expect(two, [1, 2])
        expect(reader.next, 3)
        reader.skip(.max)
        let (byte, piece) = (reader.byte(), reader.bytes(1))
        #expect(reader.isAtEnd)
        expect(byte, nil)
        expect(piece, nil)
    }

    @Test func `The byte reader compares text without case and skips everything before it`() {
        var reader = ByteReader(Array("a <!DocType HTML> b".utf8))
        let answers = [
            reader.skip(if: "<"), reader.skip(past: "<!doctype "), reader.skip(if: "html"), reader.skip(if: ">b"),
        ]
        expect(answers, [false, true, true, false])
        let text = reader.read { $0 == UInt8(ascii: "b") }
        expect(Array(text), Array("> ".utf8))
        let more = [reader.skip(if: "bc"), reader.skip(past: "c")]
        expect(more, [false, false])
        #expect(reader.isAtEnd)
    }
}
