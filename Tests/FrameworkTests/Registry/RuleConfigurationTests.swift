#if canImport(CPCRE2)
import ConnectivityConnection
import ConnectivityCore
import ConnectivityKit
import ConnectivityNames
import ConnectivityRegistry
import ConnectivityTLS
import Foundation
import Testing
import TestSupport

@Suite struct `A rule in a configuration` {
    private let registry: PluginRegistry

    init() throws { registry = try .standard() }

    private func rule(_ text: String) throws -> any ResponseValidator {
        try registry.validator(ComponentReference(text: text))
    }

    private func finding(_ text: String, _ exchange: ProbeExchange) throws -> Verdict.Finding {
        try rule(text).validate(exchange).finding
    }

    private func answer(_ status: Int, _ body: String = "", headers: HeaderFields = [:]) -> ProbeExchange {
        ProbeExchange(
            request: ProbeRequest("https://status.example.com/health"),
            outcome: .success(ProbeResponse(status: status, headers: headers, body: Array(body.utf8)))
        )
    }

    /// Each with the mark before the place, and the line that a user sees without it.
    @Test(
        arguments: [
            (
                #"{ "use": "validator.status-code", "expected": ▸"2xx" }"#,
                #"validator.status-code: at expected: expected an array such as ["..."]; found a string"#
            ),
            (
                #"{ "use": "validator.status-code", "expected": ▸[] }"#,
                "validator.status-code: at expected: must contain at least one status code"
            ),
            (
                #"{ "use": "validator.status-code", "expected": [204, ▸"6xx"] }"#,
                "validator.status-code: at expected[1]: \(status)"
            ),
            (
                #"{ "use": "validator.status-code", "expected": [▸99] }"#,
                "validator.status-code: at expected[0]: \(status)"
            ),
            (
                #"{ "use": "validator.status-code", "expected": [▸"299-200"] }"#,
                "validator.status-code: at expected[0]: \(status)"
            ),
            (
                #"{ "use": "validator.status-code", "expected": [▸"2xx-3xx"] }"#,
                "validator.status-code: at expected[0]: \(status)"
            ),
            (
                #"{ "use": "validator.status-code", "expected": [▸true] }"#,
                "validator.status-code: at expected[0]: \(status)"
            ),
            (
                #"{ "use": "validator.header", "name": ▸"" }"#,
                "validator.header: at name: must not be empty"
            ),
            (
                #"{ "use": "validator.header", "name": ▸"A B" }"#,
                "validator.header: at name: must consist of letters, digits and hyphens, or another of !#$%&'*+.^_`|~"
            ),
            (
                #"{ "use": "validator.header", "name": "A", "contains": ▸"" }"#,
                "validator.header: at contains: must not be empty"
            ),
            (
                #"{ "use": "validator.header", "name": "A", "value": "b", "contains": ▸"c" }"#,
                "validator.header: at contains: cannot be combined with value"
            ),
            (
                #"{ "use": "validator.contains", "text": ▸"" }"#,
                "validator.contains: at text: must not be empty"
            ),
            (
                #"{ "use": "validator.starts-with", "text": ▸" \n" }"#,
                "validator.starts-with: at text: must be more than white space"
            ),
            (
                #"▸{ "use": "validator.starts-with", "prefix": "a" }"#,
                "validator.starts-with: \"text\" is missing"
            ),
            (
                #"{ "use": "validator.empty", ▸"text": "" }"#,
                "validator.empty: at text: unknown option; no option is allowed here"
            ),
            (#"▸{ "use": "validator.size" }"#, "validator.size: needs \"min\" or \"max\""),
            (
                #"{ "use": "validator.size", "min": ▸-1 }"#,
                "validator.size: at min: must not be negative"
            ),
            (
                #"{ "use": "validator.size", "min": 5, "max": ▸4 }"#,
                "validator.size: at max: must not be less than min"
            ),
            (
                #"{ "use": "validator.size", "max": ▸"4" }"#,
                "validator.size: at max: expected a number; found a string"
            ),
            (
                #"{ "use": "validator.size", "max": ▸4.5 }"#,
                "validator.size: at max: must be a whole number of at most 64 bits"
            ),
            (
                #"{ "use": "validator.matches", "pattern": ▸"a(" }"#,
                "validator.matches: at pattern: missing closing parenthesis at offset 2"
            ),
            (
                #"{ "use": "validator.matches", "pattern": "a", "header": ▸"" }"#,
                "validator.matches: at header: must not be empty"
            ),
            (#"▸{ "use": "validator.json" }"#, "validator.json: \"pointer\" is missing"),
            (
                #"{ "use": "validator.json", "pointer": ▸"status" }"#,
                "validator.json: at pointer: must be empty or begin with \"/\" (RFC 6901)"
            ),
            (
                #"{ "use": "validator.json", "pointer": ▸"/a~b" }"#,
                "validator.json: at pointer: must have \"~0\" for \"~\" and \"~1\" for \"/\", but has another "
                    + "\"~\" at offset 2"
            ),
            (
                #"{ "use": "validator.json", "pointer": "/a", ▸"equal": 1 }"#,
                "validator.json: at equal: unknown option; did you mean equals?"
            ),
            (
                #"{ "use": "validator.json", "pointer": "/a", "min": ▸"1" }"#,
                "validator.json: at min: expected a number; found a string"
            ),
            (
                #"{ "use": "validator.json", "pointer": "/a", "min": ▸1, "equals": 1 }"#,
                "validator.json: at min: cannot be combined with equals"
            ),
            (
                #"{ "use": "validator.json", "pointer": "/a", "equals": 1, "contains": ▸1 }"#,
                "validator.json: at contains: cannot be combined with equals"
            ),
            (
                #"{ "use": "validator.json", "pointer": "/a", "contains": ▸"" }"#,
                "validator.json: at contains: must not be empty"
            ),
            (
                #"{ "use": "validator.echo", "timeMax": ▸1e300 }"#,
                "validator.echo: at timeMax: must be a number of seconds from 0.001 through 86400"
            ),
            (
                #"{ "use": "validator.json", "pointer": "/a", "min": 2, "max": ▸1 }"#,
                "validator.json: at max: leaves no number: min is 2.0"
            ),
            (
                #"▸{ "use": "validator.when", "validator": "validator.empty" }"#,
                "validator.when: needs at least one of host, scheme, kind and family"
            ),
            (
                #"{ "use": "validator.when", ▸"hots": "a.example", "validator": "validator.empty" }"#,
                "validator.when: at hots: unknown option; did you mean host?"
            ),
            (
                #"{ "use": "validator.size", ▸"maxi": 4 }"#,
                "validator.size: at maxi: unknown option; did you mean max?"
            ),
            (
                #"{ "use": "validator.when", "host": ▸"http://a.example", "validator": "validator.empty" }"#,
                "validator.when: at host: must be a host, or \"*.\" and a name for all hosts below it, "
                    + "without a scheme, port or path"
            ),
            (
                #"{ "use": "validator.when", "scheme": ▸"ftp", "validator": "validator.empty" }"#,
                "validator.when: at scheme: is not one of http, https"
            ),
            (
                #"{ "use": "validator.when", "family": ▸"ipv5", "validator": "validator.empty" }"#,
                "validator.when: at family: is not one of ipv4, ipv6; did you mean ipv4?"
            ),
            (
                #"{ "use": "validator.when", "kind": ▸"htpp", "validator": "validator.empty" }"#,
                "validator.when: at kind: is not a kind of question; did you mean http?"
            ),
            (
                #"{ "use": "validator.when", "kind": ▸"DNS", "validator": "validator.empty" }"#,
                "validator.when: at kind: must consist of lowercase letters, digits, hyphens and dots"
            ),
            (
                #"{ "use": "validator.when", "kind": ▸"dns", "scheme": "http", "validator": "validator.empty" }"#,
                "validator.when: at kind: must be http: only a URL has a host and a scheme"
            ),
            (#"▸{ "use": "validator.when", "host": "a" }"#, "validator.when: \"validator\" is missing"),
            (
                #"{ "use": "validator.inverted", "validator": { "use": "validator.json", "pointer": ▸"x" } }"#,
                "validator.json: at pointer: must be empty or begin with \"/\" (RFC 6901)"
            ),
            (
                #"{ "use": "validator.when", "host": "a", "validator": { "use": "validator.size", "max": ▸-1 } }"#,
                "validator.size: at max: must not be negative"
            ),
            (
                #"{ "use": "validator.all-of", "validators": ["validator.empty", ▸7] }"#,
                "validator.all-of: at validators[1]: a component must be a name or an object with \"use\""
            ),
            (
                #"{ "use": "validator.all-of", "validators": ▸[] }"#,
                "validator.all-of: at validators: must contain at least one validator"
            ),
            (
                #"{ "use": "validator.connection", "daysLeftMin": ▸-1 }"#,
                "validator.connection: at daysLeftMin: must not be negative"
            ),
            (#"▸{ "use": "validator.any-of" }"#, "validator.any-of: \"validators\" is missing"),
            (#"▸{ "validator": 1 }"#, "component: an object that names a component needs a string \"use\""),
            (#"{ "use": "validator.empty", ▸}"#, "component: this is not JSON: a member name is missing"),
            (
                #"{ "use": "validator.connection", "daysLeftMin": ▸"14" }"#,
                "validator.connection: at daysLeftMin: expected a number; found a string"
            ),
            (
                #"{ "use": "validator.dns-records", "expected": ▸"192.0.2.1" }"#,
                #"validator.dns-records: at expected: expected an array such as ["..."]; found a string"#
            ),
        ] as [(String, String)]
    )
    func `A mistake in a rule is reported with line, column, component and option`(options: String, fault: String)
        throws
    {
        let parts = options.split(separator: "▸", omittingEmptySubsequences: false)
        let (text, column) = (parts.joined(), parts[0].unicodeScalars.count + 1)
        let error = #expect(throws: PluginError.self) { try rule("\n\(text)") }
        expect(error?.description, "line 2, column \(column): \(fault)")
        // In a configuration, the same mistake is reported at the place that it has there.
        guard !fault.hasPrefix("component") else { return }
        let located = #expect(throws: PluginError.self) {
            try PipelineConfiguration(json: Data("{ \"expect\":\n\(text) }".utf8), registry: registry)
        }
        expect(located?.description, "line 2, column \(column): \(fault)")
    }

    private static let status =
        "must be a status code from 100 through 599, a class such as \"2xx\", or a range such as \"200-299\""

    @Test func `A text that begins as JSON is read as JSON, and any other is a name`() throws {
        try expect(rule("\"validator.empty\"").validate(answer(204)).finding, .genuine)
        try expect(rule("validator.empty").validate(answer(204)).finding, .genuine)
        let list = #expect(throws: PluginError.self) { try rule(" [\"validator.empty\"]") }
        expect(
            list?.description,
            "line 1, column 2: component: a component must be a name or an object with \"use\""
        )
        let name = #expect(throws: PluginError.self) { try rule("validator.emty") }
        expect(name?.description, "unknown name \"validator.emty\"; did you mean validator.empty?")
        let other = #expect(throws: PluginError.self) { try rule("validator.nonsense") }
        expect(
            other?.description.hasPrefix("unknown name \"validator.nonsense\"; use one of: validator.all-of, "),
            true
        )
    }

    @Test(arguments: [
        (#"[204]"#, [204]), (#"["2xx"]"#, [200, 250, 299]), (#"["200-204", 301]"#, [200, 203, 204, 301]),
        (#"["204"]"#, [204]), (#"["100-599"]"#, [100, 599]), (#"["204-204"]"#, [204]),
    ])
    func `A set of status codes has codes, classes and ranges`(expected: String, members: [Int]) throws {
        let text = #"{ "use": "validator.status-code", "expected": \#(expected) }"#
        for status in members { try expect(finding(text, answer(status, "a body")), .genuine) }
        for status in [99, 205, 300, 302, 600]
        where !members.contains(status) && !expected.contains("xx") && !expected.contains("599") {
            try expect(finding(text, answer(status, "a body")), .substituted)
        }
    }

    @Test func `A set of status codes is shown and written as it was stated`() throws {
        let validator = try rule(#"{ "use": "validator.status-code", "expected": ["200-299", "301-303", 204] }"#)
        expect(
            validator.validate(answer(404, "a body")).reason.sentence,
            "status 404 instead of 2xx or 301-303 or 204"
        )
        try expect(
            ComponentReference(to: validator).options,
            #"{"expected":["2xx","301-303",204]}"#
        )
        expect(validator.validate(answer(200)).basis, .part)
    }

    @Test(arguments: [
        #"{"use":"validator.json","pointer":""}"#, #"{"use":"validator.json","pointer":"/a~0~1/0","equals":null}"#,
        #"{"use":"validator.json","pointer":"/a","equals":{"b":[1,2.50,"é"],"a":false}}"#,
        #"{"use":"validator.json","pointer":"/a","contains":"x"}"#,
        #"{"use":"validator.json","pointer":"/a","min":1,"max":2.5}"#,
        #"{"use":"validator.size","min":0,"max":10}"#, #"{"use":"validator.starts-with","text":"a\n"}"#,
        #"{"use":"validator.empty"}"#, #"{"use":"validator.header","name":"A","contains":"b"}"#,
        #"{"use":"validator.matches","pattern":"(?x)^a$","header":"Server"}"#,
        #"{"use":"validator.when","host":"*.a.example","scheme":"https","family":"ipv6","validator":{"use":"validator.empty"}}"#,
        #"{"use":"validator.when","kind":"com.example.clock","validator":{"use":"validator.empty"}}"#,
    ])
    func `A rule is written as it was read, and decides alike afterwards`(text: String) throws {
        let validator = try rule(text)
        let written = try ComponentReference(to: validator)
        try expect(written, ComponentReference(text: text))
        let copy = try registry.validator(written)
        for exchange in [answer(204), answer(200, #"{"a": 1}"#), answer(200, #"{"a": null}"#), answer(404, "x")] {
            expect(copy.validate(exchange), validator.validate(exchange))
        }
    }

    @Test func `A header field matches a regular expression in one of its values`() throws {
        let text = #"{ "use": "validator.matches", "pattern": "^nginx/1\\.", "header": "server" }"#
        let server = answer(200, "x", headers: ["Server": "a", "SERVER": "nginx/1.26"])
        try expect(rule(text).validate(server).reason, .headerMatches(name: "server", value: "nginx/1.26"))
        try expect(
            rule(text).validate(answer(200, "x", headers: ["Server": "Apache"])).reason,
            .headerDoesNotMatch(name: "server", pattern: #"^nginx/1\."#, actual: "Apache")
        )
        try expect(rule(text).validate(answer(200, "nginx/1.")).reason, .headerMissing(name: "server"))
        try expect(rule(text).role, .expectation)
    }

    @Test func `Days left of a certificate and DNS records combine with all, any, not and conditions`() throws {
        let certificate = PeerCertificate(
            subject: "CN=a.example",
            issuer: "CN=Somebody",
            names: ["a.example"],
            notBefore: Timestamp(sinceEpoch: .seconds(1_700_000_000)),
            notAfter: Timestamp(sinceEpoch: .seconds(1_800_000_000)),
            daysLeft: 12.5
        )
        let tls = TLSFindings(version: "TLSv1.3", cipher: "X", chain: [certificate])
        let question = try #require(ConnectionQuestion(to: "192.0.2.1"))
        let connection = ProbeExchange(
            request: ProbeRequest(question),
            outcome: .success(ConnectionAnswer(from: "192.0.2.1", tls: tls))
        )
        let record = DNSAnswer.Record("www.example.net", .a, ttl: 60, data: "192.0.2.80")
        let names = ProbeExchange(
            request: ProbeRequest(DNSQuestion("www.example.net")),
            outcome: .success(DNSAnswer("www.example.net", records: [record]))
        )
        let days = #"{ "use": "validator.connection", "daysLeftMin": 14 }"#
        let records = #"{ "use": "validator.dns-records", "expected": ["192.0.2.80"] }"#
        let other = #"{ "use": "validator.dns-records", "expected": ["192.0.2.81"] }"#
        let fewDays = #"{ "use": "validator.connection", "daysLeftMin": 7 }"#
        // Too few days are a remark, as long as the certificate is valid.
        try expect(finding(days, connection), .genuine)
        try expect(finding(#"{ "use": "validator.inverted", "validator": \#(days) }"#, connection), .substituted)
        try expect(finding(fewDays, connection), .genuine)
        try expect(
            finding(#"{ "use": "validator.any-of", "validators": [\#(days), \#(fewDays)] }"#, connection),
            .genuine
        )
        try expect(finding(records, names), .genuine)
        try expect(finding(#"{ "use": "validator.inverted", "validator": \#(other) }"#, names), .genuine)
        try expect(
            finding(#"{ "use": "validator.any-of", "validators": [\#(other), \#(records)] }"#, names),
            .genuine
        )
        let byKind = #"""
            { "use": "validator.all-of", "validators": [
              { "use": "validator.when", "kind": "dns", "validator": \#(records) },
              { "use": "validator.when", "kind": "connection", "validator": \#(days) },
              { "use": "validator.when", "kind": "http", "validator": { "use": "validator.status-code", "expected": [204] } } ] }
            """#
        try expect(finding(byKind, names), .genuine)
        try expect(finding(byKind, connection), .genuine)
        try expect(finding(byKind, answer(204)), .genuine)
        try expect(finding(byKind, answer(200, "a page")), .substituted)
    }
}
#endif
