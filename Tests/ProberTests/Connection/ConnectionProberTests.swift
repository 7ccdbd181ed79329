#if os(Linux)
import ConnectivityCore
import ConnectivityNames
import ConnectivityTLS
import ConnectivityTestKit
import ConnectivityTestServer
import ConnectivityToolkit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityConnection

/// A server with a certificate for `good.example`, and a file with its authority.
private final class SecureServer {
    let server: TestServer
    let caFile: String

    init(_ handshake: TestServer.Security.Handshake) throws {
        let authority = try TestAuthority()
        let security = TestServer.Security(authority: authority) { _ in handshake }
        server = try TestServer(security: security) { _ in .message(status: 200) }
        caFile = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem").path
        try authority.certificatePEM.write(toFile: caFile, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: caFile) }

    func ask(verify: Bool = true, protocols: [String] = [], dialogue: [ConnectionQuestion.Step] = []) async throws
        -> ProbeExchange
    {
        let question = ConnectionQuestion(
            to: "127.0.0.1:\(server.port)",
            serverName: "good.example",
            protocols: protocols,
            isVerified: verify,
            dialogue: dialogue
        )
        return await ConnectionProber(caFile: caFile).probe(ProbeRequest(try #require(question)))
    }
}

extension ProbeExchange {
    fileprivate var connection: ConnectionAnswer? { answer(as: ConnectionAnswer.self) }
    fileprivate var failureKind: ProbeFailure.Kind? {
        if case .failure(let failure) = outcome { failure.kind } else { nil }
    }
}

@Suite struct `The prober of connections` {
    private static let request: [ConnectionQuestion.Step] = [
        .send(Array("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)), .receive(Array("HTTP/1.1 200".utf8)),
    ]

    private func ask(
        _ destination: String,
        over transport: ConnectionQuestion.Transport = .tcp,
        dialogue: [ConnectionQuestion.Step] = [],
        path: ProbeRequest.Path = ProbeRequest.Path(),
        limits: ProbeRequest.Limits = ProbeRequest.Limits()
    ) async throws -> ProbeExchange {
        let question = try #require(ConnectionQuestion(to: destination, over: transport, dialogue: dialogue))
        return await ConnectionProber().probe(ProbeRequest(question, path: path, limits: limits))
    }

    @Test(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable)))
    func `A connection with TLS shows version, cipher, chain and days left, and its dialogue`() async throws {
        let exchange = try await SecureServer(.init(.good)).ask(dialogue: Self.request)
        let answer = try #require(exchange.connection, "\(exchange.outcome)")
        let tls = try #require(answer.tls)
        #expect(tls.version == "TLSv1.3" && tls.cipher.hasPrefix("TLS_") && tls.fault == nil)
        #expect(tls.chain.first?.names == ["good.example"] && (tls.chain.first?.daysLeft ?? 0) > 0)
        #expect(answer.stepCount == 2 && answer.received.starts(with: Array("HTTP/1.1 200".utf8)))
        expect(exchange.remoteAddress, "127.0.0.1")
        #expect(exchange.timings.connect != nil && exchange.timings.tls != nil && exchange.timings.response != nil)
        expect(ConnectionRequirement(versionMin: "TLSv1.3").validate(exchange).finding, .genuine)
    }

    @Test(
        .needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable)),
        arguments: [
            (TestServer.Security.Certificate.expired, ProbeFailure.TLSFault.expired), (.notYetValid, .expired),
            (.selfSigned, .unknownAuthority), (.wrongHost, .wrongHost),
        ]
    )
    func `A certificate that is not accepted is shown, and nothing is sent after it`(
        certificate: TestServer.Security.Certificate,
        fault: ProbeFailure.TLSFault
    ) async throws {
        let server = try SecureServer(.init(certificate))
        let exchange = try await server.ask(dialogue: Self.request)
        guard case .failure(let failure) = exchange.outcome else { Issue.record("an answer"); return }
        #expect(failure.kind == .tls(fault) && failure.facts["version"] == "TLSv1.3")
        expect(failure.facts["certificate"]?.record?["issuer"]?.text?.isEmpty, false)
        let causes: [TestServer.Security.Certificate: Fact] = [
            .expired: "certificate-expired", .notYetValid: "certificate-not-yet-valid",
        ]
        expect(failure.facts["cause"], causes[certificate])
        expect(server.server.requestCount, 0)
        let shown = try await server.ask(verify: false)
        expect(shown.connection?.tls?.fault, fault)
    }

    @Test(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable)))
    func `Distinguishes a handshake that breaks off from one that is late`() async throws {
        try await expect(SecureServer(.init(.broken)).ask().failureKind, .tls(.protocol))
        let late = try SecureServer(.init(.good, delay: .seconds(300)))
        let exchange = try await ask(
            "127.0.0.1:\(late.server.port)",
            over: .tls,
            limits: ProbeRequest.Limits(total: .milliseconds(400))
        )
        expect(exchange.failureKind, .timedOut(.tls))
    }

    @Test func `A dialogue over TCP ends with its last step, with the end of the peer, or at the limit`() async throws {
        let server = try TestServer { _ in .message(status: 200, body: Array("pong".utf8)) }
        let here = "127.0.0.1:\(server.port)"
        try await expect(ask(here, dialogue: Self.request).connection?.stepCount, 2)
        // The server closes after its answer.
        let closing: [ConnectionQuestion.Step] = [
            .send(Array("GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n".utf8)),
            .receive(Array("pong".utf8)), .receive(Array("never".utf8)),
        ]
        let ended = try await ask(here, dialogue: closing)
        #expect(ended.connection?.stepCount == 2 && ended.connection?.tls == nil)
        expect(ConnectionRequirement().validate(ended).finding, .failed)
        let silent = try await ask(
            here,
            dialogue: [.receive(Array("220 ".utf8))],
            limits: ProbeRequest.Limits(total: .milliseconds(400))
        )
        expect(silent.failureKind, .timedOut(.response))
    }

    @Test func `More bytes than are kept do not fail a step`() async throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 50_000) + Array("end".utf8)
        let server = try TestServer { _ in .message(status: 200, body: body) }
        let dialogue = [Self.request[0], .receive(Array("end".utf8))]
        let limits = ProbeRequest.Limits(maximumBodySize: 10)
        let exchange = try await ask("127.0.0.1:\(server.port)", dialogue: dialogue, limits: limits)
        #expect(exchange.connection?.stepCount == 2 && exchange.connection?.received.count == 10)
    }

    @Test func `A connection sends segments of at most the size in its question`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        defer { server.stop() }
        func segmentSize(asking size: Int?) async throws -> CInt {
            let dial = Dial(["127.0.0.1"], port: UInt16(server.port), through: nil, question: nil, segmentSize: size)
            for _ in 0..<100 {
                guard case .open(let descriptor, _) = dial.advance(at: .now) else {
                    try await ContinuousClock().sleep(for: .milliseconds(10))
                    continue
                }
                var (found, length) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
                _ = unsafe getsockopt(descriptor.number, CInt(IPPROTO_TCP), TCP_MAXSEG, &found, &length)
                return found
            }
            throw CancellationError()
        }
        try await #expect(segmentSize(asking: 516) <= 516)
        try await #expect(segmentSize(asking: nil) > 1_220)
    }

    @Test func `A closed port refuses over TCP and QUIC, and another family is not asked`() async throws {
        try await expect(ask("127.0.0.1:1").failureKind, .connectionRefused)
        try await expect(ask("127.0.0.1:1", over: .quic).failureKind, .connectionRefused)
        try await expect(ask("127.0.0.1:1", path: ProbeRequest.Path(family: .ipv6)).failureKind, .unreachable)
        try await expect(
            ask("127.0.0.1:1", path: ProbeRequest.Path(interface: "no-such")).failureKind,
            .interfaceUnavailable
        )
        try await expect(ask("a.example").failureKind, .nameLookup)
    }

    @Test func `Of several addresses the one that answers is used`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        // No host has the first address, which would take seconds to find out.
        let path = ProbeRequest.Path(addresses: ["127.0.0.2", "240.0.0.1", "127.0.0.1"])
        let exchange = try await ask("a.example:\(server.port)", path: path)
        expect(exchange.connection?.source, "127.0.0.1", "\(exchange.outcome)")
        let none = try await ask("a.example:1", path: ProbeRequest.Path(addresses: ["127.0.0.2", "127.0.0.3"]))
        expect(none.failureKind, .connectionRefused)
    }

    @Test func `Cancelling ends a probe at once`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let port = server.port
        let task = Task {
            try await ask(
                "127.0.0.1:\(port)",
                dialogue: [.receive([1])],
                limits: ProbeRequest.Limits(total: .seconds(600))
            )
        }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        try await expect(task.value.failureKind, .cancelled)
    }

    @Test func `The prober keeps the laws of probers`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let here = "127.0.0.1:\(server.port)"
        let answered = try #require(ConnectionQuestion(to: here, over: .tcp, dialogue: Self.request))
        let silent = try #require(ConnectionQuestion(to: here, over: .tcp, dialogue: [.receive([1])]))
        try await ProberLaws.check(ConnectionProber(), answering: Question(answered), silent: Question(silent))
    }

    #if canImport(CCares)
    @Test func `A name is looked up without an interface, too`() async throws {
        let server = try TestServer { _ in .message(status: 200) }
        let question = try #require(ConnectionQuestion(to: "localhost:\(server.port)", over: .tcp))
        let exchange = await ConnectionProber().lookingUpNames().probe(ProbeRequest(question))
        #expect(exchange.connection?.source == "127.0.0.1" && exchange.timings.nameLookup != nil)
    }
    #endif

    @Test(.needs(QUICServer.need))
    func `A server of QUIC states its versions`() async throws {
        let server = try QUICServer()
        let exchange = try await ask("127.0.0.1:\(server.port)", over: .quic)
        expect(exchange.connection?.quicVersions.contains(1), true, "\(exchange.outcome)")
        #expect(exchange.timings.connect == nil && exchange.timings.response != nil)
        expect(ConnectionRequirement().validate(exchange).finding, .genuine)
    }
}

/// A server of QUIC that aioquic implements, in a separate process.
private final class QUICServer {
    let port: Int
    private let process = python(script)

    static let need: Need = {
        let advice = "needs aioquic: .ci/install --all"
        let process = python("import aioquic")
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return Need(obstacle: advice) }
        process.waitUntilExit()
        return Need(obstacle: process.terminationStatus == 0 ? nil : advice)
    }()

    private static func python(_ script: String) -> Process {
        let package = URL.package.standardized.path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["PYTHONPATH=\(package)/.build/python", "python3", "-c", script]
        return process
    }

    private static let script = """
        import asyncio, datetime, sys
        from aioquic.asyncio import serve
        from aioquic.quic.configuration import QuicConfiguration
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "quic.example")])
        now = datetime.datetime.utcnow()
        certificate = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(1).not_valid_before(now).not_valid_after(now + datetime.timedelta(1)).sign(key, hashes.SHA256()))
        configuration = QuicConfiguration(is_client=False, alpn_protocols=["h3"])
        configuration.certificate, configuration.private_key = certificate, key
        async def main():
            server = await serve("127.0.0.1", 0, configuration=configuration)
            print(server._transport.get_extra_info("sockname")[1], flush=True)
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        asyncio.run(main())
        """

    init() throws {
        let output = Pipe()
        process.standardInput = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    // The process may have inherited that it ignores gentler signals; Foundation collects it.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
#endif
