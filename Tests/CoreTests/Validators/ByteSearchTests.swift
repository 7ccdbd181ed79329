import ConnectivityCore
import TestSupport
import Testing

/// Bodies are searched and compared in blocks; these tests put the decisive byte at every place of a block.
@Suite struct `A search in a body` {
    private static func finding(_ validator: some ResponseValidator, _ body: [UInt8]) -> Verdict.Finding {
        let response = ProbeResponse(status: 200, body: body)
        let exchange = ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .success(response))
        return validator.validate(exchange).finding
    }

    @Test func `Finds a text at every place of a body of any length, and nothing else`() {
        for text in ["x", "xy", "xaay", "xyxyxyxyxyx"] {
            let wanted = Array(text.utf8)
            for count in (0...40).map({ $0 }) + [63, 64, 65, 127, 128, 129, 200] {
                let body = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                expect(Self.finding(BodyContains(text), body), .substituted)
                guard count >= wanted.count else { continue }
                for place in 0...(count - wanted.count) {
                    var with = body
                    with.replaceSubrange(place..<(place + wanted.count), with: wanted)
                    expect(Self.finding(BodyContains(text), with), .genuine, "\(text) at \(place) of \(count)")
                }
            }
        }
    }

    @Test func `Agrees with a search byte by byte in random bodies of few letters`() {
        var draws = SplitMix64(seed: 3)
        var counts = [0, 0]
        for _ in 0..<3000 {
            func letters(_ count: Int) -> [UInt8] {
                // Bytes that differ in one bit, or in the highest one, are the hard cases of a search by words.
                (0..<count).map { _ in [0x60, 0x61, 0xE0, 0xE1].randomElement(using: &draws) ?? 0 }.map { $0 & 0x7F }
            }
            let body = letters(Int.random(in: 0...300, using: &draws))
            let wanted = letters(Int.random(in: 1...9, using: &draws))
            let isIn = body.indices.contains { body[$0...].starts(with: wanted) }
            counts[isIn ? 1 : 0] += 1
            let found = Self.finding(BodyContains(String(decoding: wanted, as: UTF8.self)), body)
            expect((found == .genuine), isIn, "\(wanted) in \(body)")
        }
        #expect(counts[0] > 300 && counts[1] > 300)
    }

    @Test func `A body that differs in a single bit is not the expected one`() {
        for count in [1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 256, 300] {
            let body = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 23) }
            let validator = BodyEquals(String(decoding: body, as: UTF8.self))
            expect(Self.finding(validator, body), .genuine)
            #expect(Self.finding(validator, Array(body.dropLast())) != .genuine)
            #expect(Self.finding(validator, body + [UInt8(ascii: "b")]) != .genuine)
            for place in body.indices {
                var other = body
                other[place] ^= 1
                #expect(Self.finding(validator, other) != .genuine, "byte \(place) of \(count)")
            }
        }
    }

    @Test func `A phrase is found at every place of a text, up to its last byte`() {
        for count in 0..<70 {
            let words = String(repeating: "z", count: count) + " gateway timeout"
            let found = Self.finding(WordingSignal(), Array("<p>\(words)".utf8))
            expect(found, .failed, "after \(count)")
            expect(Self.finding(WordingSignal(), Array("<p>\(words.dropLast())".utf8)), .inconclusive)
        }
    }
}
