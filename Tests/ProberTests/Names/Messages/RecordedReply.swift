import Testing

@testable import ConnectivityNames

/// The reply of Debian's unbound to a query with the ID 0x1234.
struct RecordedReply: CustomTestStringConvertible {
    let what: String
    let query: DNSQuery
    let bytes: [UInt8]

    var testDescription: String { what }

    /// The decoded reply.
    var reply: DNSReply { get throws { try DNSReply(bytes, to: query) } }

    init(_ what: String, _ name: String, _ type: DNSRecordType, _ hex: String) {
        self.what = what
        query = DNSQuery(id: 0x1234, question: DNSQuery.Question(DNSName(name) ?? .root, type))
        bytes = [UInt8](hex: hex)
    }

    static func named(_ what: String) throws -> DNSReply {
        guard let recorded = all.first(where: { $0.what == what }) else { throw Missing(what: what) }
        return try recorded.reply
    }

    struct Missing: Error {
        var what: String
    }

    static let all = [
        RecordedReply(
            "an address",
            "four.zone.example",
            .a,
            """
            12348580000100010000000104666f7572047a6f6e65076578616d706c650000010001c00c00010001000000780004c0
            00025000002904d0000000000000
            """
        ),
        RecordedReply(
            "an address of IPv6",
            "four.zone.example",
            .aaaa,
            """
            12348580000100010000000104666f7572047a6f6e65076578616d706c6500001c0001c00c001c000100000078001020
            010db800000000000000000000008000002904d0000000000000
            """
        ),
        RecordedReply(
            "an alias",
            "alias.zone.example",
            .a,
            """
            12348580000100010000000105616c696173047a6f6e65076578616d706c650000010001c00c000500010000003c0007
            04666f7572c01200002904d0000000000000
            """
        ),
        RecordedReply(
            "text",
            "text.zone.example",
            .txt,
            """
            1234858000010001000000010474657874047a6f6e65076578616d706c650000100001c00c001000010000003c000e03
            6f6e650974776f20776f72647300002904d0000000000000
            """
        ),
        RecordedReply(
            "a service",
            "_http._tcp.zone.example",
            .srv,
            """
            123485800001000100000001055f68747470045f746370047a6f6e65076578616d706c650000210001c00c0021000100
            00003c0019000100021f9004666f7572047a6f6e65076578616d706c650000002904d0000000000000
            """
        ),
        RecordedReply(
            "a web service",
            "web.zone.example",
            .https,
            """
            12348580000100010000000103776562047a6f6e65076578616d706c650000410001c00c004100010000003c00150001
            000001000602683202683300040004c000025000002904d0000000000000
            """
        ),
        RecordedReply(
            "a mail server",
            "zone.example",
            .mx,
            """
            123485800001000100000001047a6f6e65076578616d706c6500000f0001c00c000f00010000012c0009000a046d6169
            6cc00c00002904d0000000000000
            """
        ),
        RecordedReply(
            "a zone",
            "zone.example",
            .soa,
            """
            123485800001000100000001047a6f6e65076578616d706c650000060001c00c000600010000012c0021026e73c00c05
            61646d696ec00c0000000100000e1000000258000151800000003c00002904d0000000000000
            """
        ),
        RecordedReply(
            "a name server",
            "zone.example",
            .ns,
            """
            123485800001000100000001047a6f6e65076578616d706c650000020001c00c000200010000012c0005026e73c00c00
            002904d0000000000000
            """
        ),
        RecordedReply(
            "a name for an address",
            "80.2.0.192.in-addr.arpa",
            .ptr,
            """
            123485800001000100000001023830013201300331393207696e2d61646472046172706100000c0001c00c000c000100
            000e10001304666f7572047a6f6e65076578616d706c650000002904d0000000000000
            """
        ),
        RecordedReply(
            "a name that does not exist",
            "none.zone.example",
            .a,
            """
            123485830001000000010001046e6f6e65047a6f6e65076578616d706c650000010001c011000600010000003c002102
            6e73c0110561646d696ec0110000000100000e1000000258000151800000003c00002904d0000000000000
            """
        ),
        RecordedReply(
            "a name without such records",
            "four.zone.example",
            .txt,
            """
            12348580000100000001000104666f7572047a6f6e65076578616d706c650000100001c011000600010000003c002102
            6e73c0110561646d696ec0110000000100000e1000000258000151800000003c00002904d0000000000000
            """
        ),
        RecordedReply(
            "a refusal with an extended error",
            "four.zone.example",
            .a,
            """
            12348105000100000000000104666f7572047a6f6e65076578616d706c65000001000100002904d0000000000006000f
            00020012
            """
        ),
        RecordedReply(
            "a refusal",
            "refused.example",
            .a,
            """
            1234858500010000000000010772656675736564076578616d706c65000001000100002904d0000000000000
            """
        ),
        RecordedReply(
            "an answer without the extension",
            "four.zone.example",
            .a,
            """
            12348580000100010000000004666f7572047a6f6e65076578616d706c650000010001c00c00010001000000780004c0
            000250
            """
        ),
        RecordedReply(
            "a truncated answer",
            "many.zone.example",
            .txt,
            """
            123487800001000000000001046d616e79047a6f6e65076578616d706c65000010000100002904d0000000000000
            """
        ),
        RecordedReply(
            "a failure with an extended error",
            "www.bogus.example",
            .a,
            """
            1234818200010000000000010377777705626f677573076578616d706c65000001000100002904d0000000000006000f
            00020009
            """
        ),
    ]
}

extension [UInt8] {
    /// Reads digits in pairs and ignores white space.
    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
