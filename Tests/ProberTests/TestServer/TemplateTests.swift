import ConnectivityCore
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityTestServer

@Suite struct `Templates of a scenario` {
    private static let values: [Template.Name: String] = [
        .askedURL: "http://a.example/x?y=ü&z=<\"'>", .clientAddress: "127.0.0.1", .host: "a.example", .state: "out",
        .token: "0123456789abcdef",
    ]

    private func filled(_ text: String) throws -> String {
        String(decoding: try Template(Array(text.utf8)).bytes { Self.values[$0] ?? "" }, as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("{state}{host}", "outa.example"), ("<{client-address}>", "<127.0.0.1>"),
        ("{token}-{token}", "0123456789abcdef-0123456789abcdef"),
        ("?u={asked-url:percent}", "?u=http%3A%2F%2Fa.example%2Fx%3Fy%3D%C3%BC%26z%3D%3C%22%27%3E"),
        ("{asked-url:html}", "http://a.example/x?y=ü&#38;z=&#60;&#34;&#39;&#62;"),
        ("{asked-url}", "http://a.example/x?y=ü&z=<\"'>"), ("{state:html}{host:percent}", "outa.example"),
    ])
    func `A placeholder is replaced by its value in the form that is stated`(text: String, result: String) throws {
        try expect(filled(text), result)
    }

    @Test(arguments: [
        ("{{state}", "{state}"), ("a{{b{{c", "a{b{c"),
        (#"{"captive": true, "a": {"b": 1}}"#, #"{"captive": true, "a": {"b": 1}}"#),
        ("{", "{"), ("{}", "{}"), ("{ state }", "{ state }"), ("{state", "{state"),
        ("a{;color:red;}", "a{;color:red;}"),
        ("{1}", "{1}"), ("}}", "}}"), ("{\u{FC}}", "{\u{FC}}"),
        ("{" + String(repeating: "a", count: 70) + "}", "{" + String(repeating: "a", count: 70) + "}"),
    ])
    func `A brace that begins no placeholder is itself, and two are one`(text: String, result: String) throws {
        try expect(filled(text), result)
    }

    @Test(arguments: [
        (
            #"{"hosts": {"a": {"replies": [{"body": "{askedurl}"}]}}}"#,
            "line 1, column 39: at hosts.a.replies[0].body: {askedurl} names nothing; a brace itself is written {{; "
                + "did you mean {asked-url}?"
        ),
        (
            "{\"hosts\": {\"a\": {\"replies\": [{\"headers\": {\n \"Location\": \"http://b.example/{host:url}\"}}]}}}",
            "line 2, column 14: at hosts.a.replies[0].headers.Location: {host:url} has no such form; a brace itself is "
                + "written {{; use one of: :percent, :html"
        ),
        (
            #"{"hosts": {"a": {"replies": [{"form": {"t": "{Token}"}}]}}}"#,
            "line 1, column 45: at hosts.a.replies[0].form.t: {Token} names nothing; a brace itself is written {{; "
                + "did you mean {token}?"
        ),
        (
            #"{"hosts": {"a": {"replies": [{"file": "template.http", "templates": true}]}}}"#,
            "line 1, column 39: at hosts.a.replies[0].file: {nothing} names nothing; a brace itself is written {{; "
                + "use one of: {asked-url}, {client-address}, {host}, {state}, {token}"
        ),
    ])
    func `A placeholder that names nothing is refused with its place and the known names`(
        text: String,
        error: String
    ) throws {
        let folder = try folder("HTTP/1.1 200 OK\r\n\r\n{nothing}")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do throws(ScenarioError) {
            _ = try Scenario(parsing: Array(text.utf8), folder: folder)
            Issue.record("read: \(text)")
        } catch let fault {
            expect("\(fault)", error)
        }
    }

    /// A folder with one recording.
    private func folder(_ recording: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "template-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data(recording.utf8).write(to: folder.appending(path: "template.http"))
        return folder.path
    }

    private func answer(
        _ reply: String,
        _ request: TestServer.Request,
        seed: UInt64 = 7
    ) throws -> TestServer.Message {
        let recording = "HTTP/1.1 200 OK\r\nX-Host: {host}\r\n\r\n{state}"
        let folder = try folder(recording)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let text = #"{"hosts": {"*": {"replies": [\#(reply)]}}}"#
        let scenario = try Scenario(parsing: Array(text.utf8), folder: folder)
        var progress = Scenario.Progress(scenario)
        let answer = scenario.answer(to: request, at: .zero, &progress, tokens: .init(seed: seed))
        guard case .respond(let message)? = answer.reply.actions.first else { throw CancellationError() }
        return message
    }

    private let request = TestServer.Request(
        method: "GET",
        target: "/x",
        headers: ["Host": "a.example:8080"],
        client: "127.0.0.9"
    )

    @Test func `A recording is sent as it is unless it asks for templates, and a written body can be sent so`() throws {
        let plain = try answer(#"{"file": "template.http"}"#, request)
        expect(plain.headers["X-Host"], "{host}")
        expect(plain.body, Array("{state}".utf8))
        let asked = try answer(#"{"file": "template.http", "templates": true}"#, request)
        expect(asked.headers["X-Host"], "a.example")
        expect(asked.body, Array("start".utf8))
        let written = try answer(#"{"body": "{color:red}", "templates": false}"#, request)
        expect(written.body, Array("{color:red}".utf8))
    }

    @Test func `Text that a client sends does not end a line of a header`() throws {
        var request = request
        request.target = "/\r\nSet-Cookie: a=b"
        request.headers = ["Host": "a.example\r\nX: y\u{0}\u{7F}\t"]
        let reply =
            #"{"headers": {"Location": "{asked-url} {host} {asked-url:percent} {asked-url:html}"}, "body": "{host}"}"#
        let message = try answer(reply, request)
        let location = try #require(message.headers["Location"])
        #expect(!location.hasControlCharacter)
        let start = "http://a.exampleX: y/Set-Cookie: a=b a.exampleX http%3A%2F%2Fa.exampleX%3A%20y%2FSet"
        #expect(location.hasPrefix(start), "\(location)")
        #expect(HostileText.dangerous(in: String(decoding: message.body, as: UTF8.self)).isEmpty)
    }

    @Test func `A client has one token, which follows from its address and the seed`() throws {
        let reply = #"{"body": "{token} {client-address}"}"#
        let first = String(decoding: try answer(reply, request).body, as: UTF8.self)
        #expect(first.hasSuffix(" 127.0.0.9"))
        #expect(UInt64(first.prefix(16), radix: 16) != nil)
        expect(String(decoding: try answer(reply, request).body, as: UTF8.self), first)
        #expect(String(decoding: try answer(reply, request, seed: 8).body, as: UTF8.self) != first)
        var other = request
        other.client = "127.0.0.1"
        #expect(String(decoding: try answer(reply, other).body, as: UTF8.self).prefix(16) != first.prefix(16))
        #expect(Scenario.Tokens().token(of: nil) != Scenario.Tokens().token(of: nil))
    }

    @Test func `A form can require the token of its client`() throws {
        let token = Scenario.Tokens(seed: 7).token(of: "127.0.0.9")
        for (query, status) in [("t=\(token)", 204), ("t=\(token)0", 200), ("t=", 200)] {
            var request = request
            request.target = "/?\(query)"
            let message = try answer(#"{"form": {"t": "{token}"}, "status": 204}, {}"#, request)
            expect(message.status, status, "\(query)")
        }
    }

    @Test func `A form decodes any text that :percent encodes`() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let scalars = (0..<12).compactMap { _ in Unicode.Scalar(UInt32(random.next(below: 0x3000)) + 0x20) }
            let text = String(String.UnicodeScalarView(scalars.filter { $0 != "\u{7F}" }))
            let encoded = try Template(Array("{host:percent}".utf8)).bytes { _ in text }
            let request = TestServer.Request(method: "GET", target: "/")
            let fields = FormFields(request, query: "x=\(String(decoding: encoded, as: UTF8.self))")
            expect(fields.values, ["x": [text]])
        }
    }

    @Test func `A server knows the address of its client`() throws {
        let server = try TestServer { request in .raw(Array("\(request.client?.description ?? "")".utf8)) }
        defer { server.stop() }
        let (text, _) = try LoopbackClient.exchange(port: server.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        expect(text, "127.0.0.1")
    }
}
