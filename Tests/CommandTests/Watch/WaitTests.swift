#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import ConnectivityCommand

@Suite struct `Wait` {
    private let portal = TestServer.Reply.message(
        status: 302,
        headers: ["Location": "http://login.example/"],
        body: []
    )
    private let genuine = TestServer.Reply.message(status: 200, headers: [:], body: Array("pong".utf8))

    /// Runs wait behind a portal, which lets everything through after some requests.
    private func wait(
        requestsInPortal: Int = .max,
        _ words: String...
    ) async throws -> Transcript {
        let count = Mutex(0)
        let server = try TestServer { _ in
            count.withLock { count in
                count += 1
                return count > requestsInPortal ? genuine : portal
            }
        }
        defer { server.stop() }
        let configuration = try temporaryFile(
            #"{ "schedule": { "captiveFirst": 0.02, "captiveMaximum": 0.02 }, "limits": { "total": 3 } }"#
        )
        return await Transcript.of(
            words: [
                "wait", "--scope", "lo", "--config", configuration, "--endpoint", server.url("/ping").description,
                "--expect-equals", "pong",
            ] + words
        )
    }

    @Test func `wait ends with status 0 as soon as the sign-in is done`() async throws {
        let transcript = try await wait(requestsInPortal: 3, "--timeout", "20")
        expect(transcript.status, .success, "\(transcript)")
        expect(transcript.output.count, 1)
        expect(transcript.output.first?.hasPrefix("online on lo (loopback): "), true, "\(transcript)")
    }

    @Test func `wait ends with status 124 at its time limit, and prints the access`() async throws {
        let transcript = try await wait("--timeout", "0.5")
        expect(transcript.status.rawValue, 124)
        #expect(transcript.output.isEmpty)
        let text = try #require(transcript.errors.first)
        #expect(text.hasPrefix("connectivityctl: not online within 500ms: captive on lo (loopback): "), "\(text)")
    }

    @Test func `wait may begin before its interface exists, and reports that`() async throws {
        let transcript = await Transcript.of("wait", "--scope", "usb7", "--timeout", "0.5")
        expect(transcript.status.rawValue, 124)
        let note = "connectivityctl: there is no interface usb7; there "
        expect(transcript.errors.first?.hasPrefix(note), true, "\(transcript)")
        expect(transcript.errors.first?.hasSuffix("; waiting for it"), true)
        #expect(await Transcript.of("wait", "-q", "--scope", "usb7", "--timeout", "0.2").errors.isEmpty)
    }

    @Test func `wait takes any access of a list, and prints the newest assessment as JSON`() async throws {
        let reached = try await wait("--access", "online,captive", "--json", "--timeout", "20")
        expect(reached.status, .success)
        try expect(reached.object()["access"] as? String, "captive")
        let late = try await wait("--access", "unreachable", "--json", "--timeout", "0.3")
        expect(late.status, .timedOut)
        try expect(late.object()["access"] as? String, "captive")
    }

    @Test func `wait asks services within the rest of its time`() async throws {
        let hanging = try TestServer { _ in .init([.wait(.seconds(3600))]) }
        defer { hanging.stop() }
        let service = hanging.url("/status").description
        let start = ContinuousClock.now
        let reached = try await wait(requestsInPortal: 0, "--timeout", "1", "--service", service)
        expect(reached.status, .success, "\(reached)")
        #expect(reached.output.first?.hasPrefix("online on lo") == true, "\(reached)")
        #expect(ContinuousClock.now - start < .seconds(2.5), "a probe may take 3 s, and the wait 1 s")
    }

    @Test func `wait --quiet prints nothing`() async throws {
        let late = try await wait("--quiet", "--timeout", "0")
        #expect(late.status == .timedOut && late.output.isEmpty && late.errors.isEmpty)
        let reached = try await wait(requestsInPortal: 0, "--quiet")
        #expect(reached.status == .success && reached.output.isEmpty && reached.errors.isEmpty)
    }

    @Test func `wait ends with status 70 if the interfaces are no longer reported`() async {
        let source = #"{ "use": "source.scripted", "steps": [{ "after": 0, "interfaces": [] }], "ends": true }"#
        let transcript = await Transcript.of("wait", "--source", source)
        expect(transcript.status, .software, "\(transcript)")
    }
}
#endif
