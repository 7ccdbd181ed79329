import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityNames

@Suite struct `A reply of a name server` {
    private static let address: IPAddress = "192.0.2.80"

    @Test func `A DNS reply is decoded with its records of all types`() throws {
        let data: [(String, DNSRecord.Data)] = [
            ("an address", .address("192.0.2.80")), ("an address of IPv6", .address("2001:db8::80")),
            ("an alias", .name(name("four.zone.example"))),
            ("text", .text([Array("one".utf8), Array("two words".utf8)])),
            ("a service", .service(priority: 1, weight: 2, port: 8080, name("four.zone.example"))),
            ("a web service", .raw([UInt8](hex: "00010000010006026832026833 00040004c0000250"))),
            ("a mail server", .mail(preference: 10, name("mail.zone.example"))),
            ("a zone", .authority(Self.zone)), ("a name server", .name(name("ns.zone.example"))),
            ("a name for an address", .name(name("four.zone.example"))),
        ]
        for (what, data) in data {
            let reply = try RecordedReply.named(what)
            expect(reply.answers.map(\.data), [data], "\(what)")
            expect(reply.answers.first?.name, reply.question.name)
            expect(reply.answers.first?.recordClass, DNSQuery.Question.internet)
            expect(reply.code, .noError)
            expect(reply.flags, [.isAuthoritative, .recursionDesired, .recursionAvailable])
            #expect(reply.edns?.payloadSize == 1232 && reply.edns?.version == 0)
        }
        try expect(RecordedReply.named("an address").answers.first?.ttl, 120)
        try expect(RecordedReply.named("an address").addresses(.ipv4), ["192.0.2.80"])
        try expect(RecordedReply.named("an alias").addresses(.ipv4), [])
    }

    private static let zone = DNSRecord.Authority(
        server: name("ns.zone.example"),
        mailbox: name("admin.zone.example"),
        serial: 1,
        refresh: 3600,
        retry: 600,
        expire: 86400,
        minimum: 60
    )

    @Test func `A DNS reply is decoded with its code, flags and extended errors`() throws {
        let absent = try RecordedReply.named("a name that does not exist")
        expect(absent.code, .noSuchName)
        expect(absent.authorities.map(\.data), [.authority(Self.zone)])
        #expect(absent.answers.isEmpty)
        let empty = try RecordedReply.named("a name without such records")
        #expect(empty.code == .noError && empty.answers.isEmpty && empty.authorities.count == 1)
        let refused = try RecordedReply.named("a refusal with an extended error")
        expect(refused.code, .refused)
        expect(refused.extendedErrors, [ExtendedDNSError(code: 18)])
        expect(refused.extendedErrors.first?.purpose, "Prohibited")
        try expect(RecordedReply.named("a refusal").extendedErrors, [])
        try expect(RecordedReply.named("an answer without the extension").edns, nil)
        #expect(try RecordedReply.named("a truncated answer").flags.contains(.isTruncated))
        let failed = try RecordedReply.named("a failure with an extended error")
        #expect(failed.code == .serverFailure && "\(failed.extendedErrors)" == "[DNSKEY Missing]")
    }

    @Test(arguments: RecordedReply.all)
    func `A shortened DNS reply is rejected, and bytes after it are ignored`(recorded: RecordedReply) throws {
        let whole = try recorded.reply
        for count in recorded.bytes.indices {
            #expect(throws: DNSReply.Fault.self, "\(count) bytes") {
                try DNSReply(Array(recorded.bytes.prefix(count)), to: recorded.query)
            }
        }
        // Some devices append bytes that are not part of the message.
        try expect(DNSReply(recorded.bytes + [0, 1, 2], to: recorded.query), whole)
    }

    @Test(arguments: RecordedReply.all)
    func `A DNS reply to another query is rejected`(recorded: RecordedReply) throws {
        var number = recorded.query
        number.id += 1
        var type = recorded.query
        type.question.type = .ds
        var other = recorded.query
        other.question.name = "other.example"
        var chaos = recorded.query
        chaos.question.recordClass = 3
        for query in [number, type, other, chaos] {
            #expect(throws: DNSReply.Fault.notForQuery) { try DNSReply(recorded.bytes, to: query) }
        }
        // A query is not its own reply, and names are equal regardless of case.
        #expect(throws: DNSReply.Fault.notForQuery) { try DNSReply(recorded.query.bytes, to: recorded.query) }
        var capital = recorded.query
        capital.question.name = DNSName("\(recorded.query.question.name)".uppercased()) ?? .root
        try expect(DNSReply(recorded.bytes, to: capital), recorded.reply)
    }

    @Test func `Decoding a DNS reply never traps on random bytes`() {
        var random = SystemRandomNumberGenerator()
        for recorded in RecordedReply.all {
            for _ in 0..<LongForm.count(500, orLong: 2_000) {
                var bytes = recorded.bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    // The ID and the question usually stay unchanged, so that decoding continues.
                    let from = Bool.random(using: &random) ? 12 : 6
                    bytes[.random(in: from..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                _ = try? DNSReply(bytes, to: recorded.query)
                let tail = (0..<Int.random(in: 0...80, using: &random)).map { _ in UInt8.random(in: 0...255) }
                _ = try? DNSReply(Array(recorded.bytes.prefix(45)) + tail, to: recorded.query)
            }
        }
    }

    @Test func `Rejects name pointers that lead forward, to themselves or in a loop`() {
        let query = DNSQuery(id: 1, question: DNSQuery.Question(name("a"), .a))
        func fault(owner: String, behind extra: String = "") -> DNSReply.Fault? {
            // The owner begins at byte 19.
            let bytes = header(answers: 1) + query.question.testBytes + [UInt8](hex: owner) + [UInt8](hex: extra)
            do throws(DNSReply.Fault) {
                _ = try DNSReply(bytes, to: query)
                return nil
            } catch {
                return error
            }
        }
        let address = "0001 0001 00000000 0004 c0000250"
        expect(fault(owner: "c00c", behind: address), nil)
        expect(fault(owner: "0161 c00c", behind: address), nil)
        expect(fault(owner: "c013", behind: address), .badName)
        expect(fault(owner: "c015", behind: address), .badName)
        expect(fault(owner: "0161 c013", behind: address), .badName)
        expect(fault(owner: "c000", behind: address), .badName)
        expect(fault(owner: "ffff", behind: address), .badName)
        expect(fault(owner: "4061", behind: address), .badName)
        expect(fault(owner: "c0", behind: ""), .cut)
        expect(fault(owner: "c00c", behind: "0001 0001 00000000 0003 c00002"), .badRecord(.a))
        expect(fault(owner: "c00c", behind: "0001 0001 00000000 0005 c000020101"), .badRecord(.a))
        expect(fault(owner: "c00c", behind: "0010 0001 00000000 0000"), .badRecord(.txt))
        expect(fault(owner: "c00c", behind: "0010 0001 00000000 0002 0561"), .badRecord(.txt))
        expect(fault(owner: "c00c", behind: "0001 0003 00000000 0003 c00002"), nil)
    }

    @Test func `Accepts names up to 255 bytes and rejects longer ones built with pointers`() throws {
        let label = "3f" + String(repeating: "61", count: 63)
        let long = name(Array(repeating: String(repeating: "a", count: 63), count: 3).joined(separator: "."))
        let query = DNSQuery(id: 1, question: DNSQuery.Question(long, .cname))
        let start = header(answers: 1) + query.question.testBytes
        func reply(_ labels: String) throws -> DNSReply {
            let owner = [UInt8](hex: labels) + [0xC0, 0x0C]
            return try DNSReply(start + owner + [UInt8](hex: "0005 0001 00000001 0002 c00c"), to: query)
        }
        // The name already has 193 bytes.
        try expect(reply("3d" + String(repeating: "62", count: 61)).answers.first?.name.labels.count, 4)
        #expect(throws: DNSReply.Fault.badName) { try reply(label) }
    }

    @Test func `Keeps a limited number of records`() throws {
        let query = DNSQuery(id: 1, question: DNSQuery.Question(name("a"), .a))
        let record = [UInt8](hex: "c00c 0001 0001 ffffffff 0004 c0000250")
        let opt = [UInt8](hex: "00 0029 0200 01000000 0000")
        let bytes =
            header(answers: 300, authorities: 5, others: 1) + query.question.testBytes
            + Array(repeating: record, count: 305).joined() + opt
        let reply = try DNSReply(bytes, to: query)
        #expect(reply.answers.count == DNSReply.recordCountMax && reply.authorities.isEmpty)
        expect(reply.answers.first?.ttl, 0)
        expect(reply.addresses(.ipv4), ["192.0.2.80"])
        // The extension has eight more bits of the response code.
        #expect(reply.code == .badVersion && "\(reply.code)" == "BADVERS")
        #expect(throws: DNSReply.Fault.tooLong) {
            try DNSReply(bytes + [UInt8](repeating: 0, count: 65_536), to: query)
        }
        let twice = header(others: 2) + query.question.testBytes + opt + opt
        #expect(throws: DNSReply.Fault.badExtension) { try DNSReply(twice, to: query) }
    }

    @Test func `Follows aliases to the addresses in any order, but not in loops`() throws {
        let query = DNSQuery(id: 1, question: DNSQuery.Question(name("a"), .a))
        let (a, b, c) = ("0161 00", "0162 00", "0163 00")
        func alias(_ from: String, _ to: String) -> String { "\(from) 0005 0001 00000001 0003 \(to)" }
        func addresses(_ records: String...) throws -> [IPAddress] {
            let bytes = header(answers: UInt8(records.count)) + query.question.testBytes
            return try DNSReply(bytes + records.flatMap { [UInt8](hex: $0) }, to: query).addresses(.ipv4)
        }
        let address = "\(c) 0001 0001 00000001 0004 c0000250"
        try expect(addresses(alias(a, b), alias(b, c), address), ["192.0.2.80"])
        try expect(addresses(address, address, alias(b, c), alias(a, b)), ["192.0.2.80"])
        try expect(addresses(address), [])
        try expect(addresses(alias(a, b), alias(b, a), address), [])
    }

    @Test func `Decodes extended errors with texts, several of them, and unknown codes`() throws {
        let query = DNSQuery(id: 1, question: DNSQuery.Question(name("a"), .a))
        func errors(_ options: String) throws -> [String] {
            let data = [UInt8](hex: options)
            let opt = [UInt8](hex: "00 0029 0200 00000000") + [0, UInt8(data.count)] + data
            return try DNSReply(header(others: 1) + query.question.testBytes + opt, to: query).extendedErrors
                .map(\.description)
        }
        try expect(errors("000f 0006 000f 6e6f2100"), ["Blocked: no!"])
        try expect(errors("0003 0001 61 000f 0002 0004 000f 0002 fde8"), ["Forged Answer", "extended error 65000"])
        try expect(errors(String(repeating: "000f 0002 0000", count: 20)).count, DNSReply.extendedErrorCountMax)
        #expect(throws: DNSReply.Fault.badExtension) { try errors("000f 0001 00") }
        #expect(throws: DNSReply.Fault.badExtension) { try errors("000f 0004 0000") }
    }
}

/// Returns a reply's header with the ID 1.
func header(answers: Int = 0, authorities: UInt8 = 0, others: UInt8 = 0) -> [UInt8] {
    [0, 1, 0x80, 0, 0, 1, UInt8(answers >> 8), UInt8(answers & 0xFF), 0, authorities, 0, others]
}

func header(answers: UInt8) -> [UInt8] { header(answers: Int(answers)) }

func name(_ text: String) -> DNSName { DNSName(text) ?? .root }

extension DNSQuery.Question {
    /// The question in the form of a message.
    var testBytes: [UInt8] { Array(DNSQuery(id: 0, question: self, payloadSize: nil).bytes.dropFirst(12)) }
}
