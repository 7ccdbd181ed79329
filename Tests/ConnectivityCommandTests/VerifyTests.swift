#if Curl && os(Linux)
import ConnectivityCommand
import ConnectivityCore
import ConnectivityRecords
import Foundation
import Testing

@Suite struct `Verification of fixtures` {
    private let folder: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "verify-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = url.path()
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    private static let url: HTTPURL = "http://a.example/204"
    private static let determining = SessionRecording.Expectation(access: "determining", code: "not-yet-judged")
    private static let online = SessionRecording.Expectation(access: "online", code: "enough-owners")

    /// One round of one endpoint that is genuine, with these statements about it.
    private func write(_ expected: [SessionRecording.Expectation], asking url: HTTPURL = url, to name: String) throws {
        let exchange = ProbeExchange(
            request: ProbeRequest(url),
            outcome: .success(ProbeResponse(status: 204)),
            timings: ProbeTimings(total: .milliseconds(20))
        )
        let interface = Interface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 1)]
        )
        let session = SessionRecording(
            provenance: .init(source: "a test", recordedAt: Timestamp(sinceEpoch: .zero), tool: "test"),
            configuration: #"{"endpoints": [{"url": "\#(Self.url)"}]}"#,
            events: [
                .init(at: .zero, .interfaces(InterfaceSnapshot([interface]))),
                .init(at: .zero, .round([.init(exchange)])),
            ] + expected.map { .init(at: .milliseconds(20), .expected($0)) }
        )
        try write(String(decoding: session.encoded(), as: UTF8.self), to: name)
    }

    private func verify() async -> Transcript { await Transcript.of("fixture", "verify", folder) }

    @Test func `agrees with a session that states what it leads to`() async throws {
        try write([Self.determining, Self.online], to: "a.session.json")
        let transcript = await verify()
        #expect(transcript.status == .success)
        #expect(transcript.output == ["1 recording: 1 agree"])
    }

    @Test func `finds an assessment that is stated and does not come`() async throws {
        try write([Self.determining, Self.online, Self.determining], to: "a.session.json")
        let transcript = await verify()
        #expect(transcript.status == .differs)
        #expect(
            transcript.output.contains { $0.hasSuffix(": stated determining not-yet-judged, found none") },
            "\(transcript.output)"
        )
    }

    @Test func `finds an assessment that comes and is not stated`() async throws {
        try write([Self.determining], to: "a.session.json")
        let transcript = await verify()
        #expect(transcript.status == .differs)
        #expect(
            transcript.output.contains { $0.hasSuffix(": stated none, found online enough-owners") },
            "\(transcript.output)"
        )
    }

    @Test func `finds an answer to something that would not be asked`() async throws {
        try write([Self.determining], asking: "http://b.example/", to: "a.session.json")
        let transcript = await verify()
        #expect(transcript.status == .differs)
        #expect(transcript.output.contains { $0.hasSuffix("http://b.example/ would not be asked") })
    }

    @Test(arguments: [
        ("sign-in: http://p.example/", nil),
        ("sign-in: http://q.example/", "    sign-in: stated http://q.example/, found http://p.example/"),
        ("sign-in: http://p.example/\n# vendor: Nobody", "    vendor: stated Nobody, found none"),
    ])
    func `compares the sign-in URL and the vendor of a response`(lines: String, difference: String?) async throws {
        let head = "# url: http://captive.apple.com/hotspot-detect.html\n# expect: captive redirect\n# \(lines)\n"
        try write(head + "HTTP/1.1 302 Found\nLocation: http://p.example/\n\n", to: "a.http")
        let transcript = await verify()
        #expect(transcript.status == (difference == nil ? .success : .differs))
        if let difference { #expect(transcript.output.contains(difference), "\(transcript.output)") }
    }

    @Test func `ends with the status of damage where one recording is damaged and another differs`() async throws {
        try write("# expect: genuine x\nHTTP/1.1 302 Found\nLocation: http://p.example/\n\n", to: "a.http")
        try write("# expect: no such verdict\nHTTP/1.1 204 No Content\n\n", to: "b.http")
        let transcript = await verify()
        #expect(transcript.status == .data)
        #expect(transcript.output.last == "2 recordings: 0 agree, 1 differs, 1 damaged")
    }
}
#endif
