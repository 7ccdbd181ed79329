import ConnectivityCore
import Testing

@Suite struct `The byte reader` {
    @Test func `The byte reader reads integers in network and in machine byte order`() {
        var reader = ByteReader([1, 2, 3, 4, 5, 6, 0xFF, 0xFE])
        let (short, long, negative) = (
            reader.integer(UInt16.self), reader.integer(UInt32.self), reader.integer(Int16.self)
        )
        #expect(short == 0x0102)
        #expect(long == 0x0304_0506)
        #expect(negative == -2)
        #expect(reader.isAtEnd)
        for order in [ByteReader.ByteOrder.network, .machine] {
            var reader = ByteReader([7])
            let byte = reader.integer(UInt8.self, order)
            #expect(byte == 7)
        }
        var machine = ByteReader([1, 0, 0, 0])
        let one = machine.integer(UInt32.self, .machine)
        #expect(one == UInt32(littleEndian: 1))
    }

    @Test func `A read past the end returns nil and leaves the byte reader where it is`() {
        let bytes: [UInt8] = [9, 9, 1, 2, 3]
        var reader = ByteReader(bytes[2...])
        for count in [4, .max, -1, .min] {
            let piece = reader.bytes(count)
            #expect(piece == nil)
        }
        let long = reader.integer(UInt32.self)
        let both: UInt32? = reader.whole { reader in
            guard let first = reader.byte(), let second = reader.integer(UInt32.self) else { return nil }
            return UInt32(first) &+ second
        }
        #expect(long == nil)
        #expect(both == nil)
        #expect(reader.position == 2)
        let (nothing, two) = (reader.bytes(0), reader.bytes(2))
        #expect(nothing == [])
        #expect(two == [1, 2])
        #expect(reader.next == 3)
        reader.skip(.max)
        let (byte, piece) = (reader.byte(), reader.bytes(1))
        #expect(reader.isAtEnd)
        #expect(byte == nil)
        #expect(piece == nil)
    }

    @Test func `The byte reader compares text without case and skips everything before it`() {
        var reader = ByteReader(Array("a <!DocType HTML> b".utf8))
        let answers = [
            reader.skip(if: "<"), reader.skip(past: "<!doctype "), reader.skip(if: "html"), reader.skip(if: ">b"),
        ]
        #expect(answers == [false, true, true, false])
        let text = reader.read { $0 == UInt8(ascii: "b") }
        #expect(Array(text) == Array("> ".utf8))
        let more = [reader.skip(if: "bc"), reader.skip(past: "c")]
        #expect(more == [false, false])
        #expect(reader.isAtEnd)
    }
}
