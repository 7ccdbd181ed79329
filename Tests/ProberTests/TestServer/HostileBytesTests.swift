import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityTestServer

/// Tests the servers' readers with untrusted bytes.
@Suite struct HostileBytesTests {
    /// A question for `example.com`, type A, class IN, with recursion desired.
    private static let question: [UInt8] =
        [0x12, 0x34, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0, 7] + Array("eXample".utf8) + [3] + Array("com".utf8)
        + [0, 0, 1, 0, 1]

    /// The shortest ClientHello that asks for `good.example`.
    private static let hello: [UInt8] = {
        let name = Array("good.EXAMPLE".utf8)
        let entry = [0] + vector(name, 2)
        let extensions = vector([0, 10] + vector([0], 2) + [0, 0] + vector(vector(entry, 2), 2), 2)
        let body = [3, 3] + [UInt8](repeating: 9, count: 32) + [0] + vector([0x13, 0x01], 2) + [1, 0] + extensions
        return [0x16, 3, 1] + vector([1] + vector(body, 3), 2)
    }()

    private static func vector(_ bytes: [UInt8], _ lengthByteCount: Int) -> [UInt8] {
        (0..<lengthByteCount).reversed().map { UInt8(bytes.count >> ($0 * 8) & 0xFF) } + bytes
    }

    /// A small generator with a fixed sequence, so that a failure can be repeated.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test func `A DNS question is answered with its own name and ID`() throws {
        let question = try NameQuestion(Self.question)
        expect(question.name, "example.com")
        expect(question.type, 1)
        let rule = NameRule(name: "*", addresses: ["192.0.2.7", "2001:db8::7"], ttl: 70_000)
        let answer = try #require(question.answer(by: rule, isDatagram: true))
        let record: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 1, 0x11, 0x70, 0, 4, 192, 0, 2, 7]
        expect(answer, [0x12, 0x34, 0x85, 0x80, 0, 1, 0, 1, 0, 0, 0, 0] + Self.question[12...] + record)
        expect(question.answer(by: nil, isDatagram: true)?[3], 0x83)
        expect(question.answer(by: NameRule(name: "*", result: .servfail), isDatagram: true)?[3], 0x82)
        expect(question.answer(by: NameRule(name: "*", result: .refused), isDatagram: true)?[3], 0x85)
        expect(question.answer(by: NameRule(name: "*", result: .silence), isDatagram: true), nil)
    }

    @Test func `DNS questions for other types are answered without records`() throws {
        let rule = NameRule(name: "*", addresses: ["192.0.2.7"])
        for type in [28, 15, 16, 65, 255] as [UInt8] {
            var bytes = Self.question
            bytes[bytes.count - 3] = type
            let answer = try #require(try NameQuestion(bytes).answer(by: rule, isDatagram: true))
            expect(answer[3], 0x80)
            expect(answer[7], 0)
            expect(answer.count, bytes.count)
        }
    }

    @Test func `A DNS answer that is too long or marked truncated is cut over UDP and complete over TCP`() throws {
        let question = try NameQuestion(Self.question)
        let many = NameRule(name: "*", addresses: [IPAddress](repeating: "192.0.2.7", count: 40))
        let few = NameRule(name: "*", addresses: ["192.0.2.7"], isTruncated: true)
        for rule in [many, few] {
            let datagram = try #require(question.answer(by: rule, isDatagram: true))
            #expect(datagram[2] & 0x02 != 0)
            expect(datagram.count, Self.question.count)
            let whole = try #require(question.answer(by: rule, isDatagram: false))
            expect(whole[2] & 0x02, 0)
            expect(whole[7], UInt8(rule.addresses.count))
        }
    }

    @Test func `A DNS message that is not a question is refused or not answered`() {
        func fault(_ change: (inout [UInt8]) -> Void) -> NameQuestion.Fault? {
            var bytes = Self.question
            change(&bytes)
            do throws(NameQuestion.Fault) {
                _ = try NameQuestion(bytes)
                return nil
            } catch {
                return error
            }
        }
        expect(fault { $0[2] |= 0x80 }, .unanswerable)
        expect(fault { $0 = Array($0.prefix(11)) }, .unanswerable)
        expect(fault { $0[2] |= 0x20 }, .otherKind(id: 0x1234))
        expect(fault { $0[5] = 2 }, .malformed(id: 0x1234))
        expect(fault { $0[12] = 0xC0 }, .malformed(id: 0x1234))
        expect(fault { $0.removeLast() }, .malformed(id: 0x1234))
        expect(fault { $0 = $0.prefix(12) + [UInt8](repeating: 1, count: 600) }, .malformed(id: 0x1234))
        expect(NameQuestion.answer(to: .malformed(id: 0x1234))?.prefix(4), [0x12, 0x34, 0x80, 0x01])
    }

    @Test(arguments: [
        ("*", "anything.example", true), ("*", "", true), ("a.example", "A.EXAMPLE", true),
        ("a.example.", "a.example", true), ("a.example", "b.a.example", false), ("*.example", "a.b.example", true),
        ("*.example", "example", false), ("*.example", ".example", false), ("*.example", "anexample", false),
    ])
    func `A name pattern matches only the expected names`(pattern: String, name: String, fits: Bool) {
        expect(NamePattern(pattern).matches(name), fits)
    }

    @Test func `The server name is read from a complete ClientHello`() {
        expect(ClientHello.state(of: Self.hello), .complete(name: "good.example"))
        for count in 0..<Self.hello.count {
            expect(ClientHello.state(of: Array(Self.hello.prefix(count))), .partial)
        }
        expect(ClientHello.state(of: Array("GET / HTTP/1.1\r\n".utf8)), .absent)
        expect(ClientHello.state(of: [0x16, 3, 1, 0, 0]), .complete(name: nil))
    }

    @Test func `A server name with a comma, which has a meaning in certificate extensions, is ignored`() {
        let text = String(decoding: Self.hello, as: UTF8.self)
        #expect(!text.contains("\u{FFFD}"))
        var bytes = Self.hello
        let index = bytes.firstIndex(of: UInt8(ascii: "."))
        bytes[index ?? 0] = UInt8(ascii: ",")
        expect(ClientHello.state(of: bytes), .complete(name: nil))
    }

    @Test func `Random and damaged bytes do not trap the readers or enlarge the answers`() {
        var numbers = Numbers(state: 1)
        for round in 0..<20_000 {
            for whole in [Self.question, Self.hello] {
                var bytes = whole
                if round.isMultiple(of: 2) {
                    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                        let index = Int.random(in: 0..<bytes.count, using: &numbers)
                        bytes[index] = UInt8.random(in: 0...255, using: &numbers)
                    }
                    bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers) / 2)
                } else {
                    let count = Int.random(in: 0...200, using: &numbers)
                    bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
                    if bytes.count > 5 { bytes[0] = 0x16 }
                }
                _ = ClientHello.state(of: bytes)
                guard let question = try? NameQuestion(bytes) else { continue }
                let answer = question.answer(by: NameRule(name: "*", addresses: ["192.0.2.1"]), isDatagram: true)
                expect(answer?.prefix(2), bytes.prefix(2))
                #expect((answer?.count ?? 0) <= bytes.count + 16)
            }
        }
    }
}
