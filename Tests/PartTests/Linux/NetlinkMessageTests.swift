#if os(Linux)
import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityNetlink

@Suite struct NetlinkMessageTests {
    /// Applies all parsers to a datagram, regardless of the types of its messages.
    private func parse(_ bytes: [UInt8]) -> (messages: Int, records: Int) {
        var messages = 0
        var records = 0
        for message in NetlinkMessages(bytes[...]) {
            messages += 1
            _ = message.errorCode
            records += LinkRecord(message.payload) == nil ? 0 : 1
            records += AddressRecord(message.payload) == nil ? 0 : 1
            records += RouteRecord(message.payload) == nil ? 0 : 1
            records += ResolvedRoute(message.payload) == nil ? 0 : 1
            records += NextHopRecord(message.payload) == nil ? 0 : 1
        }
        return (messages, records)
    }

    @Test func `A netlink message has its header's fields and the payload after it`() throws {
        let bytes = MessageBytes.message(type: 16, flags: 0x12, sequence: 7, [1, 2, 3, 4])
        let messages = Array(NetlinkMessages(bytes[...]))
        let message = try #require(messages.first)
        expect(messages.count, 1)
        expect(message.type, 16)
        expect(message.flags, 0x12)
        expect(message.sequence, 7)
        expect(Array(message.payload), [1, 2, 3, 4])
    }

    @Test func `Netlink messages and attributes are aligned to four bytes`() {
        let bytes = MessageBytes.message(type: 1, [9]) + MessageBytes.message(type: 2, [8, 7])
        expect(NetlinkMessages(bytes[...]).map { Array($0.payload) }, [[9], [8, 7]])
        let attributes = MessageBytes.attribute(3, [1]) + MessageBytes.attribute(0x8004, [1, 2, 3, 4, 5])
        expect(NetlinkAttributes(attributes[...]).map(\.number), [3, 4], "without the nested flag")
        expect(NetlinkAttributes(attributes[...]).map { Array($0.value) }, [[1], [1, 2, 3, 4, 5]])
    }

    @Test(
        arguments: [
            (MessageBytes.u32(UInt32(bitPattern: -16)), 16), (MessageBytes.u32(0), 0), (MessageBytes.u32(5), 0),
            ([], 0), ([1, 2], 0), (MessageBytes.u32(0x8000_0000), 0),
        ] as [([UInt8], Int32)]
    )
    func `The error number of an answer is positive, and zero without a negative number`(
        payload: [UInt8],
        code: Int32
    ) throws {
        let bytes = MessageBytes.message(type: 2, payload)
        let message = try #require(NetlinkMessages(bytes[...]).first { _ in true })
        expect(message.errorCode, code)
    }

    @Test(arguments: [0, 1, 15, 17, UInt32.max, UInt32.max - 2, 0x8000_0000])
    func `A netlink message with an invalid length ends the list`(length: UInt32) {
        var bytes = MessageBytes.message(type: 16, [])
        bytes.replaceSubrange(0..<4, with: MessageBytes.u32(length))
        expect(NetlinkMessages(bytes[...]).map(\.type), [])
    }

    @Test(arguments: [0, 3, 9, UInt16.max])
    func `A netlink attribute with an invalid length ends the list`(length: UInt16) {
        var bytes = MessageBytes.attribute(1, [1, 2, 3, 4])
        bytes.replaceSubrange(0..<2, with: MessageBytes.u16(length))
        expect(NetlinkAttributes(bytes[...]).map(\.number), [])
    }

    @Test func `The last netlink message may lack its padding`() {
        let bytes = MessageBytes.message(type: 1, [1]).prefix(17)
        expect(NetlinkMessages(bytes).map { Array($0.payload) }, [[1]])
    }

    @Test func `A truncated datagram has no more records than the complete one`() throws {
        for datagram in try KernelRecording("pair-routes").routeDatagrams {
            let whole = parse(datagram)
            var last = 0
            var isBounded = true
            for end in 0...datagram.count {
                let part = parse(Array(datagram[..<end]))
                isBounded = isBounded && part.messages >= last && part.records <= whole.records
                last = part.messages
            }
            #expect(isBounded)
            expect(last, whole.messages)
        }
    }

    @Test(arguments: KernelRecording.names)
    func `A recorded message truncated at any byte with a matching length is parsed safely`(name: String) throws {
        let messages = try KernelRecording(name).routeDatagrams.flatMap { NetlinkMessages($0[...]).map { $0 } }
        for (number, message) in messages.enumerated() {
            let ends = LongForm.places(in: 0..<message.payload.count + 1, every: 17, from: number)
            let isWhole = ends.allSatisfy { end in
                parse(MessageBytes.message(type: message.type, Array(message.payload.prefix(end)))).messages == 1
            }
            #expect(isWhole)
        }
    }

    @Test(arguments: KernelRecording.names)
    func `A recorded message with any single byte changed is parsed safely`(name: String) throws {
        let messages = try KernelRecording(name).routeDatagrams.flatMap { NetlinkMessages($0[...]).map { $0 } }
        for (number, message) in messages.enumerated() {
            let whole = MessageBytes.message(type: message.type, Array(message.payload))
            var most = 0
            for offset in LongForm.places(in: whole.indices, every: 17, from: number) {
                // The replacements take turns, because many messages have the same attributes.
                let lies: [UInt8] = [0, 3, 0x80, 0xFF, whole[offset] &+ 1]
                var bytes = whole
                bytes[offset] = lies[(offset + number) % lies.count]
                most = max(most, parse(bytes).messages)
            }
            #expect(most <= whole.count / 16)
        }
    }

    @Test func `Parsing twenty thousand random buffers never traps`() {
        var random = SplitMix(state: 2_026)
        var records = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...160, using: &random)
            var body = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            // A plausible beginning, so that the attributes after it are reached as well.
            if body.count > 28 {
                body[0] = [0, 2, 10].randomElement(using: &random) ?? 0
                body[1] = [0, 24].randomElement(using: &random) ?? 0
                for (offset, number) in [(8, 1), (12, 15), (16, 3)] where Bool.random(using: &random) {
                    body[offset] = UInt8.random(in: 4...16, using: &random)
                    body[offset + 1] = 0
                    body[offset + 2] = UInt8(number)
                    body[offset + 3] = 0
                }
            }
            records += parse(MessageBytes.message(type: 16, body)).records
            _ = parse(body)
        }
        #expect(records > 0, "the fuzzer never got past the headers")
    }
}

/// The generator of Steele, Lea and Flood (2014), so that a failure is repeatable.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
#endif
