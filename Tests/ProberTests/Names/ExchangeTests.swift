#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityNames
import ConnectivityToolkit
import Testing
import TestSupport

@Suite struct `Asking a name server that misbehaves` {
    private static let address = "c00c 0001 0001 00000001 0004 c0000250"

    private func exchange(
        _ server: FakeNameServer,
        within limit: Duration = .seconds(60),
        through interface: String? = nil
    ) async -> NameExchange {
        await CaresDriver().exchange(request([server.server], within: limit, through: interface))
    }

    private func request(
        _ servers: [NameServer],
        within limit: Duration = .seconds(60),
        through interface: String? = nil
    ) -> NameExchangeRequest {
        NameExchangeRequest(
            DNSQuery.Question(name("a.example"), .a),
            servers: servers,
            interface: interface,
            deadline: .now + limit
        )
    }

    @Test(
        arguments: [
            (0, .noError), (1, .formatError), (2, .serverFailure), (3, .noSuchName), (4, .notImplemented),
            (5, .refused),
            (9, DNSResponseCode(rawValue: 9)),
        ] as [(UInt8, DNSResponseCode)]
    )
    func `Returns a name server's reply with any response code`(code: UInt8, expected: DNSResponseCode) async throws {
        let server = try FakeNameServer { [$0.answered(code: code)] }
        let exchange = await exchange(server, through: "lo")
        try expect(exchange.outcome.get().code, expected)
        #expect(exchange.server == server.server && exchange.transport == .udp && exchange.asked == [server.server])
        expect(exchange.caveats, [.localNameServer])
    }

    @Test func `Ignores messages for another question and accepts the following reply`() async throws {
        let server = try FakeNameServer { message in
            let reply = message.answered(records: [Self.address])
            var other = reply
            other[1] ^= 1
            return [[], [1, 2, 3], other, message, reply]
        }
        try await expect(exchange(server).outcome.get().addresses(.ipv4), ["192.0.2.80"])
    }

    @Test func `Garbage or a broken record alone fails as malformed`() async throws {
        let broken = try FakeNameServer { [$0.answered(records: ["c00c 0001 0001 00000001 0003 c00002"])] }
        await expect(exchange(broken).failure, .malformed(.badRecord(.a)))
        let rubbish = try FakeNameServer { _ in [[1, 2, 3]] }
        await expect(exchange(rubbish, within: .milliseconds(300)).failure, .malformed(.cut))
        let foreign = try FakeNameServer { message in
            var reply = message.answered()
            reply[13] ^= 1
            return [reply]
        }
        await expect(exchange(foreign, within: .milliseconds(300)).failure, .malformed(.notForQuery))
    }

    @Test func `Repeats a question without the extension if the server does not support it`() async throws {
        let server = try FakeNameServer { message in
            message[11] == 1
                ? [message.answered(code: 1, keepsExtension: false)]
                : [Array(message[..<2]) + [0x80, 3, 0, 1, 0, 0, 0, 0, 0, 0] + Array(message[12...])]
        }
        let reply = try await exchange(server).outcome.get()
        #expect(reply.code == .noSuchName && reply.edns == nil)
    }

    @Test(arguments: [2, 3, 4, 5] as [UInt8])
    func `A question whose extension leads to an error is repeated without it`(code: UInt8) async throws {
        let server = try FakeNameServer { message in
            message[11] == 1
                ? [message.answered(code: code, keepsExtension: false)]
                : [
                    Array(message[..<2]) + [0x80, 0, 0, 1, 0, 1, 0, 0, 0, 0] + message[12...]
                        + [UInt8](hex: Self.address)
                ]
        }
        let exchange = await exchange(server)
        try expect(exchange.outcome.get().addresses(.ipv4), ["192.0.2.80"])
        #expect(exchange.server == server.server && exchange.asked == [server.server])
    }

    @Test func `An error of a server that knows the extension, or has no other answer, is kept`() async throws {
        let count = Lock(0)
        let knowing = try FakeNameServer { message in
            count.withLock { $0 += 1 }
            return [message.answered(code: 3)]
        }
        try await expect(exchange(knowing).outcome.get().code, .noSuchName)
        expect(count.withLock { $0 }, 1)
        let silent = try FakeNameServer { message in
            message[11] == 1 ? [message.answered(code: 5, keepsExtension: false)] : []
        }
        try await expect(exchange(silent, within: .milliseconds(300)).outcome.get().code, .refused)
    }

    @Test func `A closed port fails as refused, over UDP and over TCP after a truncated answer`() async throws {
        let port = try FakeNameServer { _ in [] }.server.port
        let closed = NameServer("127.0.0.1", port: port)
        try await Task.sleep(for: .milliseconds(20))
        await expect(CaresDriver().exchange(request([closed])).failure, .connectionRefused)
        let short = try FakeNameServer { [$0.answered(flags: 0x82)] }
        await expect(exchange(short).failure, .connectionRefused)
    }

    @Test func `Asks the next name server if the first one is closed`() async throws {
        let port = try FakeNameServer { _ in [] }.server.port
        let server = try FakeNameServer { [$0.answered(code: 3)] }
        let exchange = await CaresDriver().exchange(request([NameServer("127.0.0.1", port: port), server.server]))
        try expect(exchange.outcome.get().code, .noSuchName)
        #expect(exchange.server == server.server && exchange.asked.count == 2)
    }

    @Test func `A lookup ends at its deadline, at cancellation, and at once for a missing interface`() async throws {
        let silent = try FakeNameServer { _ in [] }
        let start = ContinuousClock.now
        await expect(exchange(silent, within: .milliseconds(200)).failure, .noAnswer)
        await expect(exchange(silent, within: .seconds(-1)).failure, .noAnswer)
        let asked = request(["192.0.2.1"].map { NameServer($0) }, through: "nope0")
        await expect(CaresDriver().exchange(asked).failure, .interfaceUnavailable(19))
        let driver = CaresDriver()
        await withTaskGroup(of: NameExchange.self) { group in
            for _ in 0..<20 { group.addTask { await driver.exchange(request([silent.server])) } }
            try? await Task.sleep(for: .milliseconds(50))
            group.cancelAll()
            for await exchange in group { expect(exchange.failure, .cancelled) }
        }
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}

extension NameExchange {
    /// The failure; `nil` if there is a reply.
    var failure: NameExchangeFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }
}
#endif
