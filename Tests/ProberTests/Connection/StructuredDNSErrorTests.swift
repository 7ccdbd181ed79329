import ConnectivityCore
import ConnectivityKit
import ConnectivityNames
import TestSupport
import Testing

@Suite struct `Reasons that a filter states in data` {
    private static let example =
        #"{"c": ["tel:+358-555-1234567", "mailto:help@example.net", "https://ticket.example/?d=1"], "#
        + #""j": "malware present for 23 days", "s": 1, "o": "example.net Filtering Service", "l": "en"}"#

    @Test func `The members of structured data are read, and a plain text is not structured data`() throws {
        let stated = try #require(ExtendedDNSError(code: 17, text: Self.example).structured)
        #expect(stated.justification == "malware present for 23 days" && stated.suberror == 1)
        #expect(stated.category == "malware" && stated.organization == "example.net Filtering Service")
        #expect(stated.contacts.count == 3 && stated.language == "en")
        expect(ExtendedDNSError(code: 17, text: "blocked by policy").structured, nil)
        // Data belongs to codes of filtering alone.
        expect(ExtendedDNSError(code: 4, text: Self.example).structured, nil)
    }

    @Test(arguments: [
        "{}", #"{"c": ["mailto:a@b"]}"#, #"{"j": "x"}"#, #"{"c": [], "j": "x"}"#, #"{"c": ["mailto:a@b"], "j": ""}"#,
        #"{"c": "mailto:a@b", "j": "x"}"#, #"{"c": ["mailto:a@b"], "j": "x", "j": "y"}"#, "[1]", "{",
        #"{"c": [[[[[1]]]]], "j": "x"}"#, #"{"c": ["mailto:a@b"], "j": "x"} more"#,
        #"{"c": ["mailto:a@b"], "j": ""# + String(repeating: "x", count: 1_100) + #""}"#,
    ])
    func `Structured data without a mandatory member or over a limit is rejected`(text: String) {
        expect(StructuredDNSError(text), nil)
    }

    @Test func `Every text is safe and short, and other members are left out`() throws {
        let long = String(repeating: "y", count: 500)
        let hostile =
            #"{"c": ["javascript:alert(1)", "http://a.example/", "mailto:\u001b[2Ja@b", 5, "sips:a", "tel:1", "tel:2", "tel:3", "tel:4"], "#
            + #""j": "a\u001b]0;title\u0007\u202e\nb\#(long)", "s": 300, "o": "\#(long.prefix(250))", "l": "en us", "x": 1}"#
        let stated = try #require(StructuredDNSError(hostile))
        #expect(stated.contacts.count == 4 && !stated.contacts.joined().contains("\u{1B}"))
        #expect(!stated.contacts.contains { $0.hasPrefix("javascript:") || $0.hasPrefix("http:") })
        #expect(stated.justification.count < 260 && !stated.justification.contains("\u{1B}"))
        #expect(!stated.justification.contains("\n") && (stated.organization?.count ?? 0) < 210)
        #expect(stated.suberror == nil && stated.category == nil && stated.language == nil)
    }

    private func verdict(_ error: ExtendedDNSError, verified: Bool) throws -> Verdict {
        let question = try #require(DoTQuestion(to: "192.0.2.1", asking: DNSQuestion("a.example")))
        let answer = DNSAnswer("a.example", .noSuchName, extendedErrors: [error])
        var exchange = ProbeExchange(
            request: ProbeRequest(question),
            outcome: .success(Answer.other(DoTQuestion.kind, answer.facts))
        )
        exchange.authentication = verified ? .verified : nil
        return DNSRecords().validate(exchange)
    }

    @Test func `Only an authenticated server says who filters and why`() throws {
        let error = ExtendedDNSError(code: 17, text: Self.example)
        let known = try verdict(error, verified: true)
        #expect(known.finding == .substituted && known.reason.facts["organization"] != nil)
        expect(
            known.reason.sentence,
            #"the DNS server blocks the name: Filtered, malware, "malware present for 23 days", "#
                + #"according to "example.net Filtering Service"; ask tel:+358-555-1234567 or mailto:help@example.net or https://ticket.example/?d=1"#
        )
        let unknown = try verdict(error, verified: false)
        #expect(unknown.reason.facts["category"] == "malware" && unknown.reason.facts["justification"] == nil)
        #expect(unknown.reason.facts["contacts"] == nil && unknown.reason.facts["text"] == nil)
        expect(unknown.reason.sentence, "the DNS server blocks the name: Filtered, malware")
        // A plain text of RFC 8914 stays as it is.
        let plain = try verdict(ExtendedDNSError(code: 15, text: "ask the operator"), verified: false)
        expect(plain.reason.sentence, #"the DNS server blocks the name: Blocked, "ask the operator""#)
    }
}
