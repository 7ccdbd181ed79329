import TestSupport
import Testing

@testable import ConnectivityNames

@Suite struct `A query about a name` {
    @Test func `A DNS query has an ID, one question and the extension`() {
        var query = DNSQuery(id: 0xABCD, question: DNSQuery.Question(name("Www.example"), .aaaa))
        let question = "03577777 076578616d706c65 00 001c 0001"
        expect(query.bytes, [UInt8](hex: "abcd 0100 0001 0000 0000 0001 \(question) 00 0029 04d0 00000000 0000"))
        query.wantsSignatures = true
        query.isRecursionDesired = false
        expect(query.bytes, [UInt8](hex: "abcd 0000 0001 0000 0000 0001 \(question) 00 0029 04d0 00008000 0000"))
        query.payloadSize = nil
        expect(query.bytes, [UInt8](hex: "abcd 0000 0001 0000 0000 0000 \(question)"))
        query = DNSQuery(
            id: 0,
            question: DNSQuery.Question(.root, DNSRecordType(rawValue: 0xFF00), recordClass: 3),
            payloadSize: nil
        )
        expect(query.bytes, [UInt8](hex: "0000 0100 0001 0000 0000 0000 00 ff00 0003"))
    }
}

@Suite struct `The text of a name` {
    @Test(arguments: [
        ("a.example", "a.example"), ("a.example.", "a.example"), (".", "."), ("A.b", "A.b"), ("_x.y", "_x.y"),
        (#"a\.b.c"#, #"a\.b.c"#), (#"\097.b"#, "a.b"), (#"\000.b"#, #"\000.b"#), (#"a\\b"#, #"a\\b"#),
        ("ä", #"\195\164"#), ("a b", #"a\032b"#),
    ])
    func `A name is parsed and printed in text form`(text: String, written: String) {
        let name = DNSName(text)
        expect(name?.description, written)
        expect(name.flatMap { DNSName($0.description) }, name)
    }

    @Test(arguments: [
        "", "..", ".a", "a..b", #"\"#, #"a\25"#, #"a\256"#, String(repeating: "a", count: 64),
        Array(repeating: "abcdefg", count: 32).joined(separator: "."),
    ])
    func `Rejects a name with an empty label, a bad escape or too many bytes`(text: String) {
        expect(DNSName(text), nil)
    }

    @Test func `Names are equal regardless of the case of ASCII letters only`() {
        #expect(name("A.EXAMPLE") == name("a.example") && name("a.example").hashValue == name("A.example").hashValue)
        #expect(name("a.b") != name(#"a\.b"#))
        #expect(name("@") != name("`") && name("[") != name("{"))
        expect(DNSName(Array(repeating: "abcdefg", count: 31).joined(separator: "."))?.labels.count, 31)
    }

    @Test func `The text of a record type is its name or its number`() {
        #expect(DNSRecordType(name: "aaaa") == .aaaa && "\(DNSRecordType.https)" == "HTTPS")
        #expect(DNSRecordType(name: "type65280")?.rawValue == 0xFF00 && DNSRecordType(name: "TYPE1") == .a)
        #expect(DNSRecordType(name: "NOPE") == nil && DNSRecordType(name: "TYPE65536") == nil)
        #expect("\(DNSRecordType(rawValue: 0xFF00))" == "TYPE65280" && "\(DNSResponseCode(rawValue: 9))" == "RCODE9")
    }
}
