#if os(Linux) && canImport(CCurl)
import ConnectivityConnection
import ConnectivityCore
import ConnectivityKit
import ConnectivityNames
import ConnectivityTLS
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityTestServer

/// A name server that answers over TLS and over HTTPS, with a certificate for any name and for 127.0.0.1.
private final class EncryptedNameServer {
    static let rules = [
        NameRule(name: "www.example.net", addresses: ["192.0.2.80", "2001:db8::80"], ttl: 60),
        NameRule(name: "refused.example.net", result: .refused),
        NameRule(name: "garbage.example.net", result: .garbage),
        NameRule(name: "other-id.example.net", result: .otherID, addresses: ["192.0.2.80"]),
        NameRule(name: "cut.example.net", result: .cut),
        NameRule(name: "silent.example.net", result: .silence),
        NameRule(name: "late.example.net", addresses: ["192.0.2.80"], delay: .seconds(300)),
        NameRule(name: "many.example.net", addresses: (1...200).compactMap { try? IPAddress("192.0.2.\($0)") }),
    ]

    let names: TestNameServer
    let pages: TestServer
    let caFile: String

    init(_ certificate: TestServer.Security.Certificate = .good, delay: Duration = .zero) throws {
        let authority = try TestAuthority()
        let security = TestServer.Security(authority: authority) { _ in .init(certificate, delay: delay) }
        names = try TestNameServer(rules: Self.rules, security: security)
        let responder = NameResponder(Self.rules)
        pages = try TestServer(security: security) { request in
            switch request.target {
            case "/moved": .message(status: 302, headers: ["Location": "https://portal.example/"])
            case "/page":
                .message(status: 200, headers: ["Content-Type": "text/html"], body: Array("<p>Hello</p>".utf8))
            case "/whole":
                .message(
                    status: 200,
                    headers: ["Content-Type": "application/dns-message"],
                    body: [UInt8](repeating: 0, count: 70_000)
                )
            default: responder.reply(to: request)
            }
        }
        caFile = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path
        try authority.certificatePEM.write(toFile: caFile, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: caFile) }

    func overTLS(
        _ records: DNSQuestion,
        serverName: String? = nil,
        verify: Bool = true,
        limits: ProbeRequest.Limits = ProbeRequest.Limits()
    ) async throws -> ProbeExchange {
        let question = DoTQuestion(
            to: "127.0.0.1:\(names.port)",
            asking: records,
            serverName: serverName,
            isVerified: verify
        )
        return await DoTProber(caFile: caFile).probe(ProbeRequest(try #require(question), limits: limits))
    }

    func overHTTPS(
        _ records: DNSQuestion,
        at path: String = "/dns-query",
        method: HTTPQuestion.Method = .post,
        limits: ProbeRequest.Limits = ProbeRequest.Limits()
    ) async throws -> ProbeExchange {
        let question = DoHQuestion(to: pages.url(path, scheme: .https), asking: records, method: method)
        let prober = DoHProber(over: CurlProber(caFile: caFile))
        return await prober.probe(ProbeRequest(try #require(question), limits: limits))
    }
}

extension ProbeExchange {
    fileprivate var failureKind: ProbeFailure.Kind? {
        if case .failure(let failure) = outcome { failure.kind } else { nil }
    }
}

@Suite(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable)))
struct `Questions to name servers over TLS and HTTPS` {
    private static let www = DNSQuestion("www.example.net")

    @Test func `An answer over TLS has the records, its author and what TLS showed`() async throws {
        let exchange = try await EncryptedNameServer().overTLS(Self.www)
        let answer = try #require(exchange.dnsAnswer, "\(exchange.outcome)")
        #expect(answer.records.map(\.data) == ["192.0.2.80"] && answer.transport == .tls && answer.code == .noError)
        #expect(answer.server?.address == "127.0.0.1" && exchange.remoteAddress == "127.0.0.1")
        expect(exchange.authentication, .verified)
        expect(exchange.httpConnection.tls?.chain.first?.names.contains("127.0.0.1"), true)
        #expect(exchange.timings.tls != nil && exchange.timings.response != nil)
        expect(DNSRecords("192.0.2.80").validate(exchange).finding, .genuine)
    }

    @Test(arguments: [HTTPQuestion.Method.post, .get])
    func `An answer over HTTPS has the records, its author and what TLS showed`(
        method: HTTPQuestion.Method
    ) async throws {
        let exchange = try await EncryptedNameServer().overHTTPS(DNSQuestion("www.example.net", .aaaa), method: method)
        let answer = try #require(exchange.dnsAnswer, "\(exchange.outcome)")
        #expect(answer.records.map(\.data) == ["2001:db8::80"] && answer.transport == .https)
        #expect(exchange.authentication == .verified && exchange.request.question.kind == DoHQuestion.kind)
        expect(exchange.httpConnection.tls?.chain.isEmpty, false)
        expect(DNSRecords().validate(exchange).finding, .genuine)
    }

    @Test func `A negative reply is an answer over either transport`() async throws {
        let server = try EncryptedNameServer()
        for name: DNSName in ["refused.example.net", "unknown.example.net"] {
            let code: DNSResponseCode = name == "unknown.example.net" ? .noSuchName : .refused
            try await expect(server.overTLS(DNSQuestion(name)).dnsAnswer?.code, code)
            try await expect(server.overHTTPS(DNSQuestion(name)).dnsAnswer?.code, code)
        }
        let random = try await server.overTLS(DNSQuestion(randomNameUnder: "example.net"))
        expect(random.dnsAnswer?.name.labels.count, 3)
        expect(NoSuchName().validate(random).finding, .inconclusive)
    }

    @Test(
        arguments: [
            (TestServer.Security.Certificate.expired, ProbeFailure.TLSFault.expired),
            (.selfSigned, .unknownAuthority), (.wrongHost, .wrongHost),
        ]
    )
    func `Asks nothing of a server whose certificate is not accepted`(
        certificate: TestServer.Security.Certificate,
        fault: ProbeFailure.TLSFault
    ) async throws {
        let server = try EncryptedNameServer(certificate)
        let exchange = try await server.overTLS(Self.www)
        #expect(exchange.failureKind == .tls(fault) && exchange.authentication == nil)
        expect(server.names.questionCount, 0)
        try await expect(server.overHTTPS(Self.www).failureKind, .tls(fault))
        expect(server.pages.requestCount, 0)
        // If the question asks for it, there is an answer, whose author is not known.
        let shown = try await server.overTLS(Self.www, verify: false)
        #expect(shown.dnsAnswer?.records.count == 1 && shown.authentication == nil)
        expect(shown.httpConnection.tls?.fault, fault)
    }

    @Test func `The certificate must have the stated name of the server`() async throws {
        let named = try await EncryptedNameServer().overTLS(Self.www, serverName: "dns.example")
        #expect(named.authentication == .verified && named.httpConnection.tls?.chain.first?.names == ["dns.example"])
        let wrong = try await EncryptedNameServer(.wrongHost).overTLS(Self.www, serverName: "dns.example")
        expect(wrong.failureKind, .tls(.wrongHost))
    }

    @Test func `An invalid reply fails over TLS`() async throws {
        let server = try EncryptedNameServer()
        try await expect(server.overTLS(DNSQuestion("garbage.example.net")).failureKind, .malformed)
        try await expect(server.overTLS(DNSQuestion("other-id.example.net")).failureKind, .malformed)
        try await expect(server.overTLS(DNSQuestion("cut.example.net")).failureKind, .truncated)
        let limits = ProbeRequest.Limits(total: .milliseconds(400))
        for name: DNSName in ["silent.example.net", "late.example.net"] {
            try await expect(server.overTLS(DNSQuestion(name), limits: limits).failureKind, .timedOut(.response))
        }
        let small = ProbeRequest.Limits(maximumBodySize: 100)
        try await expect(server.overTLS(DNSQuestion("many.example.net"), limits: small).failureKind, .truncated)
        try await expect(server.overTLS(DNSQuestion("many.example.net")).dnsAnswer?.records.count, 200)
    }

    @Test func `An invalid reply fails over HTTPS`() async throws {
        let server = try EncryptedNameServer()
        try await expect(server.overHTTPS(DNSQuestion("garbage.example.net")).failureKind, .malformed)
        try await expect(server.overHTTPS(DNSQuestion("other-id.example.net")).failureKind, .malformed)
        let moved = try await server.overHTTPS(Self.www, at: "/moved")
        guard case .failure(let failure) = moved.outcome else { Issue.record("an answer"); return }
        #expect(failure.kind == .malformed && failure.facts["status"] == 302)
        let page = try await server.overHTTPS(Self.www, at: "/page")
        guard case .failure(let other) = page.outcome else { Issue.record("an answer"); return }
        #expect(other.kind == .malformed && other.facts["contentType"] == "text/html")
        try await expect(server.overHTTPS(Self.www, at: "/whole").failureKind, .truncated)
        try await expect(server.overHTTPS(DNSQuestion("silent.example.net")).failureKind, .emptyReply)
    }

    @Test func `Messages are padded to a multiple of 128 bytes and stay valid`() throws {
        for length in 1...60 {
            let name = try #require(DNSName(labels: [[UInt8](repeating: 0x61, count: length), Array("example".utf8)]))
            let bytes = NameMessage(DNSQuestion(name), id: 7).bytes
            #expect(bytes.count % 128 == 0 && bytes.count <= 128 * 2)
        }
    }

    @Test func `A question round-trips through its facts, and others are refused`() throws {
        let dot = try #require(
            DoTQuestion(to: "[2001:db8::1]", asking: DNSQuestion("a.example", .aaaa), serverName: "b.example")
        )
        #expect(dot.port == 853 && DoTQuestion(facts: dot.facts) == dot)
        #expect(Question(dot).host == "2001:db8::1" && Question(dot).dnsRecords?.name == "a.example")
        let random = try #require(DoTQuestion(to: "b.example:8853", asking: DNSQuestion(randomNameUnder: "a.example")))
        #expect(random.port == 8853 && DoTQuestion(facts: random.facts) == random)
        let doh = try #require(
            DoHQuestion(to: "https://b.example/dns-query", asking: DNSQuestion("a.example"), method: .get)
        )
        #expect(DoHQuestion(facts: doh.facts) == doh && Question(doh).dnsRecords?.type == .a)
        for facts: Facts in [
            ["name": "a.example"], ["to": "b.example"], ["to": "b/c", "name": "a.example"],
            ["to": "b.example", "name": "a.example", "other": 1],
            ["to": "b.example", "name": "a.example", "server": "192.0.2.1"],
            ["to": "b.example", "name": "a.example", "verify": "no"],
            ["to": "b.example", "name": "a.example", "serverName": 5],
        ] {
            expect(DoTQuestion(facts: facts), nil, "\(facts)")
        }
        for facts: Facts in [
            ["name": "a.example"], ["url": "http://b.example/", "name": "a.example"],
            ["url": "https://b.example/?x=1", "name": "a.example"],
            ["url": "https://b.example/", "name": "a.example", "method": "HEAD"],
        ] {
            expect(DoHQuestion(facts: facts), nil, "\(facts)")
        }
    }

    @Test func `Both probers keep the laws of probers`() async throws {
        let server = try EncryptedNameServer()
        func dot(_ name: DNSName) throws -> Question {
            Question(try #require(DoTQuestion(to: "127.0.0.1:\(server.names.port)", asking: DNSQuestion(name))))
        }
        try await ProberLaws.check(
            DoTProber(caFile: server.caFile),
            answering: try dot("www.example.net"),
            silent: try dot("silent.example.net")
        )
        func doh(_ name: DNSName) throws -> Question {
            let url = server.pages.url("/dns-query", scheme: .https)
            return Question(try #require(DoHQuestion(to: url, asking: DNSQuestion(name))))
        }
        try await ProberLaws.check(
            DoHProber(over: CurlProber(caFile: server.caFile)),
            answering: try doh("www.example.net"),
            silent: try doh("late.example.net")
        )
    }

    @Test func `An exchange of either kind is written and read again`() async throws {
        let server = try EncryptedNameServer()
        for exchange in [try await server.overTLS(Self.www), try await server.overHTTPS(Self.www)] {
            let read = try JSONDecoder().decode(ProbeExchange.self, from: JSONEncoder().encode(exchange))
            #expect(read.dnsAnswer == exchange.dnsAnswer && read.authentication == .verified)
            expect(read.httpConnection.tls, exchange.httpConnection.tls)
        }
    }
}

extension NameResponder {
    /// Returns the reply to a question over HTTPS (RFC 8484): the body of POST, or the parameter `dns` of GET.
    fileprivate func reply(to request: TestServer.Request) -> TestServer.Reply {
        let message: [UInt8]?
        if request.method == "POST" {
            message = request.headers["Content-Type"] == "application/dns-message" ? request.body : nil
        } else {
            let parameter = request.target.split(separator: "?dns=", maxSplits: 1).dropFirst().first
            message = parameter.flatMap { text in
                let plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
                return Base64.decoded(plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
            }
        }
        guard let message else { return .message(status: 400) }
        guard let answer = answer(to: message, isDatagram: false).answer else { return TestServer.Reply([]) }
        let reply = TestServer.Reply.message(
            status: 200,
            headers: ["Content-Type": "application/dns-message"],
            body: answer.bytes
        )
        return answer.delay > .zero ? TestServer.Reply([.wait(answer.delay)] + reply.actions) : reply
    }
}
#endif
