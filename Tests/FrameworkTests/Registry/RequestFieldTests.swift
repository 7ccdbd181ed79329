#if canImport(CCurl)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityWire
import Foundation
import Synchronization
import Testing
import TestSupport

@Suite struct `The fields of a request in a configuration` {
    private func endpoint(_ members: String) throws(PluginError) -> Endpoint {
        let text = #"{"endpoints": [{"url": "https://status.example/ping", \#(members)}]}"#
        return try PipelineConfiguration(json: text.utf8, registry: try PluginRegistry.standard()).endpoints[0]
    }

    @Test func `A request has the configured fields and body, and records have only what may be recorded`() throws {
        let headers = #"{"Accept": "text/plain", "X-Key": "7", "X-Mode": {"text": "quick", "recorded": true}}"#
        let http = try #require(
            try endpoint(#""method": "POST", "headers": \#(headers), "body": "ping""#).request().http
        )
        #expect(http.method == .post && http.body.isEmpty && http.secretBody == .text("ping"))
        #expect(http.headers["accept"] == "text/plain" && http.headers["x-mode"] == "quick")
        expect(http.headers["x-key"], nil)
        expect(http.secrets, [HTTPQuestion.SecretField("X-Key", from: .text("7"), to: "https://status.example/")])
        try expect(endpoint(#""body": "ping""#).question.http?.method, .post)
    }

    @Test func `A secret header field names its file or variable, which is not read yet`() throws {
        let http = try #require(
            try endpoint(
                #""headers": {"Authorization": {"file": "/no/such", "prefix": "Bearer "}, "X-Key": {"environment": "NO_SUCH"}}"#
            ).question.http
        )
        let url: HTTPURL = "https://status.example/"
        expect(
            http.secrets,
            [
                HTTPQuestion.SecretField("Authorization", from: .file("/no/such"), prefix: "Bearer ", to: url),
                HTTPQuestion.SecretField("X-Key", from: .environment("NO_SUCH"), to: url),
            ]
        )
    }

    @Test(arguments: [
        (#""headers": {"Authorization": "Bearer 1"}"#, "contains a secret"),
        (#""headers": {"Cookie": "a=1"}"#, "contains a secret"),
        (#""headers": {"Proxy-Authorization": {"environment": "A"}}"#, "is reserved for the prober"),
        (#""headers": {"Host": "other.example"}"#, "is reserved for the prober"),
        (#""headers": {"Content-Length": "1"}"#, "is reserved for the prober"),
        (#""headers": {"a b": "1"}"#, "is not a valid field name"),
        (#""headers": {"X": "1\r\nY: 2"}"#, "contains a control character"),
        (#""headers": {"X": {"file": "token"}}"#, "must be an absolute path"),
        (#""headers": {"X": {"file": "/a", "environment": "A"}}"#, "needs either"),
        (#""headers": {"X": {"environment": "A", "prefix": "\n"}}"#, "contains a control character"),
        (#""headers": {"X": {}}"#, "needs either"),
        (#""headers": {"X": {"text": "a", "prefix": "b"}}"#, "\"prefix\" is for a secret"),
        (#""headers": {"X": {"file": "/a", "recorded": true}}"#, "\"recorded\" for a text"),
        (#""headers": {"Cookie": {"text": "a=1", "recorded": true}}"#, "contains a secret"),
        (#""body": "a", "follow": 1"#, "is allowed only with the methods GET and HEAD"),
        (#""follow": 6"#, "must be a whole number from 0 through 5"),
        (#""follow": -1"#, "must be a whole number from 0 through 5"),
        (#""body": {"file": "body.json"}"#, "must be an absolute path"),
        (#""body": {"text": "a", "recorded": true}"#, "no record has it"),
        (#""body": {"file": "/a", "prefix": "b"}"#, "has no prefix"),
        (#""url": "http://status.example/", "body": {"file": "/a"}"#, "needs an https URL"),
        (#""method": "GET", "body": "x""#, "is allowed only with the method POST"),
        (#""url": "http://status.example/", "headers": {"X": {"file": "/a"}}"#, "needs an https URL"),
    ])
    func `Invalid header fields in a configuration are refused with the reason`(members: String, reason: String) {
        let text = #"{"endpoints": [{"url": "https://status.example/", \#(members)}]}"#
            .replacing(#""url": "https://status.example/", "url""#, with: #""url""#)
        let error = #expect(throws: PluginError.self) {
            _ = try PipelineConfiguration(json: text.utf8, registry: try PluginRegistry.standard())
        }
        guard case .invalidOption(_, let path, let detail, let position)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.contains(reason) && path.prefix(2) == ["endpoints", "0"] && position != nil)
    }
}

@Suite struct `A secret field` {
    private let url: HTTPURL = "https://status.example/ping"

    /// Sends a request, and returns the question that the inner prober received and the exchange of the outer
    /// prober.
    private func probe(
        _ source: HTTPQuestion.SecretField.Source,
        at asked: HTTPURL? = nil
    ) async -> (below: HTTPQuestion?, exchange: ProbeExchange) {
        let below = Mutex<HTTPQuestion?>(nil)
        let prober = SecretFieldProber(
            ClosureProber { request in
                below.withLock { $0 = request.http }
                return ProbeExchange(request: request, outcome: .success(.http(ProbeResponse(status: 204))))
            }
        )
        let secret = HTTPQuestion.SecretField("Authorization", from: source, prefix: "Bearer ", to: url)
        let request = ProbeRequest(.http(HTTPQuestion(asked ?? url, secrets: [secret])))
        let exchange = await prober.probe(request)
        expect(exchange.request, request)
        return (below.withLock(\.self), exchange)
    }

    private func failure(_ exchange: ProbeExchange) -> ProbeFailure? {
        if case .failure(let failure) = exchange.outcome { failure } else { nil }
    }

    private func withFile<Result>(_ text: String, _ body: (String) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        return try await body(file.path())
    }

    @Test func `A secret field is read for every probe and reaches only the prober`() async throws {
        try await withFile("first-value\n") { path in
            let (below, exchange) = await probe(.file(path))
            #expect(below?.headers["authorization"] == "Bearer first-value" && below?.secrets.isEmpty == true)
            #expect(!(try JSON(encoding: exchange).text).contains("first-value"))
            #expect(!String(reflecting: exchange).contains("first-value"))
            try Data("second-value\r\n".utf8).write(to: URL(filePath: path))
            await expect(probe(.file(path)).below?.headers["authorization"], "Bearer second-value")
        }
    }

    @Test(arguments: ["http://status.example/ping", "https://other.example/ping"])
    func `A secret field is not sent to another host or over plain HTTP`(other: String) async throws {
        try await withFile("a-long-token") { path in
            let (below, exchange) = await probe(.file(path), at: try HTTPURL(other))
            #expect(below == nil && failure(exchange)?.kind == .unsupported)
        }
    }

    @Test(arguments: [
        "", "\n", "two\nlines", String(repeating: "a", count: HTTPQuestion.SecretField.Source.byteCountMax + 1),
    ])
    func `A secret that is not one line of text is not sent`(text: String) async throws {
        try await withFile(text) { path in
            expect(failure(await probe(.file(path)).exchange)?.kind, .unsupported)
        }
    }

    @Test func `A secret that cannot be read is refused when the pipeline is created`() throws {
        var configuration = PipelineConfiguration()
        for (source, reason) in [
            (
                HTTPQuestion.SecretField.Source.file("/no/such/file"),
                "cannot read /no/such/file: No such file or directory"
            ),
            (.file("/"), "cannot read /: it is not a regular file"),
            (.environment("CONNECTIVITY_NO_SUCH"), "the variable CONNECTIVITY_NO_SUCH is not set"),
        ] {
            let question = HTTPQuestion(url, secrets: [HTTPQuestion.SecretField("X-Key", from: source, to: url)])
            configuration.endpoints = [Endpoint(.http(question), owner: "me")]
            let error = #expect(throws: PluginError.self) { _ = try Pipeline(configuration) {} }
            #expect("\(String(describing: error))".contains(reason))
        }
    }

    @Test func `A secret of fewer than eight bytes is refused when the pipeline is created, with its place`()
        async throws
    {
        try await withFile("hunter2") { path in
            let question = HTTPQuestion(url, secrets: [HTTPQuestion.SecretField("X-Key", from: .file(path), to: url)])
            var configuration = PipelineConfiguration()
            configuration.endpoints = [Endpoint(.http(question), name: "status", owner: "me")]
            let error = #expect(throws: PluginError.self) { _ = try Pipeline(configuration) {} }
            let text = "\(String(describing: error))"
            #expect(
                text.contains("has 7 bytes; a secret needs at least 8") && text.contains(path)
                    && !text.contains("hunter2")
            )
            #expect(text.contains("status") && text.contains("X-Key"))
            expect(failure(await probe(.file(path)).exchange)?.kind, .unsupported)
        }
    }

    @Test func `A secret field is not sent through a proxy without TLS, even to this device`() async throws {
        try await withFile("a-long-token") { path in
            let url: HTTPURL = "http://127.0.0.1:1/"
            let question = HTTPQuestion(url, secrets: [HTTPQuestion.SecretField("X-Key", from: .file(path), to: url)])
            func kind(_ prober: some Prober) async -> ProbeFailure.Kind? {
                failure(await prober.withStandardOperators().probe(ProbeRequest(.http(question))))?.kind
            }
            await expect(kind(CurlProber(proxy: "http://127.0.0.1:1")), .unsupported)
            await expect(kind(CurlProber()), .connectionRefused)
            // A prober from outside says it in the same way.
            await expect(kind(Answering(connectsToHost: false)), .unsupported)
            await expect(kind(Answering(connectsToHost: true)), nil)
        }
    }

    @Test func `A prober does not send a request whose secret field is not filled in`() async {
        let secret = HTTPQuestion.SecretField("X-Key", from: .environment("HOME"), to: url)
        let exchange = await CurlProber().probe(ProbeRequest(.http(HTTPQuestion(url, secrets: [secret]))))
        expect(failure(exchange)?.kind, .unsupported)
    }
}

/// A prober that always has an answer.
private struct Answering: Prober {
    let kinds: Set<Question.Kind> = [.http]
    var connectsToHost: Bool

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
    }
}
#endif
