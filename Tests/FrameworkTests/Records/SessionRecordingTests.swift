import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityRecords

@Suite struct `The file of a session` {
    /// A session with every member of the format; the names of members are a promise.
    static let golden = """
        {
          "format": "connectivity-session",
          "version": 3,
          "provenance": {
            "source": "made for this test",
            "recordedAt": "2027-01-15T08:00:00.250Z",
            "tool": "test 1",
            "redaction": ["shapes: token"],
            "notes": ["a note"]
          },
          "configuration": {"endpoints": ["apple.hotspot"], "interface": null},
          "timeline": [
            {
              "at": 0,
              "interfaces": [
                {
                  "name": "wlan0",
                  "index": 3,
                  "kind": "wifi",
                  "isUp": true,
                  "hasCarrier": true,
                  "addresses": ["192.0.2.7/24"],
                  "defaultRoutes": [{"family": "ipv4", "gateway": "192.0.2.1", "metric": 600}, {"family": "ipv6", "metric": 1}]
                }
              ]
            },
            {
              "at": 0.5,
              "round": [
                {
                  "at": 0,
                  "request": {
                    "url": "http://a.example/",
                    "method": "GET",
                    "headers": [{"name": "Pragma", "value": "no-cache"}],
                    "tls": true,
                    "follow": 2,
                    "interface": "wlan0",
                    "family": "ipv4",
                    "nameServers": ["192.0.2.53", "fe80::53"],
                    "addresses": ["192.0.2.80"]
                  },
                  "response": {
                    "status": 302,
                    "headers": [{"name": "Location", "value": "http://p.example/"}],
                    "body": "<p>\\"ü\\"\\n",
                    "completeness": "cutAtLimit"
                  },
                  "remoteAddress": "192.0.2.80",
                  "connection": {"addresses": ["192.0.2.80"], "refused": "other-site"},
                  "caveats": ["system-name-servers", "name-lookup-by-system"],
                  "timings": {"nameLookup": 0.01, "connect": 0.02, "tls": 0.03, "response": 0.04, "total": 0.1}
                },
                {
                  "at": 0.001,
                  "request": {"url": "https://b.example/", "method": "HEAD"},
                  "failure": "tls.unknown-authority",
                  "detail": "words of a library",
                  "failureFacts": {"n": 1},
                  "response": {"status": 200, "bodyBase64": "/wD+"},
                  "timings": {"total": 0.25}
                }
              ]
            },
            {"at": 0.75, "expect": {"access": "captive", "code": "portal", "signInURL": "http://p.example/"}},
            {"at": 60, "expect": {"access": "online", "code": "enough-owners"}}
          ]
        }

        """

    @Test func `A session file with every member is written as it was read`() throws {
        let session = try SessionRecording(parsing: Array(Self.golden.utf8))
        expect(String(decoding: session.encoded(), as: UTF8.self), Self.golden)
        expect(session.events.count, 4)
        let exchanges = session.exchanges
        expect(exchanges.map(\.at), [.milliseconds(500), .milliseconds(501)])
        expect(exchanges[0].exchange.response?.body, Array("<p>\"ü\"\n".utf8))
        expect(exchanges[0].exchange.response?.completeness, .cutAtLimit)
        expect(exchanges[0].exchange.timings.tls, .milliseconds(30))
        guard case .failure(let failure) = exchanges[1].exchange.outcome else {
            Issue.record("a failure was read as a response")
            return
        }
        expect(failure.kind, .tls(.unknownAuthority))
        expect(failure.partialResponse?.body, [0xFF, 0, 0xFE])
        expect(failure.facts, ["n": 1])
        expect(session.expectations.last, .init(access: "online", code: "enough-owners"))
    }

    @Test(
        arguments: [
            (#""recordedAt": "2027-"#, #""recordedAt": "27-"#, 6, "provenance.recordedAt", nil),
            (#""version": 3"#, #""version": 2"#, 3, "version", .unknownVersion("2", known: 3)),
            (#""version": 3"#, #""version": "3""#, 3, "version", .unknownVersion("\"3\"", known: 3)),
            (#""version": 3,"#, "", 1, "", .missingMember("version")),
            (#""connectivity-session""#, #""har""#, 1, "", .notASession),
            (#""tool": "test 1","#, "", 4, "provenance", .missingMember("tool")),
            (#""tool": "test 1""#, #""tool": 7"#, 7, "provenance.tool", .value("expected a string; found a number")),
            (#""index": 3"#, #""index": 3.5"#, 18, "timeline.0.interfaces.0.index", nil),
            (#""192.0.2.7/24""#, #""192.0.2.7""#, 22, "timeline.0.interfaces.0.addresses.0", nil),
            (
                #""kind": "wifi""#, #""kind": "pigeon""#, 19, "timeline.0.interfaces.0.kind",
                nil
            ),
            (#""at": 0.5"#, #""at": -1"#, 28, "timeline.1.at", nil),
            (#""at": 60"#, #""at": 0.6"#, 66, "timeline.3.at", .value("is earlier than the previous event")),
            (#""status": 302"#, #""status": 99"#, 44, "timeline.1.round.0.response.status", nil),
            (#"/wD+"#, "/wD", 60, "timeline.1.round.1.response.bodyBase64", .value("is not Base64")),
            (
                #""failure": "tls.u"#, #""failure": "tls.x"#, 57, "timeline.1.round.1.failure",
                .value("is not a known kind of failure")
            ),
            (#"http://a.example/"#, "ftp://a.example/", 33, "timeline.1.round.0.request.url", nil),
            (#""expect": {"access": "online""#, #""expects": {"access": "online""#, 66, "timeline.3.expects", nil),
            (
                #""detail":"#, #""details":"#, 58, "timeline.1.round.1.details",
                .unknownMember(
                    "details",
                    known: [
                        "answer", "at", "authentication", "caveats", "connection", "detail", "failure", "failureFacts",
                        "remoteAddress", "request",
                        "response",
                        "testimony", "timings",
                    ]
                )
            ),
            (#""notes": ["a note"]"#, #""notes": ["a note"],"#, 10, "", .damaged("a member name is missing")),
            (#""source": "#, #""tool": "", "source": "#, 7, "", .damaged("the member \"tool\" occurs twice")),
            (
                #"made for"#, "made\nfor", 5, "",
                .damaged("a string contains an unescaped line break or control character")
            ),
            (#""at": 60"#, #""at": 060"#, 66, "", .damaged("a number has a leading zero")),
        ] as [(String, String, Int, String, SessionRecordingError.Fault?)]
    )
    func `An invalid session file is refused with line, path and fault`(
        text: String,
        other: String,
        line: Int,
        path: String,
        fault: SessionRecordingError.Fault?
    ) throws {
        let changed = Self.golden.replacing(text, with: other, maxReplacements: 1)
        #expect(changed != Self.golden)
        let error = #expect(throws: SessionRecordingError.self) {
            _ = try SessionRecording(parsing: Array(changed.utf8))
        }
        expect(error?.path.joined(separator: "."), path)
        if let fault { expect(error?.fault, fault) }
        expect(error?.position.line, line)
        guard case .unknownVersion(let version, known: 3)? = fault else { return }
        let sentence = "at version: version \(version) is not supported; this program reads version 3"
        expect(error.map { "\($0)".hasSuffix(sentence) }, true)
    }

    @Test func `A deeply nested session file and an empty one are refused`() {
        let deep = Array(String(repeating: "[", count: 1_000_000).utf8)
        let error = #expect(throws: SessionRecordingError.self) { _ = try SessionRecording(parsing: deep) }
        expect(error?.fault, .damaged("values are nested more than 64 levels deep"))
        #expect(throws: SessionRecordingError(at: .init(line: 1, column: 1), .damaged("the text is incomplete"))) {
            _ = try SessionRecording(parsing: [])
        }
    }
}

@Suite struct `An HTTP Archive` {
    private static let archive = """
        {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [
          {"startedDateTime": "2026-11-21T09:30:01.500+01:00", "time": 12.5,
           "request": {"method": "GET", "url": "http://b.example/", "headers": []},
           "response": {"status": 200, "headers": [{"name": ":status", "value": "200"}, {"name": "A", "value": "b"}],
            "content": {"size": 3, "mimeType": "", "text": "/wD+", "encoding": "base64"}},
           "timings": {"dns": 1, "connect": 5, "ssl": 2, "send": 0, "wait": 3.5, "receive": 1}, "serverIPAddress": "[2001:db8::1]"},
          {"startedDateTime": "2026-11-21T08:30:01Z", "time": 7,
           "request": {"method": "GET", "url": "https://a.example/", "headers": [{"name": "Accept", "value": "*/*"}]},
           "response": {"status": 0, "headers": [], "content": {}, "_error": "net::ERR_CERT_AUTHORITY_INVALID"},
           "timings": {"dns": -1}},
          {"startedDateTime": "2026-11-21T08:30:02Z", "request": {"method": "POST", "url": "http://b.example/"}, "response": {"status": 200}},
          {"startedDateTime": "2026-11-21T08:30:02Z", "request": {"method": "GET", "url": "ws://b.example/"}, "response": {}}
        ]}}
        """

    @Test func `An HTTP Archive becomes exchanges, including failures`() throws {
        let archive = try HARFile(parsing: Array(Self.archive.utf8))
        expect(archive.skippedCount, 2)
        expect(archive.startedAt?.description, "2026-11-21T08:30:01.000Z")
        expect(archive.exchanges.map(\.offset), [.zero, .milliseconds(500)])
        guard case .failure(let failure) = archive.exchanges[0].exchange.outcome else {
            Issue.record("a failure was read as a response")
            return
        }
        expect(failure.kind, .tls(.unknownAuthority))
        let second = archive.exchanges[1].exchange
        expect(second.response, ProbeResponse(status: 200, headers: ["A": "b"], body: [0xFF, 0, 0xFE]))
        expect(second.remoteAddress, IPAddress("2001:db8::1"))
        let timings = ProbeExchange.Timings(
            nameLookup: .milliseconds(1),
            connect: .milliseconds(3),
            tls: .milliseconds(2),
            response: .microseconds(3500),
            total: .microseconds(12_500)
        )
        expect(second.timings, timings)
    }

    @Test(
        arguments: [
            ("{}", 1, "", "log"), ("[]", 1, "", nil), ("{\n\"log\": {}}", 2, "log", "entries"),
            ("{\"log\":\n{\"entries\":\n[{}]}}", 3, "log.entries.0", "request"),
        ] as [(String, Int, String, String?)]
    )
    func `An invalid HTTP Archive is refused with its line`(text: String, line: Int, path: String, missing: String?) {
        let error = #expect(throws: SessionRecordingError.self) { _ = try HARFile(parsing: Array(text.utf8)) }
        expect(error?.position.line, line)
        expect(error?.path.joined(separator: "."), path)
        if let missing { expect(error?.fault, .missingMember(missing)) }
    }

    @Test(
        arguments: [
            (#""A", "value": "b\r\nSet-Cookie: sid=SECRET""#, "value"), (#""A", "value": "b\u0000""#, "value"),
            (#""A: b\r\nSet-Cookie", "value": "sid=SECRET""#, "name"), (#""", "value": "b""#, "name"),
        ]
    )
    func `An entry with a field that would become two is left out and named`(field: String, member: String) throws {
        let text = Self.archive.replacing(#"{"name": "A", "value": "b"}"#, with: #"{"name": \#(field)}"#)
        let archive = try HARFile(parsing: Array(text.utf8))
        expect(archive.exchanges.map { $0.exchange.request.url?.host }, ["a.example"])
        expect(archive.faults.map { $0.path.joined(separator: ".") }, ["log.entries.0.response.headers.1.\(member)"])
    }

    @Test(
        arguments: [
            (#""status": 200"#, #""status": -999"#, "status"), ("/wD+", "/wD", "content.text"),
            (#""method": "GET", "url": "http://b.example/", "headers": []"#, #""method": 7"#, "method"),
            ("2026-11-21T09:30:01.500+01:00", "yesterday", "startedDateTime"),
        ]
    )
    func `An odd entry is left out and named with its line, and the rest is read`(
        text: String,
        other: String,
        member: String
    ) throws {
        let changed = Self.archive.replacing(text, with: other, maxReplacements: 1)
        let archive = try HARFile(parsing: Array(changed.utf8))
        expect(archive.exchanges.map { $0.exchange.request.url?.host }, ["a.example"])
        expect(archive.skippedCount, 2)
        let fault = try #require(archive.faults.first)
        #expect(archive.faults.count == 1 && (2...5).contains(fault.position.line), "\(fault)")
        expect(fault.path.joined(separator: ".").hasSuffix(member), true, "\(fault)")
    }

    @Test func `An entry that is years away from the others is left out, and no request lasts longer than an hour`()
        throws
    {
        let text = Self.archive.replacing("2026-11-21T09:30:01.500+01:00", with: "1970-01-01T00:00:00Z")
            .replacing(#""time": 7"#, with: #""time": 9e11"#)
        let archive = try HARFile(parsing: Array(text.utf8))
        expect(archive.exchanges.map { $0.exchange.request.url?.host }, ["a.example"])
        expect(archive.exchanges.first?.exchange.timings.total, .seconds(3600))
        expect(archive.faults.map { $0.path.joined(separator: ".") }, ["log.entries.0.startedDateTime"])
    }

    @Test(
        arguments: [
            // An announced length that is none, a body that was not saved, and a certificate that the browser refused.
            (#""bodySize": 0, "content": {"size": 0}"#, "-1", nil as ProbeFailure.Kind?),
            (#""content": {"size": 5000}"#, "5", .truncated),
            (#""content": {"size": 0}, "bodySize": 2"#, "5", .truncated),
            (#""content": {"text": "x"}, "_error": "net::ERR_CERT_AUTHORITY_INVALID""#, "1", .tls(.unknownAuthority)),
        ]
    )
    func `An answer of an archive without its body or over an untrusted connection is a failure`(
        content: String,
        length: String,
        kind: ProbeFailure.Kind?
    ) throws {
        let text = #"""
            {"log": {"entries": [{"startedDateTime": "2026-11-21T08:30:02Z", "request": {"method": "GET", "url": "https://b.example/"},
            "response": {"status": 200, "headers": [{"name": "Content-Length", "value": "\#(length)"}], \#(content)}}]}}
            """#
        let exchange = try #require(try HARFile(parsing: Array(text.utf8)).exchanges.first?.exchange)
        expect(exchange.failure?.kind, kind)
    }

    @Test func `A repeated member and half of a surrogate pair do not refuse an archive`() throws {
        let text = Self.archive.replacing(#""time": 7"#, with: #""time": 7, "time": 8, "comment": "\ud800""#)
        let archive = try HARFile(parsing: Array(text.utf8))
        expect(archive.exchanges.count, 2)
    }

    @Test func `A time without a zone and a target in redirectURL alone are read`() throws {
        let text = Self.archive.replacing("01.500+01:00", with: "01.500").replacing(
            #""status": 200"#,
            with: #""status": 302"#
        )
        .replacing(#""content": {"size""#, with: #""redirectURL": "/in", "content": {"size""#)
        let archive = try HARFile(parsing: Array(text.utf8))
        expect(archive.faults, [])
        expect(archive.exchanges.map(\.offset), [.zero, .seconds(3600) + .milliseconds(500)])
        expect(archive.exchanges.last?.exchange.response?.headers["Location"], "/in")
    }
}
