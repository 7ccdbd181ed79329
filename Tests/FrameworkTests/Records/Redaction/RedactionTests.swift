import ConnectivityCore
import ConnectivityRecords
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@Suite struct `A redaction` {
    /// The planted secrets; a test searches for each of them in the written file.
    private static let secrets = [
        "cookie-value-4711", "set-cookie-0815", "dXNlcjpwYXNz", "proxy-pass-99", "x-auth-me", "set-cookie2-0816",
        "proxy-info-17", "queryToken55",
        "sess8899",
        "room-no-1207", "3c:22:fb:9a:01:7e", "3C-22-FB-9A-01-7F", "3c22.fb9a.0180", "3c22fb9a0181",
        "3c%3A22%3Afb%3A9a%3A01%3A82",
        "353918051234567", "eyJhbGciOiJIUzI1NiJ9", "c2lnbmF0dXJlLW9mLWp3dA", "9f86d081884c7d659a2feaa0c55ad015",
        "Zm9vYmFy+YWJj/ZGVm1Z2hp+Q2R3", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "j.doe:hunter2", "form-secret-1",
        "json-secret-2", "xml-secret-3", "nested-secret-4", "Erika Mustermann", "fffe9a:83", "pw-in-script",
    ]

    private static let body = """
        <html><!-- <LoginURL>http://p.example/l?token=queryToken55&mac=3c:22:fb:9a:01:7e</LoginURL> -->
        <form action="http://j.doe:hunter2@p.example/?sid=sess8899&amp;next=http%3A%2F%2Fx.example%2F%3Ftoken%3Dnested-secret-4%26a%3D1">
        <input type="hidden" name="csrf-token" value="form-secret-1"><input value='room-no-1207' name=room>
        <Password>xml-secret-3</Password> Dear Erika Mustermann, IMEI 353918051234567, 3c22.fb9a.0180 3c22fb9a0181 3C-22-FB-9A-01-7F
        <script>var session = {"session_id": "json-secret-2", password: 'pw-in-script'}; // 9f86d081884c7d659a2feaa0c55ad015
        t = "Zm9vYmFy+YWJj/ZGVm1Z2hp+Q2R3"; u = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"</script>
        <p>Please sign in to use the network. Accept the terms and conditions and continue to connect.</p></html>
        """

    private static func session() -> SessionRecording {
        let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWp3dA"
        let response = ProbeResponse(
            status: 302,
            headers: [
                "Location": "http://p.example/l?token=queryToken55&mac=3c%3A22%3Afb%3A9a%3A01%3A82&jwt=\(jwt)",
                "Set-Cookie": "sid=set-cookie-0815; Path=/", "X-Auth-Info": "x-auth-me",
                "Set-Cookie2": "sid=set-cookie2-0816; Version=1",
                "Proxy-ProbeExchange.Authentication-Info": "rspauth=proxy-info-17",
            ],
            body: Array(body.utf8)
        )
        let request = ProbeRequest(
            "http://captive.example/?sessionid=sess8899",
            headers: [
                "Cookie": "a=cookie-value-4711", "Authorization": "Basic dXNlcjpwYXNz",
                "Proxy-Authorization": "proxy-pass-99",
            ],
            interface: "enx3c22fb9a0181"
        )
        let failure = ProbeFailure(
            .connectionReset,
            detail: "peer 3c:22:fb:9a:01:7e",
            partialResponse: response,
            facts: ["text": "Erika Mustermann", "names": ["9f86d081884c7d659a2feaa0c55ad015.example"]]
        )
        let interface = NetworkInterface(
            name: "enx3c22fb9a0181",
            index: 2,
            kind: .ethernet,
            addresses: [.init("2001:db8::3e22:fbff:fe9a:83", prefixLength: 64), .init("192.0.2.9", prefixLength: 24)]
        )
        return SessionRecording(
            provenance: .init(source: "Erika Mustermann", recordedAt: Timestamp(sinceEpoch: .seconds(1)), tool: "t"),
            configuration: #"{"endpoints": [{"url": "http://captive.example/?sessionid=sess8899"}]}"#,
            events: [
                .init(at: .zero, .interfaces(InterfaceSnapshot([interface]))),
                .init(
                    at: .zero,
                    .round([
                        .init(ProbeExchange(request: request, outcome: .success(response))),
                        .init(ProbeExchange(request: request, outcome: .failure(failure))),
                    ])
                ),
                .init(
                    at: .seconds(1),
                    .expected(
                        .init(access: "captive", code: "portal", signInURL: "http://p.example/l?token=queryToken55")
                    )
                ),
            ]
        )
    }

    private static var rules: Redaction {
        var rules = Redaction.standard
        rules.texts = ["Erika Mustermann"]
        return rules
    }

    @Test func `A redacted file contains none of the planted secrets`() throws {
        // Values of cookies and credentials are never written, so the fields are searched too.
        let headers = Self.session().exchanges.flatMap { _, exchange in
            (exchange.request.http?.headers.fields ?? []) + (exchange.response?.headers.fields ?? [])
        }
        let plain = String(decoding: Self.session().encoded(), as: UTF8.self) + "\(headers.map(\.value))"
        for secret in Self.secrets where secret != "fffe9a:83" && secret != "fffe9a" {
            #expect(plain.contains(secret), "not planted: \(secret)")
        }
        let url = FileManager.default.temporaryDirectory.appending(path: "redacted-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(Self.rules.redacted(Self.session()).encoded()).write(to: url)
        let written = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        for secret in Self.secrets + ["fbff:fe9a:83"] {
            #expect(!written.localizedStandardContains(secret), "\(secret)")
        }
        #expect(written.contains("Please sign in to use the network. Accept the terms"))
        #expect(written.contains("\"method\": \"GET\""))
        #expect(written.contains("texts: 1"))
    }

    @Test func `Redaction replaces the same secret by the same text of the same length`() throws {
        let session = Self.rules.redacted(Self.session())
        let round = try #require(session.exchanges.first?.exchange)
        let response = try #require(round.response)
        let location = try HTTPURL(try #require(response.headers["Location"]))
        let expected = try #require(session.expectations.first?.signInURL)
        expect(location.query?.hasPrefix(try #require(expected.query)), true, "\(location) \(expected)")
        #expect(
            round.request.path.interface == "enx00005e005301"
                || round.request.path.interface?.hasPrefix("enx00005e0053") == true
        )
        let configured = try #require(session.configuration)
        #expect(configured.contains(round.request.question.subject))
        // Short secrets are shorter than their replacements.
        #expect(response.body.count - Array(Self.body.utf8).count < 24)
        expect(Self.rules.redacted(session).exchanges.map(\.exchange), session.exchanges.map(\.exchange))
    }

    @Test(arguments: [
        // An IMEI without its check digit, an IMEI, an IMSI, an ICCID, and a number that is no identifier.
        ("35391805123456", true), ("353918051234567", true), ("262011234567890", true),
        ("89490200001234567890", true), ("1700000000000", false),
    ])
    func `Redaction replaces a number of 14 or more digits by another of as many`(number: String, isSecret: Bool) {
        let recording = Recording(ProbeResponse(status: 200, body: Array("device \(number), please".utf8)))
        let redacted = String(decoding: Redaction.standard.redacted(recording).response.body, as: UTF8.self)
        #expect(redacted.contains(number) != isSecret)
        expect(redacted.utf8.count, recording.response.body.count)
        #expect(redacted.hasPrefix("device ") && redacted.hasSuffix(", please"))
    }

    @Test func `Redaction covers the source, the URL and the sign-in URL of a recorded response`() throws {
        let recording = Recording(
            ProbeResponse(status: 200, body: Array(#"{"guestPassword": "hunter two"}"#.utf8)),
            url: "http://a.example/?token=queryToken55",
            expectation: .init(.captive, code: "redirect", signInURL: "http://p.example/?token=queryToken55"),
            source: "the hotel of Erika Mustermann, 3c:22:fb:9a:01:7e"
        )
        let written = String(decoding: Self.rules.redacted(recording).encoded(), as: UTF8.self)
        for secret in ["queryToken55", "Erika", "3c:22", "hunter"] { #expect(!written.contains(secret), "\(secret)") }
        #expect(written.contains("# source: the hotel of REDACTED-"))
    }

    @Test func `Redaction keeps ordinary text and the parts that verdicts depend on`() {
        let text = """
            <a href="https://portal.example/guest/hotspot/login-page/index.html?lang=de&returnurl=http%3A%2F%2Fwww.example.com%2Fpath">
            <div class="col-md-6 offset-md-2 btn-primary-lg"> getElementsByTagNameAndMore 2001:db8:0:11:22:33:44:55 12:30:45 1.2.3.4
            {"captive": true, "seconds-remaining": 3600, "user-portal-url": "https://portal.example/"}
            """
        let recording = Recording(ProbeResponse(status: 200, body: Array(text.utf8)))
        let redacted = Redaction.standard.redacted(recording).response.body
        expect(String(decoding: redacted, as: UTF8.self), text)
    }

    @Test func `Redaction leaves out a compressed body and adds a note`() {
        var session = Self.session()
        let response = ProbeResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: [0x1F, 0x8B, 8, 0, 1])
        let exchange = ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .success(response))
        session.events = [.init(at: .zero, .round([.init(exchange)]))]
        let redacted = Redaction.standard.redacted(session)
        expect(redacted.exchanges.first?.exchange.response?.body, [])
        expect(redacted.provenance.notes, ["a compressed body of 5 bytes from http://a.example/ was left out"])
    }

    /// Each unit begins a pattern that redaction searches for and never completes it.
    private static let beginnings = [
        "a/", "a-", "key:\"", "key='", "<input name=", "%2B", "eyJ.", "<", "12:", "//a", "0123456789abcdef", "&sid=%26",
        "key:[", "a.", "35-", "00 ", "<user>", "<x name=token>", "<user><![CDATA[", "&amp;", "\\u", "x[x.key=", "a@",
        "89 ",
        "12.34567 ", "room ", "::",
    ]

    /// Returns the work of redacting a body that repeats such units.
    private func redaction(of units: [String], byteCount: Int) -> () -> Void {
        let parts = units.map { String(repeating: $0, count: byteCount / units.count / $0.utf8.count) }
        let recording = Recording(ProbeResponse(status: 200, body: Array(parts.joined().utf8)))
        return { _ = Redaction.standard.redacted(recording) }
    }

    // The thread sanitizer makes this work several times slower, although it uses no threads.
    #if ThreadSanitizer
    private static let scale = 10
    #else
    private static let scale = 1
    #endif

    @Test(arguments: beginnings)
    func `Redaction takes linear time in the number of bytes`(unit: String) {
        #expect(
            ThreadTime.isLinear(from: LongForm.count(5_000, orLong: 25_000) / Self.scale) {
                redaction(of: [unit], byteCount: $0)
            }
        )
    }
}
