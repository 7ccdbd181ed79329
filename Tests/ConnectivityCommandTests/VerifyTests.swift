#if canImport(CCurl) && os(Linux)
import ConnectivityCommand
import ConnectivityCore
import ConnectivityRecords
import Foundation
import Testing

@Suite struct `Verification of fixtures` {
    private let folder: String

    init() throws {
        folder = temporaryPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    private static let url: HTTPURL = "http://a.example/204"
    private static let determining = SessionRecording.Expectation(access: "determining", code: "not-yet-judged")
    private static let online = SessionRecording.Expectation(access: "online", code: "enough-owners")

    /// Writes a session with one round of one genuine endpoint, and with these expected assessments.
    private func write(_ expected: [SessionRecording.Expectation], asking url: HTTPURL = url, to name: String) throws {
        let exchange = ProbeExchange(
            request: ProbeRequest(url),
            outcome: .success(ProbeResponse(status: 204)),
            timings: ProbeTimings(total: .milliseconds(20))
        )
        let interface = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 1)]
        )
        let session = SessionRecording(
            provenance: .init(source: "a test", recordedAt: Timestamp(sinceEpoch: .zero), tool: "test"),
            configuration: ##"{"endpoints": [{"url": "\##(Self.url)", "expect": {"use": "validator.empty"}}]}"##,
            events: [
                .init(at: .zero, .interfaces(InterfaceSnapshot([interface]))),
                .init(at: .zero, .round([.init(exchange)])),
            ] + expected.map { .init(at: .milliseconds(20), .expected($0)) }
        )
        try write(String(decoding: session.encoded(), as: UTF8.self), to: name)
    }

    private func verify() async -> Transcript { await Transcript.of("fixture", "verify", folder) }

    @Test func `fixture verify agrees with a session that states its assessments`() async throws {
        try write([Self.determining, Self.online], to: "a.session.json")
        let transcript = await verify()
        #expect(transcript.status == .success)
        #expect(transcript.output == ["1 recording: 1 agrees"])
    }

    @Test func `fixture verify reports an assessment that is stated but does not follow`() async throws {
        try write([Self.determining, Self.online, Self.determining], to: "a.session.json")
        let transcript = await verify()
        #expect(transcript.status == .differs)
        #expect(
            transcript.output.contains { $0.hasSuffix(": expected determining not-yet-judged, found none") },
            "\(transcript.output)"
        )
    }

    @Test func `fixture verify reports an assessment that follows but is not stated`() async throws {
        try write([Self.determining], to: "a.session.json")
        let transcript = await verify()
        #expect(transcript.status == .differs)
        #expect(
            transcript.output.contains { $0.hasSuffix(": expected none, found online enough-owners") },
            "\(transcript.output)"
        )
    }

    @Test func `fixture verify reports an answer to a question that would not be asked`() async throws {
        try write([Self.determining], asking: "http://b.example/", to: "a.session.json")
        let transcript = await verify()
        #expect(transcript.status == .differs)
        #expect(transcript.output.contains { $0.hasSuffix("http://b.example/ would not be requested") })
    }

    @Test(arguments: [
        ("sign-in: http://p.example/", nil),
        ("sign-in: http://q.example/", "    sign-in: expected http://q.example/, found http://p.example/"),
        ("sign-in: http://p.example/\n# vendor: Nobody", "    vendor: expected Nobody, found none"),
    ])
    func `fixture verify compares the sign-in URL and the vendor`(lines: String, difference: String?) async throws {
        let head = "# url: http://captive.apple.com/hotspot-detect.html\n# expect: captive redirect\n# \(lines)\n"
        try write(head + "HTTP/1.1 302 Found\nLocation: http://p.example/\n\n", to: "a.http")
        let transcript = await verify()
        #expect(transcript.status == (difference == nil ? .success : .differs))
        if let difference { #expect(transcript.output.contains(difference), "\(transcript.output)") }
    }

    @Test func `fixture verify reports damage rather than a difference in its exit status`() async throws {
        try write("# expect: genuine x\nHTTP/1.1 302 Found\nLocation: http://p.example/\n\n", to: "a.http")
        try write("# expect: no such verdict\nHTTP/1.1 204 No Content\n\n", to: "b.http")
        let transcript = await verify()
        #expect(transcript.status == .data)
        #expect(transcript.output.last == "2 recordings: 0 agree, 1 differs, 1 damaged")
    }
}
#endif
