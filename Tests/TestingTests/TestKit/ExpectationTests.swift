import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRecords
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@Suite final class `An expectation` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "expectation-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func `An expectation passes for a recording with the expected finding`() async throws {
        try await expect("Fixtures/portals/redirect-302-absolute.http", leadsTo: .captive)
        try await expect("Fixtures/genuine/apple-hotspot.http", leadsTo: .genuine)
        try await expect("Fixtures/filters/200-block-page.http", leadsTo: .substituted)
    }

    @Test func `An expectation without a finding checks what the recording states`() async throws {
        for name in ["portals/511-empty", "portals/form-password", "trouble/404-not-found", "genuine/apple-hotspot"] {
            try await expect("Fixtures/\(name).http")
        }
        try await expect("Fixtures/portals/redirect-302-absolute.http")
    }

    @Test func `An expectation judges the decoded body, as fixture verify does`() async throws {
        let page = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"
        let body = "\u{FEFF}\(page)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let recording = Recording(
            ProbeResponse(status: 200, body: body),
            url: Endpoint.apple.url,
            endpointName: Endpoint.apple.name
        )
        let file = folder.appending(path: "answer.http")
        try Data(recording.encoded()).write(to: file)
        try await expect(file.path(), leadsTo: .genuine)
    }

    @Test func `A failed expectation describes the actual result on one line`() async throws {
        let path = "Fixtures/portals/redirect-302-absolute.http"
        let finding = await #expect(throws: ExpectationFailure.self) { try await expect(path, leadsTo: .genuine) }
        let sentence = #"redirected (302) to "https://portal.example/login?from=gstatic" (redirect)"#
        expect(finding?.description, "\(path): expected genuine, got captive: \(sentence)")
        let place = await #expect(throws: ExpectationFailure.self) {
            try await expect(path, leadsTo: .captive, signIn: "http://elsewhere.example/")
        }
        expect(
            place?.description.hasPrefix("\(path): expected the sign-in at http://elsewhere.example/, got h"),
            true
        )
        // Without validators, the portal is not detected.
        await #expect(throws: ExpectationFailure.self) {
            try await expect(path, leadsTo: .captive, validators: .only([]))
        }
        for failure in [finding, place] { expect(failure?.description.contains(where: \.isNewline), false) }
    }

    @Test func `An expectation judges an answer by the endpoint that the test gives`() async throws {
        let file = folder.appending(path: "answer.http")
        try Data("HTTP/1.1 200 OK\n\n{\"status\":\"degraded\"}".utf8).write(to: file)
        let health = Endpoint("https://status.example.com/health", expecting: BodyContains(#""status":"ok""#))
        try await expect(file.path(), leadsTo: .substituted, endpoint: health)
        await #expect(throws: ExpectationFailure.self) {
            try await expect(file.path(), leadsTo: .genuine, endpoint: health)
        }
    }

    @Test func `An expectation reports a missing file`() async {
        let failure = await #expect(throws: ExpectationFailure.self) { try await expect("Fixtures/no.http") }
        expect(failure?.difference, .missing)
    }

    @Test func `An expectation suggests the nearest name of a built-in endpoint`() async throws {
        let file = folder.appending(path: "endpoint.http")
        try Data("# endpoint: apple.hotspto\nHTTP/1.1 200 OK\n\n".utf8).write(to: file)
        let failure = await #expect(throws: ExpectationFailure.self) { try await expect(file.path()) }
        let fault = "no built-in endpoint has the name apple.hotspto; did you mean apple.hotspot?"
        expect(failure?.description, "\(file.path()): \(fault)")
    }

    private func pipeline(asking endpoint: Endpoint = .google) -> Pipeline {
        Pipeline(
            source: StaticInterfaceSource(InterfaceSnapshot()),
            prober: ClosureProber { _ in
                ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .failure(ProbeFailure(.cancelled)))
            },
            clock: .continuous
        ) { endpoint }
    }

    /// Writes a session of one round, in which the endpoint answers with the status, and returns its path.
    private func session(_ status: Int, _ expected: SessionRecording.Expectation...) throws -> String {
        let exchange = ProbeExchange(
            request: Endpoint.google.request(),
            outcome: .success(ProbeResponse(status: status)),
            timings: ProbeExchange.Timings(total: .milliseconds(20))
        )
        let recording = SessionRecording(
            provenance: .init(
                source: "a test",
                recordedAt: Timestamp(sinceEpoch: .seconds(1_800_000_000)),
                tool: "test"
            ),
            events: [
                .init(at: .zero, .interfaces(InterfaceSnapshot([.wifi]))), .init(at: .zero, .round([.init(exchange)])),
            ] + expected.map { .init(at: .milliseconds(20), .expected($0)) }
        )
        let file = folder.appending(path: "\(UUID()).session.json")
        try Data(recording.encoded()).write(to: file)
        return file.path()
    }

    @Test func `An expectation passes only for a session that leads to its stated assessments`() async throws {
        let determining = SessionRecording.Expectation(access: "determining", code: "not-yet-judged")
        let online = SessionRecording.Expectation(access: "online", code: "enough-owners")
        try await expect(try session(204, determining, online), with: pipeline())
        let failures = [
            (
                try session(503, determining, online), pipeline(),
                "assessment 2 at 0.02 seconds: expected online because of enough-owners"
            ),
            (try session(204, determining), pipeline(), "assessment 2 at 0.02 seconds: expected none, got online"),
            (
                try session(204, determining, online), pipeline(asking: .apple),
                "which the pipeline does not ask; it asks GET http://captive.apple.com"
            ),
            (try session(204), pipeline(), "neither the test nor the recording states what to expect; to state"),
        ]
        for (path, pipeline, words) in failures {
            let failure = await #expect(throws: ExpectationFailure.self) { try await expect(path, with: pipeline) }
            expect(failure?.description.contains(words), true, "\(failure?.description ?? "")")
        }
    }
}
