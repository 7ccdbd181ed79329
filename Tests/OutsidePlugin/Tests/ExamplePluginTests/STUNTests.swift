import ConnectivityCore
import ConnectivityTestKit
import ExamplePlugin
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A prober for another kind of question` {
    @Test func `The STUN prober keeps the laws of probers`() async throws {
        let silent = try LoopbackServer()
        defer { silent.end() }
        try await Coturn.run { port in
            try await ProberLaws.check(
                STUNProber(),
                answering: Question(STUNQuestion(server: "127.0.0.1", port: port)),
                silent: Question(STUNQuestion(server: "127.0.0.1", port: silent.port)),
                clock: .continuous
            )
            try await ProberLaws.check(
                InsistentProber(STUNProber()),
                answering: Question(STUNQuestion(server: "127.0.0.1", port: port)),
                silent: Question(STUNQuestion(server: "127.0.0.1", port: silent.port)),
                clock: .continuous
            )
        }
    }

    @Test func `The STUN prober receives its own address from coturn`() async throws {
        let exchange = try await Coturn.run { port in
            await STUNProber().probe(ProbeRequest(STUNQuestion(server: "127.0.0.2", port: port)))
        }
        let answer = try #require(exchange.answer(as: STUNAnswer.self))
        #expect(answer.mapped?.address == "127.0.0.1")
        #expect(answer.software?.hasPrefix("Coturn") == true)
        #expect(exchange.remoteAddress == "127.0.0.2")
        #expect(MappedAddress(["127.0.0.1"]).validate(exchange).finding == .genuine)
        #expect(MappedAddress(["198.51.100.7"]).validate(exchange).reason.code == "com.example.stun.other-address")
    }

    @Test func `The STUN prober ignores datagrams that do not answer its request, and asks again`() async throws {
        // An IPv6 address, combined with the cookie and the identifier of the request by XOR (RFC 8489).
        let address: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0x42, count: 12)
        let server = try LoopbackServer { datagram in
            let (cookie, id) = (Array(datagram[4..<8]), Array(datagram[8..<20]))
            let masked = zip(address, cookie + id).map { $0 ^ $1 }
            let attribute: [UInt8] = [0, 0x20, 0, 20, 0, 2, 0x0D ^ cookie[0], 0x96 ^ cookie[1]] + masked
            let right: [UInt8] = [1, 1, 0, 24] + cookie + id + attribute
            var foreign = right
            foreign[8] ^= 1
            // Datagrams that are cut short, answer another request, lack the attribute or are no response; then the
            // right one.
            let request: [UInt8] = [0, 1, 0, 0] + right.dropFirst(4)
            return [[], [1, 1], foreign, Array(right.dropLast(4)), Array(right.prefix(20)), request, right]
        }
        defer { server.end() }
        let exchange = await STUNProber().probe(ProbeRequest(STUNQuestion(server: "127.0.0.1", port: server.port)))
        let answer = try #require(exchange.answer(as: STUNAnswer.self))
        #expect(answer.mapped?.address == IPAddress(bytes: address))
        #expect(answer.mapped?.port == 0x0D96)

        let deaf = try LoopbackServer()
        defer { deaf.end() }
        let request = ProbeRequest(
            STUNQuestion(server: "127.0.0.1", port: deaf.port),
            limits: ProbeRequest.Limits(total: .milliseconds(800))
        )
        guard case .failure(let failure) = await STUNProber().probe(request).outcome else {
            Issue.record("there is no answer")
            return
        }
        #expect(failure.kind == .timedOut(.response))
        #expect(deaf.receivedCount == 2)
    }

    @Test func `The STUN prober reports refused connections, refusing servers and unsupported requests`() async throws {
        let port = try LoopbackServer.freePort()
        let nobody = ProbeRequest(STUNQuestion(server: "127.0.0.1", port: port))
        let refused = await InsistentProber(STUNProber()).probe(nobody)
        #expect(refused.request == nobody)
        #expect(refused.failure?.kind == .connectionRefused)

        let server = try LoopbackServer { request in
            let header: [UInt8] = [1, 0x11, 0, 8] + request[4..<20]
            return [header + [0, 9, 0, 4, 0, 0, 4, 1]]
        }
        defer { server.end() }
        let exchange = await STUNProber().probe(ProbeRequest(STUNQuestion(server: "127.0.0.1", port: server.port)))
        #expect(exchange.answer(as: STUNAnswer.self)?.errorCode == 401)
        #expect(MappedAddress().validate(exchange).finding == .failed)

        var elsewhere = nobody
        elsewhere.path.family = .ipv6
        #expect(await STUNProber().probe(elsewhere) == .unsupported(elsewhere))
    }

    @Test func `STUN questions and answers keep the laws of facts`() throws {
        try FactLaws.check(STUNQuestion(server: "2001:db8::1", port: 65_535))
        let transport = STUNAnswer.Transport("192.0.2.7", port: 4711)
        try FactLaws.check(STUNAnswer(mapped: transport, plain: transport, errorCode: 401, software: "a server"))
        #expect(
            Question.other(STUNQuestion.kind, ["server": "192.0.2.1"]).decoded() == STUNQuestion(server: "192.0.2.1")
        )
    }
}

extension ProbeExchange {
    /// The failure; `nil` if there is an answer.
    fileprivate var failure: ProbeFailure? { if case .failure(let failure) = outcome { failure } else { nil } }
}
