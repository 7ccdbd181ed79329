#if canImport(CSystemd) && os(Linux)
import ConnectivityBlocking
import ConnectivityBus
import ConnectivityCore
@testable import ConnectivityDBus
@testable import ConnectivityKit
import ConnectivitySupport
import ConnectivityTestKit
import TestSupport
import Testing

/// PacRunner, which runs the scripts of proxies, on a private bus.
@Suite(.serialized, .timeLimit(.minutes(2)), .needs(BusLab.need)) struct `PacRunner` {
    @Test func `PacRunner receives a host without a path, and is not started`() async throws {
        let lab = try BusLab()
        let query = PacRunnerQuery(bus: lab.address)
        #expect(await query.proxies(for: "https://a.example/secret?token", within: .seconds(5)) == .absent)
        let service = try FakePacRunner(lab.address, .text("PROXY proxy.example:3128; DIRECT"))
        defer { service.end() }
        let answer = await query.proxies(for: "https://a.example/secret?token", within: .seconds(5))
        #expect(answer == .text("PROXY proxy.example:3128; DIRECT"))
        #expect(service.calls == ["https://a.example/ a.example"])
    }

    @Test(
        arguments: [
            (.text("PROXY proxy.example:3128"), "proxy.example:3128"), (.text("DIRECT"), "none"),
            (.text("SOCKS proxy.example:1080"), "unsupported"),
            (.text(String(repeating: "x", count: 100_000)), "unknown"),
            (.number, "unknown"), (.error, "unknown"),
        ] as [(FakePacRunner.Reply, String)]
    )
    func `What PacRunner says decides which proxy a request takes`(reply: FakePacRunner.Reply, expected: String)
        async throws
    {
        let lab = try BusLab()
        let service = try FakePacRunner(lab.address, reply)
        defer { service.end() }
        let prober = ProxyChoosingProber(
            ClosureProber { ProbeExchange(request: $0, outcome: .success(.http(ProbeResponse(status: 204)))) },
            by: .system,
            variables: [:],
            pacRunner: PacRunnerQuery(bus: lab.address)
        )
        var request = ProbeRequest("https://a.example/")
        let direct = await prober.probe(request)
        #expect(direct.request == request && direct.response?.status == 204 && service.calls.isEmpty)
        request.path.isProxied = true
        let exchange = await prober.probe(request)
        if case .failure(let failure) = exchange.outcome {
            #expect(failure.kind == .unsupported && failure.facts["proxy"]?.text == expected, "\(failure)")
        } else {
            #expect(exchange.request.path.proxy?.authority == expected)
        }
    }

    @Test func `PacRunner that does not answer is waited for no longer than the limit`() async throws {
        let lab = try BusLab()
        let service = try FakePacRunner(lab.address, .nothing)
        defer { service.end() }
        let answer = await PacRunnerQuery(bus: lab.address).proxies(
            for: "https://a.example/",
            within: .milliseconds(50)
        )
        #expect(answer == .failed("PacRunner does not answer"))
    }
}

/// A service with PacRunner's name, which answers every call in one way.
final class FakePacRunner: Sendable {
    enum Reply {
        case text(String)
        case number
        case error
        case nothing
    }

    private let log = Mutex<[String]>([])
    private let stop: Waker

    var calls: [String] { log.withLock { $0 } }

    init(_ address: String, _ reply: Reply) throws {
        stop = try #require(Waker())
        let ready = try #require(Waker())
        DedicatedThread.start { [self] in
            do { try run(address, reply, ready) } catch { log.withLock { $0.append("\(error)") } }
        }
        _ = ready.wait(atMost: .seconds(5))
    }

    func end() { stop.wakeUp() }

    private func run(_ address: String, _ reply: Reply, _ ready: Waker) throws {
        let bus = try BusConnection(to: address)
        let dbus = "org.freedesktop.DBus"
        try bus.call(dbus, "/org/freedesktop/DBus", dbus, "RequestName") { (writer) throws(BusError) in
            try writer.text("org.pacrunner")
            try writer.uint32(4)
        }
        while true {
            guard case .message(let message) = try bus.next(until: nil, unless: stop) else { return }
            if message.answered != nil { ready.wakeUp() }
            guard let call = message.call, call.method == "FindProxyForURL" else { continue }
            let url = try message.value()?.text ?? "?"
            let host = try message.value()?.text ?? "?"
            log.withLock { $0.append("\(url) \(host)") }
            switch reply {
            case .text(let text): try bus.answer(message) { (writer) throws(BusError) in try writer.text(text) }
            case .number: try bus.answer(message) { (writer) throws(BusError) in try writer.uint32(1) }
            case .error: try bus.refuse(message, "org.pacrunner.Error.Failed", "no script")
            case .nothing: break
            }
        }
    }
}
#endif
