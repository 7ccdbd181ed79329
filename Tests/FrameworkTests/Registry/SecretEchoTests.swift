#if canImport(CCurl)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRedaction
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityWire
import Foundation
import Testing
import TestSupport

@Suite struct SecretEchoTests {
    private static let secret = #"hunter2 "x"&<y>/z+ü"#
    private static let user = "guest:hunter2-of-the-room"

    /// Every way in which a peer commonly repeats what it was sent.
    private static func echoes(of secret: String) -> [String] {
        let json = (try? JSON(encoding: secret).text) ?? ""
        let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let form = percent.replacing("%20", with: "+")
        let html = secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        let units = secret.utf16.map { String(format: "\\u%04x", $0) }.joined()
        let base64 = ["", "a:", "ab"].map { Data(($0 + secret + "!").utf8).base64EncodedString() }
        let twice = percent.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return [
            secret, json, json.replacing("/", with: "\\/"), percent, percent.lowercased(), form, html, units, twice,
        ] + base64
            + [base64[1].replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")]
    }

    /// Sends a request with a secret through a prober that answers with a text, and returns what comes out.
    private func answer(_ text: String, to question: HTTPQuestion) async -> ProbeExchange {
        let prober = SecretFieldProber(
            ClosureProber { request in
                let body = Array("{\"echo\": \"\(text)\"}".utf8)
                let response = ProbeResponse(status: 200, headers: ["X-Echo": text, "X-\(text)": "1"], body: body)
                return ProbeExchange(request: request, outcome: .success(.http(response)))
            }
        )
        return await prober.probe(ProbeRequest(.http(question)))
    }

    private func withSecret(_ text: String, _ body: (HTTPQuestion.SecretField.Source) async throws -> Void) async throws
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "echo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        try await body(.file(file.path()))
    }

    private func leaks(_ exchange: ProbeExchange, _ piece: String) -> Bool {
        guard let response = exchange.response else { return true }
        let all =
            response.headers.fields.map { $0.name + $0.value }.joined() + String(decoding: response.body, as: UTF8.self)
        return String(decoding: DecodedText(Array(all.utf8)).bytes, as: UTF8.self).contains(piece)
    }

    private let url: HTTPURL = "https://echo.example/"

    @Test(arguments: echoes(of: secret))
    func `A secret that comes back is replaced in every usual encoding`(echo: String) async throws {
        try await withSecret(Self.secret) { source in
            let question = HTTPQuestion(url, secrets: [HTTPQuestion.SecretField("X-Custom", from: source, to: url)])
            let exchange = await answer(echo, to: question)
            #expect(!leaks(exchange, "hunter2") && exchange.response?.body.isEmpty == false)
            for (offset, base64) in ["", "a:", "ab"].enumerated() {
                let encoded = Data((base64 + Self.secret + "!").utf8).base64EncodedString()
                #expect(!leaks(exchange, String(encoded.dropFirst(offset * 2 + 4).prefix(12))))
            }
        }
    }

    @Test func `The password in a credential is replaced, also if the peer has decoded it`() async throws {
        try await withSecret(Data(Self.user.utf8).base64EncodedString()) { source in
            let field = HTTPQuestion.SecretField("Authorization", from: source, prefix: "Basic ", to: url)
            let question = HTTPQuestion(url, secrets: [field])
            #expect(!leaks(await answer(Self.user, to: question), "hunter2"))
            #expect(!leaks(await answer("password is hunter2-of-the-room", to: question), "hunter2"))
        }
    }

    @Test func `The parts of a secret body are replaced`() async throws {
        for body in [#"{"user": {"password": "hunter2-\"of\"-me"}}"#, "a=1&password=hunter2-%22of%22-me"] {
            try await withSecret(body) { source in
                var question = HTTPQuestion(url, method: .post)
                question.secretBody = source
                #expect(!leaks(await answer("you are hunter2-%22of%22-me", to: question), "hunter2"))
                #expect(!leaks(await answer(body, to: question), "hunter2"))
            }
        }
    }

    @Test func `A custom plain field and a secret fact are replaced, and a number stays a number`() async throws {
        let question = HTTPQuestion(
            url,
            secrets: [HTTPQuestion.SecretField("X-Custom", from: .text("hunter2"), to: url)]
        )
        #expect(!leaks(await answer("it is hunter2!", to: question), "hunter2"))
        let number = HTTPQuestion(
            url,
            secrets: [HTTPQuestion.SecretField("X-Custom", from: .text("47110815"), to: url)]
        )
        let exchange = await answer("\", \"n\": 47110815, \"m\": \"", to: number)
        expect(
            String(decoding: exchange.response?.body ?? [], as: UTF8.self),
            #"{"echo": "", "n": 10000000, "m": ""}"#
        )
        let facts = ProbeRequest(.other("com.example.login", ["password": .secret("hunter2-of-me")]))
        let prober = SecretFieldProber(
            ClosureProber(kinds: ["com.example.login"]) { request in
                ProbeExchange(
                    request: request,
                    outcome: .success(.other("com.example.login", ["said": ["hunter2-of-me"]]))
                )
            }
        )
        await expect(prober.probe(facts).outcome, .success(.other("com.example.login", ["said": ["REDACTED"]])))
    }

    @Test func `The beginning of a secret at the end of a body that was cut is replaced`() async throws {
        try await withSecret("hunter2-of-the-room") { source in
            let secret = HTTPQuestion.SecretField("X-Custom", from: source, to: url)
            let prober = SecretFieldProber(
                ClosureProber { request in
                    let response = ProbeResponse(
                        status: 200,
                        body: Array("you sent hunter2-o".utf8),
                        completeness: .cutAtLimit
                    )
                    return ProbeExchange(request: request, outcome: .success(.http(response)))
                }
            )
            let exchange = await prober.probe(ProbeRequest(.http(HTTPQuestion(url, secrets: [secret]))))
            expect(exchange.response?.body, Array("you sent REDACTED".utf8))
        }
    }

    @Test func `A failure with a secret in its detail, facts or partial answer has none afterwards`() async throws {
        try await withSecret("hunter2-of-the-room") { source in
            let secret = HTTPQuestion.SecretField("X-Custom", from: source, to: url)
            let prober = SecretFieldProber(
                ClosureProber { request in
                    let partial = ProbeResponse(
                        status: 200,
                        headers: ["X": "hunter2-of-the-room"],
                        body: Array("hunter2-of".utf8)
                    )
                    let failure = ProbeFailure(
                        .truncated,
                        detail: "after hunter2-of-the-room",
                        partialResponse: partial,
                        facts: ["text": "hunter2-of-the-room"]
                    )
                    return ProbeExchange(request: request, outcome: .failure(failure))
                }
            )
            let exchange = await prober.probe(ProbeRequest(.http(HTTPQuestion(url, secrets: [secret]))))
            #expect(!String(reflecting: exchange.outcome).contains("hunter2") && !leaks(exchange, "hunter2"))
        }
    }

    @Test func `A secret in an expectation is redacted as in the answer, so that live and replay judge the same bytes`()
        async throws
    {
        try await withSecret("hunter2-of-the-room") { source in
            guard case .file(let path) = source else { return }
            let text = """
                {"endpoints": [{"url": "https://echo.example/", "headers": {"X-Custom": {"file": "\(path)"}},
                                "expect": {"use": "validator.contains", "text": "you are hunter2-of-the-room"}}]}
                """
            let configuration = try PipelineConfiguration(json: text.utf8, registry: try .standard())
            let endpoint = try #require(configuration.endpoints.first)
            expect(endpoint.expectation as? BodyContains, BodyContains("you are REDACTED"))
            let written = try JSON(encoding: configuration, isSparse: true).text
            #expect(!written.contains("hunter2") && !written.contains(path))
            let http = try #require(endpoint.question.http)
            let exchange = await answer("you are hunter2-of-the-room", to: http)
            expect(endpoint.expectation?.validate(exchange).finding, .genuine)
            let read = try JSON(encoding: exchange).decode(ProbeExchange.self)
            expect(endpoint.expectation?.validate(read).finding, .genuine)
        }
    }

    @Test func `A prober in another process gets a request without its secrets`() async {
        var question = HTTPQuestion(
            url,
            secrets: [HTTPQuestion.SecretField("X-Custom", from: .text("hunter2"), to: url)]
        )
        question.secretBody = .text("hunter2")
        let prober = Outside().withStandardOperators()
        let exchange = await prober.probe(ProbeRequest(.http(question)))
        #expect(exchange.response?.headers.fields.isEmpty == true && exchange.response?.body.isEmpty == true)
        expect(exchange.request, ProbeRequest(.http(question)))
    }
}

/// Answers with the fields and the body of the request.
private struct Outside: Prober {
    var takesSecrets: Bool { false }
    var kinds: Set<Question.Kind> { [.http] }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let (headers, body) = (request.http?.headers ?? [:], request.http?.body ?? [])
        return ProbeExchange(
            request: request,
            outcome: .success(ProbeResponse(status: 200, headers: headers, body: body))
        )
    }
}
#endif
